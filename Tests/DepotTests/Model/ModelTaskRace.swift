import Depot

/// One run of a race of tasks, whose services have async factories: what they got, and what is there in the end.
final class ModelTaskRace: Sendable {
    private let race: ModelRace
    private let world: ModelWorld
    private let containers: [Container]

    /// Runs a race whose tasks take their steps one after the other, as the chooser chooses.
    ///
    /// - Returns: What came of it, and the chooser with what it has learnt.
    static func run(_ race: ModelRace, _ chooser: EveryChooser) -> (outcome: String, chooser: EveryChooser) {
        let turns = TaskTurns(race.threads.count, chooser)
        let outcome = run(race, nil) {
            await turns.pause($0)
        } end: {
            turns.end($0)
        }
        return (outcome, turns.chooser)
    }

    /// Runs a race whose tasks go on in an order by a seed wherever they suspend.
    static func run(_ race: ModelRace, seed: UInt64) -> String {
        let pauses = Locked(SplitMix64(seed: seed))
        return run(race, SplitMix64(seed: seed)) { _ in
            // What the core does in a step takes it a dozen turns.
            for _ in 0..<pauses.withLock({ Bool.random(using: &$0) ? 0 : Int.random(in: 1...20, using: &$0) }) { await Task.yield() }
        } end: { _ in
        }
    }

    private static func run(
        _ race: ModelRace, _ generator: SplitMix64?, pausing pause: @escaping @Sendable (Int) async -> Void,
        end: @escaping @Sendable (Int) -> Void
    ) -> String {
        let world = ModelWorld(.asyncClosures, yields: generator != nil)
        let outcome = Locked("")
        let isDone = onThread {
            JobOrder.run(generator) {
                let text = await ModelTaskRace(race, world).run(pausing: pause, end: end)
                outcome.withLock { $0 = text }
            }
        }
        if !isDone { return "the tasks wait for each other" }
        var text = outcome.withLock { $0 }
        text += world.faults(but: race.weakTypes)
        return text
    }

    private init(_ race: ModelRace, _ world: ModelWorld) {
        let root = Container()
        root.reportMisuse { _, _, _ in }
        (self.race, self.world, containers) = (race, world, [root, Container(parent: root)])
    }

    private func run(pausing pause: @escaping @Sendable (Int) async -> Void, end: @escaping @Sendable (Int) -> Void) async -> String {
        let first = RaceTask("", race.setup, world, containers)
        await first.run {}
        let others = zip(["A", "B"], race.threads).map { RaceTask($0, $1, world, containers, after: first) }
        await withTaskGroup { group in
            for (number, other) in others.enumerated() {
                group.addTask {
                    await other.run { await pause(number) }
                    end(number)
                }
            }
        }
        let tasks = [first] + others
        let text = await written(tasks)
        for container in [containers[0]] + tasks.flatMap(\.copies) { await container.close() }
        return text
    }

    /// All that was got, and then is there, each object by the number in which it comes first.
    private func written(_ tasks: [RaceTask]) async -> String {
        let containers = tasks.reduce(containers) { $0 + $1.opened }
        let last = RaceTask("", [], world, containers)
        for container in containers {
            for key in race.keys where race.lifetime(of: key).kind == nil { await last.resolve(key, from: container) }
            try? await container.withScope(.session) {
                try await container.withScope(.request) {
                    for key in race.keys where race.lifetime(of: key).kind != nil { await last.resolve(key, from: container) }
                }
            }
        }
        var text = RaceText(race.lifetimes, world)
        text.know(last.outcomes)
        for outcomes in tasks.map(\.outcomes) + [last.outcomes] { text.add(outcomes) }
        return text.lines.joined(separator: "\n")
    }
}

/// One task of a race.
private final class RaceTask: RaceParty, @unchecked Sendable {  // As above.
    typealias Pause = @Sendable () async -> Void

    func run(pausing pause: Pause) async { await run(steps, pause) }

    private func run(_ steps: [ModelStep], _ pause: Pause) async {
        for step in steps {
            await pause()
            await run(step, pause)
        }
    }

    /// Takes the steps inside another, which ends when it is their task's turn.
    private func run(inside steps: [ModelStep], _ pause: Pause) async {
        await run(steps, pause)
        await pause()
    }

    private func run(_ step: ModelStep, _ pause: Pause) async {
        switch step {
        case .resolve(let number, let key, let argument), .keep(let number, let key, let argument):
            await resolve(key, argument, from: container(number))
        case .override(let number, let steps):
            let outer = replacements
            replacements = []
            await plain(number).withOverrides {
                layers.append($0)
            } operation: {
                await run(inside: steps, pause)
                layers.removeLast()
            }
            replacements = outer
        case .scope(let number, let kind, let given, let steps):
            try? await container(number).withScope(kind.kind, providing: { provide(given, to: &$0) }) { await run(inside: steps, pause) }
        case .within(let number, let kind, let given, let steps):
            try? await holder(number)?.withScope(kind.kind, providing: { provide(given, to: &$0) }) { await run(inside: steps, pause) }
        case .close(let number): await plain(number).close()
        default: change(step)
        }
    }

    func resolve(_ key: Int, _ argument: Int = 0, from container: Container) async {
        do {
            note(try await ModelKey.all[key].resolveAsync(container, argument))
        } catch {
            outcomes.append(.failure((error as? ResolutionError)?.kind ?? "\(error)"))
        }
    }
}

/// Lets tasks take their steps one after the other.
private final class TaskTurns: Sendable {
    private struct State {
        var chooser: EveryChooser
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var current: Int?
        /// How many are on their way to their first step or at another one.
        var open: Int

        /// Whose turn it is when all that have not ended wait for theirs.
        mutating func next() -> CheckedContinuation<Void, Never>? {
            guard waiting.count == open, open > 0 else { return nil }
            let ready = waiting.keys.sorted()
            let number = ready[
                ready.count == 1 ? 0 : chooser.choose(from: ready, current: current.flatMap { ready.contains($0) ? $0 : nil })]
            current = number
            return waiting.removeValue(forKey: number)
        }
    }

    private let state: Locked<State>

    init(_ count: Int, _ chooser: EveryChooser) {
        state = Locked(State(chooser: chooser, open: count))
    }

    var chooser: EveryChooser { state.withLock { $0.chooser } }

    func pause(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let next = state.withLock { state in
                state.waiting[number] = continuation
                return state.next()
            }
            next?.resume()
        }
    }

    func end(_ number: Int) {
        let next = state.withLock { state in
            state.open -= 1
            return state.next()
        }
        next?.resume()
    }
}
