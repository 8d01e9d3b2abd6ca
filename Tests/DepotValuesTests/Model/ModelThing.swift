import Depot
import DepotValues

/// An instance, with what the model says of how it was made.
class ModelThing: @unchecked Sendable {  // Immutable; not final, so the compiler cannot see it.
    let number: Int
    /// Captures what is in effect in the factory.
    let reader = ModelReader()
    let place: ModelPlace
    let needs: [ModelThing]
    let handles: [ModelHandle]

    init(_ number: Int, _ place: ModelPlace, _ needs: [ModelThing], _ handles: [ModelHandle]) {
        (self.number, self.place, self.needs, self.handles) = (number, place, needs, handles)
    }
}

final class ModelObject<Number: ModelNumber>: ModelThing, @unchecked Sendable {}

/// What a service takes to ask for another one later.
struct ModelHandle: Sendable {
    let number: Int
    let kind: Kind
    let call: @Sendable () throws -> ModelThing

    enum Kind: CaseIterable {
        case lazy, provider, injected, optional, injectedAnew, dependency

        /// Whether it keeps what it gets.
        var keeps: Bool { self == .lazy || self == .injected || self == .optional }
    }
}

private struct Injecting<Thing: ModelThing>: Sendable {
    @Inject var kept: Thing
    @Inject var optional: Thing?
    @Inject(.onEveryAccess) var anew: Thing
    @Dependency(Thing.self) var dependency
}

/// What can be done with the service of a number, whose type is known here alone.
struct ModelOperations: Sendable {
    let register: @Sendable (Container, ModelWorld) -> Void
    let replace: @Sendable (Container, ModelWorld) -> Replacement
    let resolve: @Sendable (Container) throws -> ModelThing
    let resolveAsync: @Sendable (Container) async throws -> ModelThing
    let need: @Sendable (Resolver) throws -> ModelThing
    let needAsync: @Sendable (Resolver) async throws -> ModelThing
    let handle: @Sendable (Resolver, ModelHandle.Kind) throws -> ModelHandle

    static let all = [of(N0.self), of(N1.self), of(N2.self), of(N3.self), of(N4.self), of(N5.self)]

    private static func of<Number: ModelNumber>(_: Number.Type) -> ModelOperations {
        typealias Thing = ModelObject<Number>
        return ModelOperations(
            register: { $1.register(Thing.self, Number.number, in: $0) { Thing($0, $1, $2, $3) } },
            replace: { container, world in
                container.replace(Thing.self) { r in
                    try world.make(Number.number, r, isMock: true) { Thing($0, $1, $2, $3) }
                }
            },
            resolve: { try $0.tryResolve(Thing.self) },
            resolveAsync: { try await $0.resolveAsync(Thing.self) },
            need: { try $0.resolve(Thing.self) },
            needAsync: { try await $0.resolveAsync(Thing.self) },
            handle: { resolver, kind in
                ModelHandle(number: Number.number, kind: kind, call: try call(Thing.self, resolver, kind))
            })
    }

    private static func call<Thing: ModelThing>(
        _: Thing.Type, _ resolver: Resolver, _ kind: ModelHandle.Kind
    ) throws -> @Sendable () throws -> ModelThing {
        switch kind {
        case .lazy:
            let lazy: Lazy<Thing> = try resolver.resolve()
            return { try lazy.get() }
        case .provider:
            let provider: Provider<Thing> = try resolver.resolve()
            return { try provider.get() }
        case .injected: return { [injecting = Injecting<Thing>()] in injecting.kept }
        case .optional: return { [injecting = Injecting<Thing>()] in injecting.optional ?? injecting.kept }
        case .injectedAnew: return { [injecting = Injecting<Thing>()] in injecting.anew }
        case .dependency: return { [injecting = Injecting<Thing>()] in injecting.dependency }
        }
    }
}

typealias ModelMaking<Thing> = @Sendable (Int, ModelPlace, [ModelThing], [ModelHandle]) -> Thing
