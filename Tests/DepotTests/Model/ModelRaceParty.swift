import Depot

/// What a resolve gave.
enum RaceOutcome {
    case one(any AnyNode)
    case failure(String)
    case done(String)
}

/// One of those who take steps in a race, but for the steps that take their time: what it has, and what it got.
class RaceParty: @unchecked Sendable {  // Used by its thread or task, and then by the one that has waited for it.
    let steps: [ModelStep]
    let world: ModelWorld
    /// Which one it is, and how much it has put in place: so what was made says by which step's factory, in whatever order they were taken.
    private let name: String
    private var makers = 0
    var containers: [Container]
    /// Those of the overrides that it is in.
    var layers: [Container] = []
    var replacements: [Replacement] = []
    private(set) var kept: [any AnyNode] = []
    private var holders: [HeldScope] = []
    private(set) var properties: [ModelHandle] = []
    private var observations: [Container.Observation] = []
    /// How many of the containers, and of what is kept, are another's.
    private let known: (containers: Int, kept: Int)
    var outcomes: [RaceOutcome] = []
    /// What it has copied.
    private(set) var copies: [Container] = []

    /// The containers that it has opened.
    var opened: ArraySlice<Container> { containers[known.containers...] }
    /// What it has got.
    var got: ArraySlice<any AnyNode> { kept[known.kept...] }

    /// One that may use as well what the first one has.
    init(_ name: String, _ steps: [ModelStep], _ world: ModelWorld, _ containers: [Container], after first: RaceParty? = nil) {
        (self.name, self.steps, self.world, self.containers) = (name, steps, world, first?.containers ?? containers)
        (kept, replacements) = (first?.kept ?? [], first?.replacements ?? [])
        (holders, properties) = (first?.holders ?? [], first?.properties ?? [])
        known = (self.containers.count, kept.count)
    }

    func plain(_ number: Int) -> Container { containers[number % containers.count] }
    func container(_ number: Int) -> Container { (containers + layers)[number % (containers.count + layers.count)] }
    func holder(_ number: Int) -> HeldScope? { holders.isEmpty ? nil : holders[number % holders.count] }

    func provide(_ given: [ModelGift], to scope: inout ScopeProvisions) {
        for gift in given {
            let key = ModelKey.all[gift.key]
            if let dependencies = gift.dependencies {
                key.provide(&scope, factory(gift.key, dependencies))
            } else {
                key.provideInstance(&scope, takeSerial(), world)
            }
        }
    }

    private func takeMaker() -> String {
        makers += 1
        return "\(name)\(makers)"
    }

    private func takeSerial() -> Int {
        let serial = world.takeSerial()
        world.note(maker: takeMaker(), of: serial)
        return serial
    }

    private func factory(_ key: Int, _ dependencies: [ModelDependency]) -> ModelFactory {
        let (factory, maker) = (world.factory(key, dependencies, capturing: world.capture()), takeMaker())
        return { resolver in
            let made = try factory(resolver)
            made.world.note(maker: maker, of: made.serial)
            return made
        }
    }

    private func asyncFactory(_ key: Int, _ dependencies: [ModelDependency]) -> ModelAsyncFactory {
        let (factory, maker) = (world.asyncFactory(key, dependencies, capturing: world.capture()), takeMaker())
        return { resolver in
            let made = try await factory(resolver)
            made.world.note(maker: maker, of: made.serial)
            return made
        }
    }

    private func decorator(_ key: Int, _ dependencies: [ModelDependency]) -> ModelDecorator {
        let (decorator, maker) = (world.decorator(key, dependencies, capturing: world.capture()), takeMaker())
        return { base, resolver in
            let made = try decorator(base, resolver)
            made.world.note(maker: maker, of: made.serial)
            return made
        }
    }

    /// Takes a step that resolves nothing and has none inside.
    func change(_ step: ModelStep) {
        let all = ModelKey.all
        switch step {
        case .register(let core, let key, let lifetime, let dependencies):
            if world.isAsync(key) {
                all[key].registerAsync(container(core), lifetime, world, asyncFactory(key, dependencies))
            } else {
                all[key].register(container(core), lifetime, world, factory(key, dependencies))
            }
        case .contribute(let core, let key, let lifetime, let dependencies):
            all[key].contribute(container(core), lifetime, world, factory(key, dependencies))
        case .alias(let core, let key): if ModelKey.named(key) != nil { all[key].alias(container(core), "main") }
        case .decorate(let core, let key, let dependencies):
            all[key].decorate(container(core), decorator(key, dependencies))
        case .replace(let core, let key, let dependencies):
            replacements.append(
                world.isAsync(key)
                    ? all[key].replaceAsync(container(core), asyncFactory(key, dependencies))
                    : all[key].replace(container(core), factory(key, dependencies)))
        case .replaceByInstance(let core, let key):
            replacements.append(all[key].replaceByInstance(container(core), takeSerial(), world))
        case .restore(let number):
            if replacements.isEmpty { break }
            outcomes.append(.done("\(replacements.remove(at: number % replacements.count).restore())"))
        case .inject(let key, let form): properties.append(all[key].inject(form))
        case .setCurrent(let number, let kind, let id, let given):
            container(number).scopeContext.setCurrent(kind.kind, id: "\(id)") { provide(given, to: &$0) }
        case .clear(let number, let kind, let id):
            container(number).scopeContext.clear(kind.kind, id: id.map { "\($0)" })
        case .hold(let number, let kind, let id, let given):
            holders.append(HeldScope(kind.kind, id: "\(id)", in: container(number)) { provide(given, to: &$0) })
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
        case .observe(let number): observations.append(container(number).observe { _ in })
        case .inspect(let number):
            let container = container(number)
            _ = container.graph
            _ = try? container.validate()
        case .turn(let seconds): world.clock.turn(by: .seconds(seconds))
        default: break
        }
    }

    func note(_ node: any AnyNode) {
        kept.append(node)
        outcomes.append(.one(node))
    }
}
