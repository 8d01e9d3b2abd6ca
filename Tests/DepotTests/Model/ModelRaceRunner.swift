import Depot

/// One run of a race: what its threads got, and what is there in the end.
final class ModelRaceRunner: Sendable {
    private let race: ModelRace
    private let world: ModelWorld
    private let containers: [Container]
    private let threads: [RaceThread]

    /// Runs a race whose threads take turns as the grain says and the chooser chooses.
    ///
    /// - Returns: What came of it, the turns that were taken, and the chooser with what it has learnt.
    static func run<Choosing: Schedule.Chooser & Sendable>(
        _ race: ModelRace, _ making: ModelMaking, _ grain: Schedule.Grain, _ chooser: Choosing
    ) async -> (outcome: String, turns: String, chooser: Choosing) {
        let world = ModelWorld(making)
        var (text, turns, used) = ("", "", chooser)
        do {
            let runner = ModelRaceRunner(race, world)
            let bodies = runner.threads.dropFirst().map { thread in
                { @Sendable (_ pause: () -> Void) in thread.run(pausing: pause) }
            }
            let (outcome, chooser) = await Schedule.run(bodies, grain, chooser)
            (turns, used) = (outcome.trace.joined(), chooser)
            if outcome.isStuck { return ("the threads wait for each other", turns, used) }
            text = runner.written()
            for container in runner.roots { await container.close() }
        }
        // A task that has disposed something may keep it for a moment.
        let end = ContinuousClock.now + ModelRunner.patience.withLock { $0 }
        while !world.alive.isEmpty, ContinuousClock.now < end { await Task.yield() }
        text += world.faults(but: race.weakTypes)
        return (text, turns, used)
    }

    private init(_ race: ModelRace, _ world: ModelWorld) {
        let root = Container()
        root.reportMisuse { _, _, _ in }
        let containers = [root, Container(parent: root)]
        (self.race, self.world, self.containers) = (race, world, containers)
        let first = RaceThread("", race.setup, world, containers)
        first.run {}
        threads = [first] + zip(["A", "B"], race.threads).map { RaceThread($0, $1, world, containers, after: first) }
    }

    /// The containers that are to be closed: what is below another is closed with it.
    private var roots: [Container] { [containers[0]] + threads.flatMap(\.copies) }

    /// All that was got, and then is there, each object by the number in which it comes first.
    private func written() -> String {
        let containers = threads.reduce(containers) { $0 + $1.opened }
        let last = RaceThread("", [], world, containers)
        for container in containers {
            for key in race.keys where race.lifetime(of: key).kind == nil { last.resolve(key, from: container) }
            container.withScope(.session) {
                container.withScope(.request) {
                    for key in race.keys where race.lifetime(of: key).kind != nil { last.resolve(key, from: container) }
                }
            }
        }
        let got = threads.map(\.outcomes)
        let called = containers[0].withScope(.screen) { threads.map { $0.callAll() } }
        var text = RaceText(race.lifetimes, world)
        for outcomes in [last.outcomes] + called { text.know(outcomes) }
        for outcomes in got + [last.outcomes] + called { text.add(outcomes) }
        return text.lines.joined(separator: "\n")
    }
}

/// One thread of a race.
private final class RaceThread: RaceParty, @unchecked Sendable {  // As above.
    func run(pausing pause: () -> Void) { run(steps, pause) }

    private func run(_ steps: [ModelStep], _ pause: () -> Void) {
        for step in steps {
            pause()
            run(step, pause)
        }
    }

    /// Takes the steps inside another, which ends when it is their thread's turn.
    private func run(inside steps: [ModelStep], _ pause: () -> Void) {
        run(steps, pause)
        pause()
    }

    private func run(_ step: ModelStep, _ pause: () -> Void) {
        switch step {
        case .resolve(let number, let key, let argument), .keep(let number, let key, let argument):
            resolve(key, argument, from: container(number))
        case .call(let number, let handle, let argument, _):
            guard !kept.isEmpty else { break }
            let handles = kept[number % kept.count].handles
            if !handles.isEmpty { call(handles[handle % handles.count], argument) }
        case .read(let number):
            if !properties.isEmpty { call(properties[number % properties.count], 0) }
        case .override(let number, let steps):
            let outer = replacements
            replacements = []
            plain(number).withOverrides {
                layers.append($0)
            } operation: {
                run(inside: steps, pause)
                layers.removeLast()
            }
            replacements = outer
        case .scope(let number, let kind, let given, let steps):
            container(number).withScope(kind.kind, providing: { provide(given, to: &$0) }) { run(inside: steps, pause) }
        case .within(let number, let kind, let given, let steps):
            holder(number)?.withScope(kind.kind, providing: { provide(given, to: &$0) }) { run(inside: steps, pause) }
        case .close(let number):
            let container = plain(number)
            HereExecutor.run { await container.close() }
        default: change(step)
        }
    }

    func resolve(_ key: Int, _ argument: Int = 0, from container: Container) {
        note { () throws(ResolutionError) in [try ModelKey.all[key].resolve(container, argument)] }
    }

    private func call(_ handle: ModelHandle, _ argument: Int) { note { () throws(ResolutionError) in try handle(argument) } }

    private func note(_ resolve: () throws(ResolutionError) -> [any AnyNode]) {
        do throws(ResolutionError) {
            for node in try resolve() { note(node) }
        } catch {
            outcomes.append(.failure(error.kind))
        }
    }

    /// Calls whatever can be called later in what it has got, and says what that gave.
    func callAll() -> [RaceOutcome] {
        outcomes = []
        for node in got { for handle in node.handles { call(handle, 0) } }
        return outcomes
    }
}
