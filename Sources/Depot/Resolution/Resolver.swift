/// What a factory resolves its dependencies from. Its resolves throw, so that a failure carries its path out.
///
/// A resolver may be kept and used later, from any thread: it then resolves like its container, for as long as that
/// exists.
public struct Resolver: Sendable {
    let container: Container
    let build: Build?

    /// Resolves a service.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``.
    public func resolve<Service>(_ type: Service.Type = Service.self, name: Name? = nil) throws(ResolutionError) -> Service {
        if name == nil, let settled = container.settled(type) { return settled }
        return try container.resolved(Key(type, name: name), as: type, from: build)
    }

    /// Resolves a service from runtime arguments.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    ///   - first: The first argument. The types of the arguments are part of the key.
    ///   - rest: The other arguments.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``.
    public func resolve<Service, First, each Rest>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments first: First, _ rest: repeat each Rest
    ) throws(ResolutionError) -> Service {
        let key = Key(type, name: name, arguments: argumentType(First.self, repeat (each Rest).self))
        var arguments = (first, repeat each rest)
        return try withUnsafePointer(to: &arguments) { (pointer) throws(ResolutionError) in
            try container.resolved(key, as: type, arguments: UnsafeRawPointer(pointer), from: build)
        }
    }

    /// Resolves a service, or gives nil where it is not registered; other failures still surface.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    /// - Returns: The instance, or nil.
    /// - Throws: ``ResolutionError``, but not for a missing registration of the service itself.
    public func resolveIfRegistered<Service>(
        _ type: Service.Type = Service.self, name: Name? = nil
    ) throws(ResolutionError) -> Service? {
        try container.resolvedIfRegistered(Key(type, name: name), as: type, from: build)
    }

    /// Resolves all that is registered for a type, in registration order, a parent's first.
    ///
    /// - Parameter type: The service; inferred from the context where it is left out.
    /// - Returns: The instances; none where nothing is registered.
    /// - Throws: ``ResolutionError``.
    public func resolveAll<Service>(_ type: Service.Type = Service.self) throws(ResolutionError) -> [Service] {
        try container.resolvedAll(type, from: build)
    }

    /// Resolves a service, waiting for async factories and going to the main actor as needed.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``, or `CancellationError` when the task is cancelled while it waits.
    public func resolveAsync<Service>(_ type: Service.Type = Service.self, name: Name? = nil) async throws -> Service {
        if name == nil, let settled = container.settled(type) { return settled }
        return try await container.resolvedAsync(Key(type, name: name), as: type, from: build)
    }

    /// Whether a service is registered.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    /// - Returns: Whether a resolve would find it.
    public func isRegistered<Service>(_ type: Service.Type, name: Name? = nil) -> Bool {
        container.isRegistered(type, name: name)
    }
}

/// The types of runtime arguments as one: the type itself for one argument, a tuple for several.
@inline(__always)
func argumentType<First, each Rest>(_ first: First.Type, _ rest: repeat (each Rest).Type) -> any Any.Type {
    (First, repeat each Rest).self
}
