@testable import Depot

/// What can be done with the service of one key, whose type is not known any more.
///
/// Keys 0 to 5 are types without a name, 6 and 7 are the types 4 and 5 with one, 8 takes an argument.
struct ModelKey: Sendable {
    let type: Int
    /// What a path calls it.
    let name: String
    let register: @Sendable (Container, ModelLifetime, ModelWorld, @escaping ModelFactory) -> Void
    let registerAsync: @Sendable (Container, ModelLifetime, ModelWorld, @escaping ModelAsyncFactory) -> Void
    let expect: @Sendable (Container, ModelKind) -> Void
    let contribute: @Sendable (Container, ModelLifetime, ModelWorld, @escaping ModelFactory) -> Void
    let alias: @Sendable (Container, _ targetName: Name?) -> Void
    let decorate: @Sendable (Container, @escaping ModelDecorator) -> Void
    let replace: @Sendable (Container, @escaping ModelFactory) -> Replacement
    let replaceAsync: @Sendable (Container, @escaping ModelAsyncFactory) -> Replacement
    let replaceByInstance: @Sendable (Container, Int, ModelWorld) -> Replacement
    /// Provides an instance, or else what a factory makes.
    let provideInstance: @Sendable (inout ScopeProvisions, Int, ModelWorld) -> Void
    let provide: @Sendable (inout ScopeProvisions, @escaping ModelFactory) -> Void
    let part: @Sendable (ModelDependency, Resolver) throws -> NodePart
    let asyncPart: @Sendable (ModelDependency, Resolver) async throws -> NodePart
    /// The same as a function of dependencies takes it.
    let parameter: @Sendable (ModelDependency, Resolver) throws -> NodePart
    let resolve: @Sendable (Container, _ argument: Int) throws(ResolutionError) -> any AnyNode
    let resolveAsync: @Sendable (Container, _ argument: Int) async throws -> any AnyNode
    /// A property with `@Inject`, as what reads it.
    let inject: @Sendable (ModelDependency.Form) -> ModelHandle
    let resolveAll: @Sendable (Container) throws(ResolutionError) -> [any AnyNode]
    let resolveAllAsync: @Sendable (Container) async throws -> [any AnyNode]

    static let plain = 0..<6
    static let named = 6..<8
    static let withArgument = 8
    static let all: [ModelKey] = [
        make(Marker0.self), make(Marker1.self), make(Marker2.self), make(Marker3.self), make(Marker4.self), make(Marker5.self),
        make(Marker4.self, "main"), make(Marker5.self, "main"), makeWithArgument(Marker6.self),
    ]
    /// Whether instances of a type are disposed.
    static func isDisposable(_ type: Int) -> Bool { type == 1 || type == 3 || type == 6 }
    /// The key of the name of the same type.
    static func named(_ key: Int) -> Int? { key == 4 ? 6 : key == 5 ? 7 : nil }

    /// What asks the container itself, and not for the run of the resolver.
    static func resolverOfItself(_ resolver: Resolver) -> Resolver { Resolver(resolver.container) }

    private static func node<Key: Marker>(_ made: (serial: Int, parts: [NodePart], world: ModelWorld)) -> Node<Key> {
        isDisposable(Key.number)
            ? DisposableNode<Key>(made.serial, made.parts, made.world) : Node<Key>(made.serial, made.parts, made.world)
    }

    private static func make<Key: Marker>(_ key: Key.Type, _ name: Name? = nil) -> ModelKey {
        let type = Node<Key>.self
        return ModelKey(
            type: Key.number, name: "Node<Marker\(Key.number)>" + (name.map { _ in " named \"main\"" } ?? ""),
            register: { container, lifetime, world, factory in
                if world.making == .functions {
                    container.add(function(Key.self, named: name, lifetime, world, in: container) { node(try factory($0)) })
                } else if let unique = lifetime.unique {
                    container.register(type, name: name, unique) { node(try factory($0)) }
                } else {
                    container.register(type, name: name, lifetime.shared(world)) { node(try factory($0)) }
                }
            },
            registerAsync: { container, lifetime, world, factory in
                if let unique = lifetime.unique {
                    container.registerAsync(type, name: name, unique) { node(try await factory($0)) }
                } else {
                    container.registerAsync(type, name: name, lifetime.shared(world)) { node(try await factory($0)) }
                }
            },
            expect: { container, kind in container.expect(type, name: name, in: kind.kind) },
            contribute: { container, lifetime, world, factory in
                if let unique = lifetime.unique {
                    container.contribute(type, unique) { node(try factory($0)) }
                } else {
                    container.contribute(type, lifetime.shared(world)) { node(try factory($0)) }
                }
            },
            alias: { container, target in container.alias(type, name: name, to: type, named: target) { $0 } },
            decorate: { container, decorator in container.decorate(type, name: name) { node(try decorator($0, $1)) } },
            replace: { container, factory in container.replace(type, name: name) { node(try factory($0)) } },
            replaceAsync: { container, factory in container.replaceAsync(type, name: name) { node(try await factory($0)) } },
            replaceByInstance: { container, serial, world in container.replace(type, name: name, with: node((serial, [], world))) },
            provideInstance: { scope, serial, world in scope.provide(type, name: name, node((serial, [], world))) },
            provide: { scope, factory in scope.provide(type, name: name) { node(try factory($0)) } },
            part: { dependency, resolver in
                switch dependency.form {
                case .required: return .one(try resolver.resolve(type, name: name))
                case .optional: return try resolver.resolveIfRegistered(type, name: name).map { .one($0) } ?? .none
                case .all: return .all(try resolver.resolveAll(type))
                case .lazy:
                    let lazy = try resolver.resolve(Lazy<Node<Key>>.self)
                    return .later { (_) throws(ResolutionError) in [try lazy.get()] }
                case .provider:
                    let provider = try resolver.resolve(Provider<Node<Key>>.self)
                    return .later { (_) throws(ResolutionError) in [try provider.get()] }
                case .resolver: return .later { (_) throws(ResolutionError) in [try resolver.resolve(type, name: name)] }
                case .inject, .injectIfRegistered, .injectOnEveryAccess, .injectOnInit:
                    return .later(injected(type, name, dependency.form))
                case .injectAll: return injectedAll(type)
                }
            },
            asyncPart: { dependency, resolver in
                switch dependency.form {
                case .required, .optional: return .one(try await resolver.resolveAsync(type, name: name))
                case .all: return .all(try await resolver.resolveAsync([Node<Key>].self))
                case .lazy, .provider, .resolver, .inject, .injectAll, .injectIfRegistered, .injectOnEveryAccess, .injectOnInit:
                    return .later { (_) throws(ResolutionError) in [try waiting { try await resolver.resolveAsync(type, name: name) }] }
                }
            },
            parameter: { dependency, resolver in
                // A function has no parameters with names.
                switch dependency.form {
                case .required: return .one(try name == nil ? resolver.parameter(type) : resolver.resolve(type, name: name))
                case .optional:
                    let service = try name == nil ? resolver.parameter(Node<Key>?.self) : resolver.resolveIfRegistered(type, name: name)
                    return service.map { .one($0) } ?? .none
                case .all: return .all(try resolver.parameter([Node<Key>].self))
                case .lazy:
                    let lazy = try resolver.parameter(Lazy<Node<Key>>.self)
                    return .later { (_) throws(ResolutionError) in [try lazy.get()] }
                case .provider:
                    let provider = try resolver.parameter(Provider<Node<Key>>.self)
                    return .later { (_) throws(ResolutionError) in [try provider.get()] }
                case .resolver:
                    let resolver = try resolver.parameter(Resolver.self)
                    return .later { (_) throws(ResolutionError) in [try resolver.resolve(type, name: name)] }
                case .inject, .injectIfRegistered, .injectOnEveryAccess, .injectOnInit:
                    return .later(injected(type, name, dependency.form))
                case .injectAll: return injectedAll(type)
                }
            },
            resolve: { (container, _) throws(ResolutionError) in try container.tryResolve(type, name: name) },
            resolveAsync: { container, _ in try await container.resolveAsync(type, name: name) },
            inject: { injected(type, name, $0) },
            // The same, but for the trap.
            resolveAll: { (container) throws(ResolutionError) in try container.resolvedAll(type, from: nil) },
            resolveAllAsync: { container in try await container.resolvedAllAsync(type, from: nil) })
    }

    /// A property of one service, as what reads it.
    private static func injected<Key: Marker>(_: Node<Key>.Type, _ name: Name?, _ form: ModelDependency.Form) -> ModelHandle {
        if form == .injectIfRegistered {
            let property = Inject<Node<Key>?>(name: name)
            return { (_) throws(ResolutionError) in property.wrappedValue.map { [$0] } ?? [] }
        }
        let property = Inject<Node<Key>>(form.moment, name: name)
        return { (_) throws(ResolutionError) in [property.wrappedValue] }
    }

    private static func injectedAll<Key: Marker>(_: Node<Key>.Type) -> NodePart {
        let property = Inject<[Node<Key>]>()
        return .later { (_) throws(ResolutionError) in property.wrappedValue }
    }

    /// What `register(_:_:using:)` makes of a function; the model's have no parameters that a compiler could see.
    private static func function<Key: Marker>(
        _: Key.Type, named name: Name?, _ lifetime: ModelLifetime, _ world: ModelWorld, in container: Container,
        _ factory: @escaping @Sendable (Resolver) throws -> Node<Key>
    ) -> TypedRegistration<Node<Key>> {
        if let unique = lifetime.unique {
            return TypedRegistration(
                in: container, name, unique, nil, overriding: false, onMainActor: false, #fileID, #line, dependencies: { [] },
                plain: factory)
        }
        return TypedRegistration(
            in: container, name, lifetime.shared(world), nil, overriding: false, onMainActor: false, #fileID, #line, dependencies: { [] },
            plain: factory, instance: TypedInstance<Node<Key>>.made, takesNothing: false)
    }

    private static func makeWithArgument<Key: Marker>(_ key: Key.Type) -> ModelKey {
        let type = Node<Key>.self
        return ModelKey(
            type: Key.number, name: "Node<Marker\(Key.number)> with arguments (Int)",
            register: { container, lifetime, world, factory in
                if let unique = lifetime.unique {
                    container.register(type, unique) { (resolver, _: Int) in node(try factory(resolver)) }
                } else {
                    container.register(type, lifetime.shared(world)) { (resolver, _: Int) in node(try factory(resolver)) }
                }
            },
            registerAsync: { _, _, _, _ in preconditionFailure("It is not async.") }, expect: { _, _ in }, contribute: { _, _, _, _ in },
            alias: { _, _ in }, decorate: { _, _ in },
            replace: { container, factory in container.replace(type) { (resolver, _: Int) in node(try factory(resolver)) } },
            replaceAsync: { _, _ in preconditionFailure("It is not async.") },
            replaceByInstance: { container, serial, world in
                container.replace(type) { (_, _: Int) in node((serial, [], world)) }
            },
            provideInstance: { _, _, _ in }, provide: { _, _ in },
            part: { dependency, resolver in
                switch dependency.form {
                case .required, .optional, .all: return .one(try resolver.resolve(type, arguments: dependency.argument))
                case .resolver: return .later { (argument) throws(ResolutionError) in [try resolver.resolve(type, arguments: argument)] }
                case .lazy, .provider, .inject, .injectAll, .injectIfRegistered, .injectOnEveryAccess, .injectOnInit:
                    let make = try resolver.resolve(Factory<Node<Key>, Int>.self)
                    return .later { (argument) throws(ResolutionError) in [try make.get(argument)] }
                }
            },
            asyncPart: { dependency, resolver in
                if !dependency.form.isLater { return .one(try resolver.resolve(type, arguments: dependency.argument)) }
                return .later { (argument) throws(ResolutionError) in [try resolver.resolve(type, arguments: argument)] }
            },
            parameter: { dependency, resolver in
                switch dependency.form {
                case .required, .optional, .all: return .one(try resolver.resolve(type, arguments: dependency.argument))
                case .resolver:
                    let resolver = try resolver.parameter(Resolver.self)
                    return .later { (argument) throws(ResolutionError) in [try resolver.resolve(type, arguments: argument)] }
                case .lazy, .provider, .inject, .injectAll, .injectIfRegistered, .injectOnEveryAccess, .injectOnInit:
                    let make = try resolver.parameter(Factory<Node<Key>, Int>.self)
                    return .later { (argument) throws(ResolutionError) in [try make.get(argument)] }
                }
            },
            resolve: { (container, argument) throws(ResolutionError) in try container.tryResolve(type, arguments: argument) },
            resolveAsync: { container, argument in try await container.resolveAsync(type, arguments: argument) },
            inject: { _ in { _ in preconditionFailure("It takes an argument.") } }, resolveAll: { _ in [] }, resolveAllAsync: { _ in [] })
    }
}

extension ModelDependency.Form {
    /// When a property of one is resolved.
    fileprivate var moment: InjectionMoment {
        switch self {
        case .injectOnInit: .onInit
        case .injectOnEveryAccess: .onEveryAccess
        default: .onFirstAccess
        }
    }
}
