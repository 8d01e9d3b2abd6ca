import Depot

/// A random program in which four tasks resolve async services that need each other, and one task is cancelled at a suspension.
final class CancellationProgram: Sendable {
    let world = NetWorld()
    private let keys: [NetKey] = [
        NetKey(NetItem<Net0>.self), NetKey(NetResource<Net0>.self, isResource: true), NetKey(NetItem<Net1>.self),
        NetKey(NetResource<Net1>.self, isResource: true), NetKey(NetResource<Net2>.self, isResource: true), NetKey(NetItem<Net2>.self),
    ]
    private let container = Container()
    private let wanted: [Int]
    private let victim: Int
    private let suspensions: Suspensions

    /// The places where a program's user code suspends, counted as they are passed; at one of them a task is cancelled.
    private final class Suspensions: Sendable {
        private let cancelling: Int
        private let state = Locked((count: 0, task: Task<Void, Never>?.none))

        init(cancelling: Int) {
            self.cancelling = cancelling
        }

        var count: Int { state.withLock { $0.count } }

        func begin(_ task: Task<Void, Never>?) {
            state.withLock { $0.task = task }
        }

        func pass() async throws {
            let task = state.withLock { state in
                state.count += 1
                return state.count == cancelling ? state.task : nil
            }
            task?.cancel()
            await Task.yield()
            try Task.checkCancellation()
        }
    }

    var count: Int { suspensions.count }

    /// - Parameters:
    ///   - seed: What the program is; the same for the same seed.
    ///   - cancelling: The number of the suspension at which a task is cancelled.
    init(seed: UInt64, cancelling: Int) {
        var random = NetRandom(seed: seed)
        suspensions = Suspensions(cancelling: cancelling)
        victim = random.number(4)
        wanted = (0..<4).map { [keys] _ in random.number(keys.count - 2) }
        for index in keys.indices {
            let choices: [NetLifetime] = index < 2 ? [.request, .transient, .singleton] : [.singleton, .singleton, .transient, .cached]
            let lifetime = choices[random.number(choices.count)]
            // What a singleton needs is no request's: the first two need later ones only.
            let needed = keys.indices.filter { $0 > max(index, 1) && random.number(3) > 0 }
            register(index, lifetime, needed, isAtOnce: random.chance(2))
        }
    }

    private func register(_ index: Int, _ lifetime: NetLifetime, _ needed: [Int], isAtOnce: Bool) {
        let (world, keys, suspensions) = (world, keys, suspensions)
        keys[index].registerAsync(container, lifetime) { resolver in
            try await suspensions.pass()
            var parts: [any NetService] = []
            if isAtOnce, needed.count > 1 {
                async let first = keys[needed[0]].resolveAsyncIn(resolver)
                async let second = keys[needed[1]].resolveAsyncIn(resolver)
                parts += [try await first, try await second]
            } else {
                for other in needed { parts.append(try await keys[other].resolveAsyncIn(resolver)) }
            }
            try await suspensions.pass()
            let facts = NetFacts(world, key: index, generation: 0, home: 0, lifetime, parts: parts)
            if keys[index].isResource { world.noteCreation(of: facts) }
            return facts
        }
    }

    /// Runs all of it: whoever is not cancelled is served, and so is everyone afterwards.
    func run() async {
        let start = AsyncGate()
        let tasks = wanted.indices.map { number in
            Task {
                await start.pass()
                await self.resolve(self.wanted[number], mayBeCancelled: number == self.victim)
            }
        }
        suspensions.begin(tasks[victim])
        start.open()
        for task in tasks { await task.value }
        suspensions.begin(nil)
        for key in keys.indices { await resolve(key, mayBeCancelled: false) }
        await container.close()
        await container.settled()
        // A run that nobody waits for any more may have ended after that, and what it made is disposed then.
        for _ in 0..<1_000_000 {
            if world.leftUndisposed.isEmpty { break }
            await Task.yield()
        }
        let left = world.leftUndisposed
        if !left.isEmpty { world.report("\(left.count) were not disposed: \(left.joined(separator: ", "))") }
    }

    private func resolve(_ key: Int, mayBeCancelled: Bool) async {
        do {
            try await container.withScope(.request) { _ = try await keys[key].resolveAsync(container) }
        } catch {
            let underlying = (error as? ResolutionError)?.underlying ?? error
            if mayBeCancelled, underlying is CancellationError { return }
            world.report("k\(key) \(mayBeCancelled ? "of the one that was cancelled " : "")failed with \(error)")
        }
    }
}
