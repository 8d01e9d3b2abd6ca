import Depot

/// What the container did otherwise than the model said.
struct ModelDifference: Error, CustomStringConvertible {
    let description: String
}

/// Runs a program on containers and on the model side by side.
final class ModelRunner {
    var model: Model
    let world: ModelWorld
    var containers: [Int: Container] = [0: Container()]
    /// Containers and overrides that the program has dropped, for as long as something that it holds keeps them.
    var ending: [(core: Int, container: WeakContainer)] = []
    var replacements: [(handle: Replacement, id: Int, core: Int)] = []
    /// The instances that were put in place, and what the factories have captured, by the container or override.
    var standIns: [Int: Set<Int>] = [:]
    /// What the program holds.
    var kept: [any AnyNode] = []
    /// Its properties with `@Inject`.
    var properties: [(id: Int, read: ModelHandle)] = []
    /// Its holders of scopes.
    var holders: [ModelHolder] = []
    var disposed = 0
    private var observations: [Int: Container.Observation] = [:]
    /// What is told of the whole program, where it is observed.
    let events: ModelEvents?
    var eventSources: [Container.Observation] = []

    /// Whether the program holds anything that may keep a container.
    var holdsNothing: Bool { kept.isEmpty && properties.isEmpty && holders.isEmpty }

    struct WeakContainer {
        weak let container: Container?
    }

    private init(_ world: ModelWorld, isObserved: Bool) {
        self.world = world
        events = isObserved ? ModelEvents() : nil
        model = Model { world.isAlive($0) }
        containers[0]?.reportMisuse { _, _, _ in }
        observe(0)
    }

    /// Has a root tell what happens in it and below, where the program is observed.
    func observe(_ root: Int) {
        guard let events, model.cores[root].parent == nil, let container = containers[root] else { return }
        eventSources.append(container.observe { events.note($0) })
    }

    /// Runs a program from the beginning.
    ///
    /// - Parameters:
    ///   - steps: The program.
    ///   - making: What it registers.
    ///   - isObserved: Whether what observers are told is compared, too.
    /// - Throws: The first difference.
    static func run(_ steps: [ModelStep], _ making: ModelMaking, isObserved: Bool = false) throws(ModelDifference) {
        let world = ModelWorld(making)
        var left: [Int] = []
        do {
            let runner = ModelRunner(world, isObserved: isObserved)
            try runner.run(steps.map { $0.made(by: making) })
            try runner.finish()
            left = runner.model.isUncertain ? [] : runner.model.disposals.serials
        }
        if !left.isEmpty { throw ModelDifference(description: "\(left) were not disposed at the end.") }
        let alive = world.alive
        if !alive.isEmpty { throw ModelDifference(description: "\(alive.sorted()) are alive when everything is dropped.") }
    }

    func run(_ steps: [ModelStep]) throws(ModelDifference) {
        for step in steps where !model.isUncertain {
            try run(step)
            try settle(after: step)
        }
    }

    /// The container that a number means: a root or a child, or the innermost override.
    func core(_ number: Int) -> Int {
        var cores = containers.keys.sorted().filter { model.cores[$0].overrides == nil }
        if let override = model.layers.last { cores.append(override) }
        return cores[number % cores.count]
    }

    func plainCore(_ number: Int) -> Int {
        let core = core(number)
        return model.cores[core].overrides ?? core
    }

    func container(_ core: Int) throws(ModelDifference) -> Container {
        guard let container = containers[core] else { throw ModelDifference(description: "There is no container \(core).") }
        return container
    }

    private func run(_ step: ModelStep) throws(ModelDifference) {
        switch step {
        case .register, .expect, .contribute, .alias, .decorate: try register(step)
        case .replace, .replaceByInstance, .restore: try replace(step)
        case .resolve, .resolveAll, .keep, .release, .call, .start, .inject, .read: try resolve(step)
        case .inspect(let number): try inspect(core(number), step)
        case .observe(let number):
            // Observing changes nothing.
            let core = core(number)
            observations[core] = observations[core] == nil ? try container(core).observe { _ in } : nil
        case .turn(let seconds):
            model.time += seconds
            world.clock.turn(by: .seconds(seconds))
        case .arm(let arm):
            model.armed.insert(arm)
            world.arm(arm)
        case .child, .copy, .drop, .close, .override, .scope, .setCurrent, .clear, .hold, .within, .give, .show, .leave: try open(step)
        }
    }

    func compare(_ found: String, with expected: String, of step: ModelStep) throws(ModelDifference) {
        if found != expected, !model.isUncertain { throw ModelDifference(description: "\(step) gave \(found) and not \(expected).") }
    }
}
