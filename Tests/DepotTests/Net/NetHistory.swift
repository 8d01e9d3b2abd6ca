import Depot

/// What was in effect for each key of each container, and when: what a resolve may see is what was in effect at some moment while it ran.
final class NetHistory: Sendable {
    private struct Slot {
        var base: Int?
        var replacements: [(generation: Int, handle: Replacement?)] = []
        /// What was in effect, from the beginning on: the generation, or nil for nothing.
        var effective: [Int?] = [nil]
        /// How many of these are in effect for sure, because the call that brought the next about has not begun.
        var finished = 0
    }

    private struct State {
        var slots: [[Slot]]
        var begun = 0
        var finished = 0
    }

    /// A moment before a resolve.
    struct Moment {
        fileprivate let finished: [[Int]]
        /// The number of the epoch, where no change is under way.
        let epoch: Int?
    }

    private let state: Locked<State>
    /// One for each key of each container: the user's own lock, taken around every change of it.
    private let writers: [[Locked<Void>]]
    let parents: [Int?]

    init(parents: [Int?], keys: Int) {
        self.parents = parents
        state = Locked(State(slots: parents.map { _ in (0..<keys).map { _ in Slot() } }))
        writers = parents.map { _ in (0..<keys).map { _ in Locked(()) } }
    }

    /// A container and those above it.
    func ancestors(_ container: Int) -> [Int] {
        var all = [container]
        while let parent = parents[all[all.count - 1]] { all.append(parent) }
        return all
    }

    var now: Moment {
        state.withLock { state in
            Moment(finished: state.slots.map { $0.map(\.finished) }, epoch: state.begun == state.finished ? state.finished : nil)
        }
    }

    /// What may have been in effect between a moment and now.
    func window(_ container: Int, _ key: Int, since moment: Moment) -> [Int?] {
        state.withLock { Array($0.slots[container][key].effective[moment.finished[container][key]...]) }
    }
}

extension NetHistory {
    /// All that was in effect for a key of a container, for a person to read; a bar is where a moment was.
    func written(_ container: Int, _ key: Int, since moment: Moment) -> String {
        let all = state.withLock { $0.slots[container][key].effective }.map { $0.map(String.init) ?? "-" }
        let start = moment.finished[container][key]
        return (all[..<start] + ["|"] + all[start...]).joined(separator: " ")
    }
}

// What changes what is in effect.
extension NetHistory {
    func register(_ generation: Int, _ container: Int, _ key: Int, _ body: () -> Void) {
        writers[container][key].withLock { _ in
            begin(container, key) { $0.base = generation }
            body()
            finish(container, key)
        }
    }

    func replace(_ generation: Int, _ container: Int, _ key: Int, _ body: () -> Replacement) {
        writers[container][key].withLock { _ in
            begin(container, key) { $0.replacements.append((generation, nil)) }
            let handle = body()
            state.withLock { state in
                let replacements = state.slots[container][key].replacements
                state.slots[container][key].replacements[replacements.count - 1].handle = handle
            }
            finish(container, key)
        }
    }

    /// Restores one of the replacements, whichever it is.
    ///
    /// - Returns: Whether it was still in effect.
    func restore(_ number: Int, _ container: Int, _ key: Int) -> Bool {
        writers[container][key].withLock { _ in
            let count = state.withLock { $0.slots[container][key].replacements.count }
            if count == 0 { return true }
            let index = number % count
            let handle = state.withLock { $0.slots[container][key].replacements[index].handle }
            begin(container, key) { $0.replacements.remove(at: index) }
            defer { finish(container, key) }
            return handle?.restore() ?? false
        }
    }

    private func begin(_ container: Int, _ key: Int, _ change: (inout Slot) -> Void) {
        state.withLock { state in
            change(&state.slots[container][key])
            let slot = state.slots[container][key]
            state.slots[container][key].effective.append(slot.replacements.last?.generation ?? slot.base)
            state.begun += 1
        }
    }

    private func finish(_ container: Int, _ key: Int) {
        state.withLock { state in
            state.slots[container][key].finished = state.slots[container][key].effective.count - 1
            state.finished += 1
        }
    }
}

// Which generations a lookup may find.
extension NetHistory {
    /// The overrides that are in effect for a container: of it, and of those above it.
    func view(of container: Int, in place: NetPlace) -> [NetPlace.Override] {
        let own = ancestors(container)
        return place.overrides.filter { own.contains($0.container) }
    }

    /// The generations that a lookup from a container may have found since a moment.
    ///
    /// Overrides of a container below come first, then for each from the container upwards its own overrides and what it has itself.
    func allowed(_ key: Int, from home: Int, _ view: [NetPlace.Override], since moment: Moment) -> Set<Int> {
        let own = ancestors(home)
        let below = view.reversed().filter { !own.contains($0.container) && ancestors($0.container).contains(home) }
        let deepest = below.map { ancestors($0.container).count }.max() ?? 0
        for depth in stride(from: deepest, to: 0, by: -1) {
            for override in below where ancestors(override.container).count == depth {
                if let generation = override.generations[key] { return [generation] }
            }
        }
        var allowed: Set<Int> = []
        for container in own {
            for override in view.reversed() where override.container == container {
                if let generation = override.generations[key] { return allowed.union([generation]) }
            }
            let seen = window(container, key, since: moment)
            allowed.formUnion(seen.compactMap { $0 })
            if !seen.contains(nil) { return allowed }
        }
        return allowed
    }
}
