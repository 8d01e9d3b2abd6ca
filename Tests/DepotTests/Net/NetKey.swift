import Depot

/// Makes an instance of a random program; what it throws fails the resolve.
typealias NetFactory = @Sendable (Resolver) throws -> NetFacts
typealias NetAsyncFactory = @Sendable (Resolver) async throws -> NetFacts

/// How a factory takes what it is made from.
enum NetForm: CaseIterable, Sendable {
    case plain, optional, lazy, provider
}

/// What can be done with the service of one key, whose type is not known any more.
struct NetKey: Sendable {
    let isResource: Bool
    /// What errors call it.
    let written: String
    let register: @Sendable (Container, NetLifetime, @escaping NetFactory) -> Void
    let registerAsync: @Sendable (Container, NetLifetime, @escaping NetAsyncFactory) -> Void
    let replace: @Sendable (Container, @escaping NetFactory) -> Replacement
    let replaceByInstance: @Sendable (Container, NetFacts) -> Replacement
    let resolve: @Sendable (Container) throws(ResolutionError) -> any NetService
    let resolveAsync: @Sendable (Container) async throws -> any NetService
    let resolveIn: @Sendable (Resolver) throws(ResolutionError) -> any NetService
    let resolveIfRegisteredIn: @Sendable (Resolver) throws(ResolutionError) -> (any NetService)?
    let resolveAsyncIn: @Sendable (Resolver) async throws -> any NetService
    let lazy: @Sendable (Resolver) throws(ResolutionError) -> @Sendable () throws(ResolutionError) -> any NetService
    let provider: @Sendable (Resolver) throws(ResolutionError) -> @Sendable () throws(ResolutionError) -> any NetService
    let decorate: @Sendable (Container, @escaping @Sendable (any NetService, Resolver) throws -> NetFacts) -> Void
    let contribute: @Sendable (Container, NetLifetime, @escaping NetFactory) -> Void
    let resolveAll: @Sendable (Resolver) throws(ResolutionError) -> [any NetService]
    let registerForNumber: @Sendable (Container, NetLifetime, @escaping NetFactory) -> Void
    let resolveForNumber: @Sendable (Container, Int) throws(ResolutionError) -> any NetService

    init<Service: NetService>(_ type: Service.Type, _ name: Name? = nil, isResource: Bool = false) {
        self.isResource = isResource
        written = "\(type)" + (name.map { " named \"\($0)\"" } ?? "")
        register = { container, lifetime, make in
            switch lifetime {
            case .transient: container.register(type, name: name) { type.init(try make($0)) }
            case .graph: container.register(type, name: name, .graph) { type.init(try make($0)) }
            default: container.register(type, name: name, Self.shared(lifetime)) { type.init(try make($0)) }
            }
        }
        registerAsync = { container, lifetime, make in
            if lifetime.isShared {
                container.registerAsync(type, name: name, Self.shared(lifetime)) { type.init(try await make($0)) }
            } else {
                container.registerAsync(type, name: name) { type.init(try await make($0)) }
            }
        }
        replace = { container, make in container.replace(type, name: name) { type.init(try make($0)) } }
        replaceByInstance = { container, facts in container.replace(type, name: name, with: type.init(facts)) }
        resolve = { container throws(ResolutionError) in try container.tryResolve(type, name: name) }
        resolveAsync = { try await $0.resolveAsync(type, name: name) }
        resolveIn = { resolver throws(ResolutionError) in try resolver.resolve(type, name: name) }
        resolveIfRegisteredIn = { resolver throws(ResolutionError) in try resolver.resolveIfRegistered(type, name: name) }
        resolveAsyncIn = { try await $0.resolveAsync(type, name: name) }
        lazy = { resolver throws(ResolutionError) in
            // There is no wrapper of what has a name; the resolver itself is kept then.
            if name != nil { return { () throws(ResolutionError) in try resolver.resolve(type, name: name) } }
            let lazy = try resolver.resolve(Lazy<Service>.self)
            return { () throws(ResolutionError) in try lazy.get() }
        }
        provider = { resolver throws(ResolutionError) in
            if name != nil { return { () throws(ResolutionError) in try resolver.resolve(type, name: name) } }
            let provider = try resolver.resolve(Provider<Service>.self)
            return { () throws(ResolutionError) in try provider.get() }
        }
        decorate = { container, wrap in container.decorate(type, name: name) { type.init(try wrap($0, $1)) } }
        contribute = { container, lifetime, make in
            if lifetime.isShared {
                container.contribute(type, Self.shared(lifetime)) { type.init(try make($0)) }
            } else {
                container.contribute(type) { type.init(try make($0)) }
            }
        }
        resolveAll = { resolver throws(ResolutionError) in try resolver.resolveAll(type) }
        registerForNumber = { container, lifetime, make in
            if lifetime.isShared {
                container.register(type, name: name, Self.shared(lifetime)) { (r, _: Int) in type.init(try make(r)) }
            } else {
                container.register(type, name: name) { (r, _: Int) in type.init(try make(r)) }
            }
        }
        resolveForNumber = { container, number throws(ResolutionError) in try container.tryResolve(type, name: name, arguments: number) }
    }

    private static func shared(_ lifetime: NetLifetime) -> SharedLifetime {
        switch lifetime {
        case .weak: .weak
        case .cached: .cached(for: .seconds(1_000_000))
        case .session: .scoped(.session)
        case .request: .scoped(.request)
        default: .singleton
        }
    }
}

/// The services of a random program: each is made from later ones only, and what is shared for longer from nothing that is shared for less.
struct NetSchema: Sendable {
    let keys: [NetKey] = [
        NetKey(NetItem<Net0>.self), NetKey(NetResource<Net0>.self, isResource: true), NetKey(NetResource<Net1>.self, isResource: true),
        NetKey(NetItem<Net1>.self, "session"), NetKey(NetItem<Net1>.self), NetKey(NetItem<Net2>.self),
        NetKey(NetResource<Net2>.self, isResource: true), NetKey(NetItem<Net2>.self, "named"), NetKey(NetItem<Net3>.self),
        NetKey(NetResource<Net3>.self, isResource: true),
    ]
    /// Those that are registered once and never replaced, made from each other only.
    let settled: Set<Int> = [2, 8, 9]
    let lifetimes: [NetLifetime]
    /// The async services, which only tasks resolve: one of a request, which is made from the other, a singleton.
    let asyncKeys: [NetKey] = [NetKey(NetItem<Net0>.self, "async"), NetKey(NetResource<Net1>.self, "async", isResource: true)]

    init(_ random: inout NetRandom) {
        let choices: [[NetLifetime]] = [
            [.request, .transient], [.request, .graph, .transient], [.request], [.session], [.session, .transient, .graph],
            [.singleton, .transient], [.singleton], [.singleton, .weak, .cached], [.singleton], [.singleton],
        ]
        var lifetimes: [NetLifetime] = []
        for choice in choices { lifetimes.append(choice[random.number(choice.count)]) }
        self.lifetimes = lifetimes
    }

    /// What a registration of a key is made from.
    func dependencies(of key: Int, _ random: inout NetRandom) -> [(key: Int, form: NetForm)] {
        if key == 2 || key == 9 { return [] }
        if key == 8 { return [(9, .plain)] }
        // What a caller gets and is to be disposed keeps its container where it keeps a `Lazy`, until that is closed.
        if key == 1 { return [(2, .plain), (6, .plain), (9, .plain)].filter { _ in random.chance(2) } }
        var dependencies: [(key: Int, form: NetForm)] = []
        for other in keys.indices where other > key && random.chance(3) {
            dependencies.append((other, NetForm.allCases[random.chance(2) ? 0 : random.number(4)]))
        }
        return dependencies
    }
}
