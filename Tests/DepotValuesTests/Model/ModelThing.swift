import Depot
import DepotValues

/// An instance, with what the model says of how it was made.
class ModelThing: @unchecked Sendable {  // Immutable; not final, so the compiler cannot see it.
    let key: ModelServiceKey
    /// Captures what is in effect in the factory.
    let reader = ModelReader()
    let place: ModelPlace
    let needs: [ModelThing]
    let handles: [ModelHandle]

    init(_ key: ModelServiceKey, _ place: ModelPlace, _ needs: [ModelThing], _ handles: [ModelHandle]) {
        (self.key, self.place, self.needs, self.handles) = (key, place, needs, handles)
    }
}

final class ModelObject<Number: ModelNumber>: ModelThing, @unchecked Sendable {}

typealias ModelMaking<Thing> = @Sendable (ModelServiceKey, ModelPlace, [ModelThing], [ModelHandle]) -> Thing

/// What can be done with the service of a number, whose type is known here alone.
///
/// A resolve gives an instance, or all of those that are contributed.
struct ModelOperations: Sendable {
    let register: @Sendable (Container, ModelWorld) -> Void
    /// Nil where it is contributed: what can be replaced is a registration.
    let replace: @Sendable (Container, ModelServiceKey, ModelWorld) -> Replacement?
    let resolve: @Sendable (Container, ModelServiceKey, ModelForm) throws -> [ModelThing]
    let resolveAsync: @Sendable (Container, ModelServiceKey, ModelForm) async throws -> [ModelThing]
    let need: @Sendable (Resolver, ModelServiceKey, ModelForm) throws -> [ModelThing]
    let needAsync: @Sendable (Resolver, ModelServiceKey) async throws -> [ModelThing]
    let handle: @Sendable (Resolver, ModelServiceKey, ModelForm, ModelHandle.Kind) throws -> ModelHandle

    static let all = [of(N0.self), of(N1.self), of(N2.self), of(N3.self), of(N4.self), of(N5.self)]

    private static func of<Number: ModelNumber>(_: Number.Type) -> ModelOperations {
        typealias Thing = ModelObject<Number>
        return ModelOperations(
            register: { container, world in world.register(Thing.self, Number.number, in: container) { Thing($0, $1, $2, $3) } },
            replace: { container, key, world in world.replace(Thing.self, key, in: container) { Thing($0, $1, $2, $3) } },
            resolve: { container, key, form in
                switch form {
                case .plain: [try container.tryResolve(Thing.self)]
                case .named: [try container.tryResolve(Thing.self, name: key.name)]
                case .arguments: [try container.tryResolve(Thing.self, arguments: key.variant)]
                case .contributed: container.resolveAll(Thing.self)
                }
            },
            resolveAsync: { container, key, form in
                switch form {
                case .plain, .named: [try await container.resolveAsync(Thing.self, name: key.name)]
                case .arguments: [try await container.resolveAsync(Thing.self, arguments: key.variant)]
                case .contributed: container.resolveAll(Thing.self)
                }
            },
            need: { resolver, key, form in
                switch form {
                case .plain where key.number.isMultiple(of: 2): [try resolver.resolve(Thing.self)]
                case .plain, .named: try resolver.resolveIfRegistered(Thing.self, name: key.name).map { [$0] } ?? []
                case .arguments: [try resolver.resolve(Thing.self, arguments: key.variant)]
                case .contributed: try resolver.resolveAll(Thing.self)
                }
            },
            needAsync: { resolver, key in [try await resolver.resolveAsync(Thing.self, name: key.name)] },
            handle: { resolver, key, form, kind in
                ModelHandle(key: key, kind: kind, call: try ModelHandle.call(Thing.self, resolver, key, form, kind))
            })
    }
}
