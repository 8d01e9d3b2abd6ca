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
            await runner.containers[0].close()
        }
        // A task that has disposed something may keep it for a moment.
        let end = ContinuousClock.now + ModelRunner.patience.withLock { $0 }
        while !world.alive.isEmpty, ContinuousClock.now < end { await Task.yield() }
        if !world.alive.isEmpty { text += "\n\(world.alive.count) are left" }
        let disposed = world.disposed
        if Set(disposed).count < disposed.count { text += "\nsome were disposed twice" }
        return (text, turns, used)
    }

    private init(_ race: ModelRace, _ world: ModelWorld) {
        let root = Container()
        root.reportMisuse { _, _, _ in }
        let containers = [root, Container(parent: root)]
        (self.race, self.world, self.containers) = (race, world, containers)
        let first = RaceThread(race.setup, world, containers)
        first.run {}
        threads = [first] + race.threads.map { RaceThread($0, world, containers, after: first) }
    }

    /// All that was got, and then is there, each object by the number in which it comes first.
    private func written() -> String {
        var text = RaceText(lifetimes: race.lifetimes)
        for thread in threads { text.add(thread.outcomes) }
        let last = RaceThread([], world, containers)
        for core in 0..<2 {
            for key in race.keys where race.lifetime(of: key).kind == nil { last.resolve(key, from: core) }
            containers[core].withScope(.session) {
                containers[core].withScope(.request) {
                    for key in race.keys where race.lifetime(of: key).kind != nil { last.resolve(key, from: core) }
                }
            }
        }
        text.add(last.outcomes)
        for thread in threads { text.add(thread.callAll()) }
        return text.lines.joined(separator: "\n")
    }
}

/// What a resolve gave.
private enum RaceOutcome {
    case one(any AnyNode)
    case failure(String)
    case done(String)
}

/// One thread of a race.
private final class RaceThread: @unchecked Sendable {  // Used by its thread, and then by the one that has waited for it.
    private let steps: [ModelStep]
    private let world: ModelWorld
    private var containers: [Container]
    private var replacements: [Replacement] = []
    private var kept: [any AnyNode] = []
    /// How many of them are another's.
    private let known: Int
    private(set) var outcomes: [RaceOutcome] = []

    /// One that may call and restore as well what the first one has.
    init(_ steps: [ModelStep], _ world: ModelWorld, _ containers: [Container], after first: RaceThread? = nil) {
        (self.steps, self.world, self.containers) = (steps, world, containers)
        (kept, replacements) = (first?.kept ?? [], first?.replacements ?? [])
        known = kept.count
    }

    func run(pausing pause: () -> Void) { run(steps, pause) }

    private func run(_ steps: [ModelStep], _ pause: () -> Void) {
        for step in steps {
            pause()
            run(step, pause)
        }
    }

    private func factory(_ key: Int, _ dependencies: [ModelDependency]) -> ModelFactory {
        world.factory(key, dependencies, capturing: world.capture())
    }

    private func run(_ step: ModelStep, _ pause: () -> Void) {
        let all = ModelKey.all
        func container(_ number: Int) -> Container { containers[number % containers.count] }
        switch step {
        case .register(let core, let key, let lifetime, let dependencies):
            all[key].register(container(core), lifetime, world, factory(key, dependencies))
        case .contribute(let core, let key, let lifetime, let dependencies):
            all[key].contribute(container(core), lifetime, world, factory(key, dependencies))
        case .alias(let core, let key): if ModelKey.named(key) != nil { all[key].alias(container(core), "main") }
        case .decorate(let core, let key, let dependencies):
            all[key].decorate(container(core), world.decorator(key, dependencies, capturing: world.capture()))
        case .replace(let core, let key, let dependencies):
            replacements.append(all[key].replace(container(core), factory(key, dependencies)))
        case .replaceByInstance(let core, let key):
            replacements.append(all[key].replaceByInstance(container(core), world.takeSerial(), world))
        case .restore(let number):
            if replacements.isEmpty { break }
            outcomes.append(.done("\(replacements.remove(at: number % replacements.count).restore())"))
        case .resolve(let number, let key, let argument), .keep(let number, let key, let argument):
            resolve(key, argument, from: number % containers.count)
        case .call(let number, let handle, let argument, _):
            guard !kept.isEmpty else { break }
            let handles = kept[number % kept.count].handles
            if !handles.isEmpty { call(handles[handle % handles.count], argument) }
        case .override(let number, let steps):
            let (outer, core) = (replacements, number % 2)
            replacements = []
            containers[core].withOverrides {
                containers.append($0)
            } operation: {
                run(steps, pause)
                pause()
                containers.removeLast()
            }
            replacements = outer
        case .setCurrent(let number, let kind, let id, _):
            container(number).scopeContext.setCurrent(kind.kind, id: "\(id)")
        case .clear(let number, let kind, let id):
            container(number).scopeContext.clear(kind.kind, id: id.map { "\($0)" })
        case .scope(let number, let kind, _, let steps):
            containers[number % 2].withScope(kind.kind) {
                run(steps, pause)
                pause()
            }
        default: break
        }
    }

    func resolve(_ key: Int, _ argument: Int = 0, from core: Int) {
        note { () throws(ResolutionError) in [try ModelKey.all[key].resolve(containers[core], argument)] }
    }

    private func call(_ handle: ModelHandle, _ argument: Int) { note { () throws(ResolutionError) in try handle(argument) } }

    private func note(_ resolve: () throws(ResolutionError) -> [any AnyNode]) {
        do throws(ResolutionError) {
            for node in try resolve() {
                kept.append(node)
                outcomes.append(.one(node))
            }
        } catch {
            outcomes.append(.failure(error.kind))
        }
    }

    /// Calls whatever can be called later in what it has got, and says what that gave.
    func callAll() -> [RaceOutcome] {
        outcomes = []
        for node in kept[known...] { for handle in node.handles { call(handle, 0) } }
        return outcomes
    }
}

/// The text of outcomes.
private struct RaceText {
    let lifetimes: [ModelLifetime]
    private(set) var lines: [String] = []
    private var numbers: [Int: Int] = [:]

    init(lifetimes: [ModelLifetime]) {
        self.lifetimes = lifetimes
    }

    mutating func add(_ outcomes: [RaceOutcome]) {
        for outcome in outcomes {
            switch outcome {
            // What is made for the caller may have been asked for while something changed, part by part.
            case .one(let node): lines.append(lifetimes[node.type].isShared ? write(node) : "one of \(node.type)")
            case .failure(let kind): lines.append(kind)
            case .done(let text): lines.append(text)
            }
        }
        lines.append("-")
    }

    private mutating func write(_ node: any AnyNode) -> String {
        if let number = numbers[node.serial] { return "\(number)" }
        let number = numbers.count + 1
        numbers[node.serial] = number
        return "\(number):\(node.type)(\(node.parts.map { write($0) }.joined(separator: " ")))"
    }

    private mutating func write(_ part: NodePart) -> String {
        switch part {
        case .one(let node): write(node)
        case .none: "-"
        case .all(let nodes): "[\(nodes.map { write($0) }.joined(separator: " "))]"
        case .later: "~"
        }
    }
}
