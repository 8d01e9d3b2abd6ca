import Depot
import DepotValues

/// What a service takes to ask for another one later.
struct ModelHandle: Sendable {
    let key: ModelServiceKey
    let kind: Kind
    let call: @Sendable () throws -> [ModelThing]

    enum Kind: Sendable {
        case lazy, provider, factory, resolver, injected, optional, injectedAnew, dependency

        /// Whether it keeps what it gets.
        var keeps: Bool { self == .lazy || self == .injected || self == .optional }

        /// Those by which a service of a form can be asked for.
        static func all(of form: ModelForm) -> [Kind] {
            switch form {
            case .plain: [.lazy, .provider, .resolver, .injected, .optional, .injectedAnew, .dependency]
            case .named: [.resolver, .injected, .optional, .injectedAnew, .dependency]
            case .arguments: [.factory, .resolver]
            case .contributed: [.resolver, .injected, .injectedAnew, .dependency]
            }
        }
    }

    static func call<Thing: ModelThing>(
        _: Thing.Type, _ resolver: Resolver, _ key: ModelServiceKey, _ form: ModelForm, _ kind: Kind
    ) throws -> @Sendable () throws -> [ModelThing] {
        switch form {
        case .plain, .named:
            let call = try call(Thing.self, resolver, key.name, kind)
            return { [try call()] }
        case .arguments:
            let factory: Factory<Thing, Int> = try resolver.resolve()
            return { [try kind == .factory ? factory.get(key.variant) : resolver.resolve(Thing.self, arguments: key.variant)] }
        case .contributed:
            if kind == .resolver { return { try resolver.resolveAll(Thing.self) } }
            return try call([Thing].self, resolver, nil, kind)
        }
    }

    private static func call<Service: Sendable>(
        _: Service.Type, _ resolver: Resolver, _ name: Name?, _ kind: Kind
    ) throws -> @Sendable () throws -> Service {
        switch kind {
        case .lazy:
            let lazy: Lazy<Service> = try resolver.resolve()
            return { try lazy.get() }
        case .provider:
            let provider: Provider<Service> = try resolver.resolve()
            return { try provider.get() }
        case .factory, .resolver: return { try resolver.resolve(Service.self, name: name) }
        case .injected: return { [injecting = Injecting<Service>(name)] in injecting.kept }
        case .optional: return { [injecting = Injecting<Service>(name)] in injecting.optional ?? injecting.kept }
        case .injectedAnew: return { [injecting = Injecting<Service>(name)] in injecting.anew }
        case .dependency: return { [injecting = Injecting<Service>(name)] in injecting.dependency }
        }
    }
}

private struct Injecting<Service: Sendable>: Sendable {
    @Inject var kept: Service
    @Inject var optional: Service?
    @Inject var anew: Service
    @Dependency var dependency: Service

    init(_ name: Name?) {
        _kept = Inject(name: name)
        _optional = Inject(name: name)
        _anew = Inject(.onEveryAccess, name: name)
        _dependency = Dependency(Service.self, name: name)
    }
}
