internal import Depot

/// The channels that are in use, by the files that their paths lead to.
///
/// A link that is turned elsewhere takes its channel along, unless the file has been used by another name meanwhile.
final class ChannelTable: Sendable {
    private let state = Locked(State())

    private struct State {
        var entries: [Int: Entry] = [:]
        var byTarget: [String: Int] = [:]
        var byPath: [String: Int] = [:]

        func channel(_ number: Int?) -> FileChannel? { number.flatMap { entries[$0] }?.channel }
    }

    private struct Entry {
        weak var channel: FileChannel?
        let path: String
        var target: String
    }

    /// The channel of a file.
    ///
    /// - Parameters:
    ///   - path: A name of the file.
    ///   - target: The file that it leads to.
    /// - Returns: The channel, nil if there is none.
    func find(_ path: String, _ target: String) -> FileChannel? {
        let (known, same) = state.withLock { ($0.channel($0.byTarget[target]), $0.channel($0.byPath[path])) }
        if let known {
            if known.path != path { pin(known, to: target) }
            return known
        }
        // Its path leads elsewhere since it has looked; it will see that in a moment.
        same?.lookSoon()
        return same
    }

    /// Has a channel stay with its file: a link that is turned must not take those along who named the file itself.
    private func pin(_ channel: FileChannel, to target: String) {
        state.withLock { state in
            if let path = state.entries[channel.number]?.path, state.byPath[path] == channel.number { state.byPath[path] = nil }
        }
        channel.pin(to: target)
    }

    /// Enters a channel, unless another thread has entered one for that file.
    ///
    /// - Returns: The one that counts.
    func enter(_ channel: FileChannel, _ path: String, _ target: String) -> FileChannel {
        // A reference that is found is handed out of the lock: the last one to it would otherwise go inside.
        let other: FileChannel? = state.withLock { state in
            if let other = state.channel(state.byTarget[target]) { return other }
            state.entries[channel.number] = Entry(channel: channel, path: path, target: target)
            state.byTarget[target] = channel.number
            state.byPath[path] = channel.number
            return nil
        }
        guard let other else { return channel }
        if other.path != path { pin(other, to: target) }
        return other
    }

    /// Enters a channel under the file that its path leads to now; where that one is in use already, it stays without.
    func move(_ number: Int, to target: String) {
        let other: FileChannel? = state.withLock { state in
            guard let before = state.entries[number]?.target, before != target else { return nil }
            if state.byTarget[before] == number { state.byTarget[before] = nil }
            state.entries[number]?.target = target
            let other = state.channel(state.byTarget[target])
            if other == nil { state.byTarget[target] = number }
            return other
        }
        withExtendedLifetime(other) {}
    }

    func forget(_ number: Int) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: number) else { return }
            if state.byTarget[entry.target] == number { state.byTarget[entry.target] = nil }
            if state.byPath[entry.path] == number { state.byPath[entry.path] = nil }
        }
    }
}
