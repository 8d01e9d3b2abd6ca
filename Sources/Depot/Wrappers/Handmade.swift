/// Where a `Provider` or `Factory` gets its service.
enum WrapperSource<Service>: Sendable {
    case container(Handle)
    /// The parameter points to the arguments, as a tuple of their types.
    case closure(@Sendable (UnsafeRawPointer) throws(ResolutionError) -> Service)
}

/// What a `Provider` or `Factory` gives that was made from a closure instead of by a container.
enum Handmade {
    /// Calls the closure; what it throws becomes a diagnosis that names the wrapper.
    static func made<Service>(as wrapper: any Any.Type, by make: () throws -> Service) throws(ResolutionError) -> Service {
        do {
            return try make()
        } catch let error as ResolutionError {
            throw error
        } catch {
            throw .factoryFailed(
                .init(
                    what: "The closure of a \(typeName(of: wrapper)) threw: \(error)", path: [],
                    fix: "see the error; the closure was handed in where the \(typeName(of: wrapper)) was made.", underlying: error))
        }
    }

    /// Calls the closure on the main actor, or refuses to off it.
    static func madeOnMainActor<Service>(
        as wrapper: any Any.Type, by make: @MainActor () throws -> Service
    ) throws(ResolutionError) -> Service {
        guard MainThread.isCurrent else {
            throw .requiresMainActor(
                .init(
                    what: "The closure of a \(typeName(of: wrapper)) runs on the main actor and was called off it.", path: [],
                    fix: "call it on the main actor."))
        }
        return try made(as: wrapper) { try MainThread.run(make) }
    }
}
