import Depot

/// A random program on one tree of containers, which several threads or tasks run at once.
final class NetProgram: Sendable {
    let world = NetWorld()
    let schema: NetSchema
    let history: NetHistory
    let containers: [Container]
    let held: Locked<[(scope: HeldScope, number: Int)]>
    private let identities = Locked<(epoch: Int, known: [Identity: (facts: NetFacts, by: String)])>((0, [:]))
    let isClosing = Locked(false)

    /// Where a shared instance is the only one in an epoch.
    private struct Identity: Hashable {
        let home: Int
        let key: Int
        let scope: Int?
    }

    init(seed: UInt64) {
        var random = NetRandom(seed: seed)
        schema = NetSchema(&random)
        // A root, two children of it and a child of one of those.
        let root = Container()
        let child = Container(parent: root)
        containers = [root, child, Container(parent: root), Container(parent: child)]
        history = NetHistory(parents: [nil, 0, 0, 1], keys: schema.keys.count + schema.asyncKeys.count)
        held = Locked([])
        for key in schema.keys.indices { register(key, in: 0, &random) }
        registerAsync(0, in: 0)
        registerAsync(1, in: 0)
        containers[0].decorate(NetItem<Net2>.self) { base, _ in base }
        containers[0].alias((any NetAlias).self, to: NetResource<Net2>.self) { $0 }
        containers[0].register(NetArgument.self, .singleton) { [world] (_, number: Int) in NetArgument(world, number) }
        for _ in 0..<2 { contribute(in: 0) }
        for _ in 0..<2 { held.withLock { $0.append(self.makeHeld()) } }
    }

    func makeHeld() -> (scope: HeldScope, number: Int) {
        let number = world.scopes.increment()
        return (HeldScope(.session, id: "held \(number)", in: containers[0]), number)
    }
}

protocol NetAlias: NetService {}
extension NetResource: NetAlias where Marker == Net2 {}

/// A shared service with an argument.
final class NetArgument: Sendable {
    let number: Int
    let serial: Int
    private let member: Census.Member

    init(_ world: NetWorld, _ number: Int) {
        self.number = number
        serial = world.serials.increment()
        member = Census.Member(world.census)
    }
}

/// One of many.
final class NetPlugin: Sendable {
    let generation: Int
    private let member: Census.Member

    init(_ generation: Int, _ census: Census) {
        self.generation = generation
        member = Census.Member(census)
    }
}

// What registers and replaces.
extension NetProgram {
    func register(_ key: Int, in container: Int, _ random: inout NetRandom) {
        let (generation, make) = factory(key, in: container, &random)
        history.register(generation, container, key) {
            schema.keys[key].register(containers[container], schema.lifetimes[key], make)
        }
    }

    func replace(_ key: Int, in container: Int, _ random: inout NetRandom) {
        if random.chance(2) {
            let generation = world.generations.increment()
            let lifetime: NetLifetime = schema.lifetimes[key].kind == nil ? .singleton : .transient
            let facts = NetFacts(world, key: key, generation: generation, home: container, lifetime)
            history.replace(generation, container, key) { schema.keys[key].replaceByInstance(containers[container], facts) }
        } else {
            let (generation, make) = factory(key, in: container, &random)
            history.replace(generation, container, key) { schema.keys[key].replace(containers[container], make) }
        }
    }

    /// A factory for a key, and its generation.
    func factory(_ key: Int, in home: Int, _ random: inout NetRandom) -> (generation: Int, make: NetFactory) {
        let generation = world.generations.increment()
        let dependencies = schema.dependencies(of: key, &random)
        let (world, keys, lifetime) = (world, schema.keys, schema.lifetimes[key])
        let mayFail = !schema.settled.contains(key)
        return (
            generation,
            { resolver in
                var parts: [any NetService] = []
                var later: [NetFacts.Later] = []
                for dependency in dependencies {
                    let key = keys[dependency.key]
                    switch dependency.form {
                    case .plain: parts.append(try key.resolveIn(resolver))
                    case .optional: if let part = try key.resolveIfRegisteredIn(resolver) { parts.append(part) }
                    case .lazy: later.append(.init(key: dependency.key, form: dependency.form, get: try key.lazy(resolver)))
                    case .provider: later.append(.init(key: dependency.key, form: dependency.form, get: try key.provider(resolver)))
                    }
                }
                if mayFail, world.takeArm(ofDisposers: false) { throw NetWorld.Armed() }
                let facts = NetFacts(world, key: key, generation: generation, home: home, lifetime, parts: parts, later: later)
                if keys[key].isResource { world.noteCreation(of: facts) }
                return facts
            }
        )
    }

    /// Registers an async service: 0 is of a request and made from 1, which is a singleton.
    func registerAsync(_ number: Int, in home: Int) {
        let generation = world.generations.increment()
        let (world, schema) = (world, schema)
        let lifetime: NetLifetime = number == 0 ? .request : .singleton
        let key = schema.keys.count + number
        history.register(generation, home, key) {
            schema.asyncKeys[number].registerAsync(containers[home], lifetime) { resolver in
                var parts: [any NetService] = []
                if number == 0 { parts.append(try await schema.asyncKeys[1].resolveAsyncIn(resolver)) }
                await Task.yield()
                parts.append(try await schema.keys[6].resolveAsyncIn(resolver))
                parts.append(try schema.keys[9].resolveIn(resolver))
                if world.takeArm(ofDisposers: false) { throw NetWorld.Armed() }
                let facts = NetFacts(world, key: key, generation: generation, home: home, lifetime, parts: parts)
                if number == 1 { world.noteCreation(of: facts) }
                return facts
            }
        }
    }

    func contribute(in container: Int) {
        let generation = world.generations.increment()
        containers[container].contribute(NetPlugin.self) { [world] _ in NetPlugin(generation, world.census) }
    }
}

// What is checked.
extension NetProgram {
    /// Checks what a resolve gave: each part of it is of a registration that was in effect meanwhile, where it was looked up, and of the
    /// scope that is open here.
    func check(_ service: any NetService, _ key: Int, from container: Int, since moment: NetHistory.Moment, by form: String = "") {
        let place = NetPlace.current
        let lookup = Lookup(view: history.view(of: container, in: place), asked: container, place: place, moment: moment)
        if let problem = problem(service.facts, key, homes: [container], lookup) {
            world.report("c\(container) \(form) in \(place.overrides) \(place.scopes.map { "\($0.key) \($0.value)" }): \(problem)")
        }
        let facts = service.facts
        guard let epoch = moment.epoch, place.overrides.isEmpty, history.now.epoch == epoch, !place.mayBeClosed else { return }
        let lifetime = facts.lifetime
        // What a handle resolved later makes its owner outdated with it, so one that never called its own may be as good as that one again.
        guard lifetime == .singleton || lifetime == .cached || lifetime.kind != nil, !facts.keepsHandles else { return }
        let caller = "\(form) from c\(container) in \(place.scopes.count) scopes"
        let other = identities.withLock { all -> (facts: NetFacts, by: String)? in
            if all.epoch < epoch { all = (epoch, [:]) }
            guard all.epoch == epoch else { return nil }
            let identity = Identity(home: facts.home, key: key, scope: facts.scope)
            if let known = all.known[identity] { return known.facts === facts ? nil : known }
            all.known[identity] = (facts, caller)
            return nil
        }
        if let other {
            world.report("\(facts.whole), \(caller), was made beside \(other.facts.whole), \(other.by), in epoch \(epoch).")
        }
    }

    /// Forgets which instances were seen, and releases them.
    func forgetIdentities() { identities.withLock { $0.known = [:] } }

    private struct Lookup {
        let view: [NetPlace.Override]
        let asked: Int
        let place: NetPlace
        let moment: NetHistory.Moment
    }

    private func problem(_ facts: NetFacts, _ key: Int, homes: [Int], _ lookup: Lookup) -> String? {
        if facts.key != key { return "\(facts) was given for k\(key)" }
        var allowed: Set<Int> = []
        for home in homes { allowed.formUnion(history.allowed(key, from: home, lookup.view, since: lookup.moment)) }
        if !allowed.contains(facts.generation) {
            let known = history.ancestors(homes[0]).map { "c\($0): \(history.written($0, key, since: lookup.moment))" }
            return "\(facts) looked up in \(homes) is not of the generations \(allowed.sorted()) of \(known.joined(separator: ", "))"
        }
        if let kind = facts.lifetime.kind, facts.scope != lookup.place.scopes[kind] {
            return "\(facts) is of another scope than \(lookup.place.scopes[kind].map(String.init) ?? "-")"
        }
        if schema.settled.contains(key), facts.isDisposed, !lookup.place.mayBeClosed, !isClosing.withLock({ $0 }) {
            return "\(facts) is disposed"
        }
        // What is not shared looks things up for the caller; one of a graph may have been made for another part of it.
        let inner =
            switch facts.lifetime {
            case .transient: homes
            case .graph: history.ancestors(lookup.asked)
            default: [facts.home]
            }
        for part in facts.parts {
            if let problem = problem(part.facts, part.facts.key, homes: inner, lookup) { return "\(problem)\n  in \(facts)" }
        }
        return nil
    }

    /// Checks an error of a resolve here.
    func check(_ error: any Error, _ what: @autoclosure () -> String) {
        guard let error = error as? ResolutionError else {
            if !(error is DisposalError), !(error is NetWorld.Armed) { world.report("\(what()) failed with \(error)") }
            return
        }
        let place = NetPlace.current
        switch error {
        case .factoryFailed where error.underlying is NetWorld.Armed: return
        case .scopeNotOpen where place.scopes[.request] == nil || place.scopes[.session] == nil: return
        case .closed where place.mayBeClosed || isClosing.withLock({ $0 }): return
        default:
            let when = isClosing.withLock { $0 } ? "while all is closed, " : ""
            world.report("\(when)in \(place.overrides) \(place.scopes.map { "\($0.key) \($0.value)" }) \(what()) failed with \(error)")
        }
    }
}
