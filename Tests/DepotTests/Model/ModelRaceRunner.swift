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
        if !world.alive.isEmpty { text += "\n\(world.alive.count) are left" }
        let disposed = world.disposed
        if Set(disposed).count < disposed.count { text += "\nsome were disposed twice" }
        let left = world.owed.subtracting(disposed)
        if !left.isEmpty { text += "\n\(left.count) were not disposed" }
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

    /// The containers that are to be closed: what is below another is closed with it.
    private var roots: [Container] { [containers[0]] + threads.flatMap(\.copies) }

    /// All that was got, and then is there, each object by the number in which it comes first.
    private func written() -> String {
        var text = RaceText(lifetimes: race.lifetimes)
        for thread in threads { text.add(thread.outcomes) }
        let containers = threads.reduce(containers) { $0 + $1.opened }
        let last = RaceThread([], world, containers)
        for container in containers {
            for key in race.keys where race.lifetime(of: key).kind == nil { last.resolve(key, from: container) }
            container.withScope(.session) {
                container.withScope(.request) {
                    for key in race.keys where race.lifetime(of: key).kind != nil { last.resolve(key, from: container) }
                }
            }
        }
        text.add(last.outcomes)
        containers[0].withScope(.screen) {
            for thread in threads { text.add(thread.callAll()) }
        }
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
    /// Those of the overrides that it is in.
    private var layers: [Container] = []
    private var replacements: [Replacement] = []
    private var kept: [any AnyNode] = []
    private var holders: [HeldScope] = []
    private var properties: [ModelHandle] = []
    private var observations: [Container.Observation] = []
    /// How many of the containers, and of what is kept, are another's.
    private let known: (containers: Int, kept: Int)
    private(set) var outcomes: [RaceOutcome] = []
    /// What it has copied.
    private(set) var copies: [Container] = []

    /// The containers that it has opened.
    var opened: ArraySlice<Container> { containers[known.containers...] }

    /// One that may use as well what the first one has.
    init(_ steps: [ModelStep], _ world: ModelWorld, _ containers: [Container], after first: RaceThread? = nil) {
        (self.steps, self.world, self.containers) = (steps, world, first?.containers ?? containers)
        (kept, replacements) = (first?.kept ?? [], first?.replacements ?? [])
        (holders, properties) = (first?.holders ?? [], first?.properties ?? [])
        known = (self.containers.count, kept.count)
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

    /// Takes the steps inside another, which ends when it is their thread's turn.
    private func run(inside steps: [ModelStep], _ pause: () -> Void) {
        run(steps, pause)
        pause()
    }

    private func plain(_ number: Int) -> Container { containers[number % containers.count] }
    private func container(_ number: Int) -> Container { (containers + layers)[number % (containers.count + layers.count)] }
    private func holder(_ number: Int) -> HeldScope? { holders.isEmpty ? nil : holders[number % holders.count] }

    private func provide(_ given: [ModelGift], to scope: inout ScopeProvisions) {
        for gift in given {
            let key = ModelKey.all[gift.key]
            if let dependencies = gift.dependencies {
                key.provide(&scope, factory(gift.key, dependencies))
            } else {
                key.provideInstance(&scope, world.takeSerial(), world)
            }
        }
    }

    private func run(_ step: ModelStep, _ pause: () -> Void) {
        let all = ModelKey.all
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
            resolve(key, argument, from: container(number))
        case .call(let number, let handle, let argument, _):
            guard !kept.isEmpty else { break }
            let handles = kept[number % kept.count].handles
            if !handles.isEmpty { call(handles[handle % handles.count], argument) }
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
        case .inject(let key, let form): properties.append(all[key].inject(form))
        case .read(let number):
            if !properties.isEmpty { call(properties[number % properties.count], 0) }
        case .setCurrent(let number, let kind, let id, let given):
            container(number).scopeContext.setCurrent(kind.kind, id: "\(id)") { provide(given, to: &$0) }
        case .clear(let number, let kind, let id):
            container(number).scopeContext.clear(kind.kind, id: id.map { "\($0)" })
        case .scope(let number, let kind, let given, let steps):
            container(number).withScope(kind.kind, providing: { provide(given, to: &$0) }) {
                run(inside: steps, pause)
            }
        case .hold(let number, let kind, let id, let given):
            holders.append(HeldScope(kind.kind, id: "\(id)", in: container(number)) { provide(given, to: &$0) })
        case .within(let number, let kind, let given, let steps):
            holder(number)?.withScope(kind.kind, providing: { provide(given, to: &$0) }) {
                run(inside: steps, pause)
            }
        case .give(let number, let given): holder(number)?.provide { provide(given, to: &$0) }
        case .show(let number): holder(number)?.makeCurrent()
        case .leave(let number, let clears):
            if clears { holder(number)?.clear() } else if !holders.isEmpty { holders.remove(at: number % holders.count) }
        case .child(let number): containers.append(Container(parent: plain(number)))
        case .copy(let number):
            let copy = plain(number).copy()
            copy.reportMisuse { _, _, _ in }
            containers.append(copy)
            copies.append(copy)
        case .drop(let number):
            if opened.isEmpty { break }
            let dropped = containers.remove(at: known.containers + number % opened.count)
            copies.removeAll { $0 === dropped }
        case .close(let number):
            let container = plain(number)
            HereExecutor.run { await container.close() }
        case .observe(let number): observations.append(container(number).observe { _ in })
        case .inspect(let number):
            let container = container(number)
            _ = container.graph
            _ = try? container.validate()
        case .turn(let seconds): world.clock.turn(by: .seconds(seconds))
        default: break
        }
    }

    func resolve(_ key: Int, _ argument: Int = 0, from container: Container) {
        note { () throws(ResolutionError) in [try ModelKey.all[key].resolve(container, argument)] }
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
        for node in kept[known.kept...] { for handle in node.handles { call(handle, 0) } }
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
