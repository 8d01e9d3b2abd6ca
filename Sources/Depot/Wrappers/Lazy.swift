/// A service that is resolved when it is first needed, once: it breaks a construction cycle.
///
/// ```swift
/// final class DefaultLogin { init(_ repository: Lazy<any LoginRepository>) { … } }
/// let repository = repository()
/// ```
///
/// What it keeps is dropped when a replacement makes it outdated.
public struct Lazy<Service> {
    private let handle: Handle<Service>
    private let kept = Locked<Kept?>(nil)

    /// An instance with what it was made from; the service apart, because a weak instance may lose it.
    ///
    /// What was resolved. What the container keeps is not held here: two that reach each other by `Lazy` would never
    /// go.
    private struct Kept: @unchecked Sendable {  // Handed out only to those who hold the `Lazy`, which one owner has.
        private weak let shared: Instance?
        private let own: (instance: Instance, service: Service)?

        init(_ instance: Instance, _ service: Service) {
            let isKept = instance is TypedInstance<Service>
            shared = isKept ? instance : nil
            own = isKept ? nil : (instance, service)
        }

        var current: Current? {
            if let own { return Current(instance: own.instance, service: own.service) }
            guard let shared else { return nil }
            // The initializer has asked for the type.
            return Current(instance: shared, service: unsafeDowncast(shared, to: TypedInstance<Service>.self).value)
        }
    }

    /// What is kept, held for a moment.
    private struct Current: @unchecked Sendable {  // As above.
        let instance: Instance
        let service: Service
    }

    init(_ resolver: Resolver) {
        handle = Handle(resolver)
    }

    /// The service.
    ///
    /// Traps with the full diagnosis where it cannot be resolved.
    ///
    /// - Parameters:
    ///   - file: The place that a trap names.
    ///   - line: The place that a trap names.
    /// - Returns: The service, the same at every call.
    public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        do throws(ResolutionError) {
            return try get()
        } catch {
            fatalError("Depot: \(error)", file: file, line: line)
        }
    }

    /// The service, or the diagnosis.
    ///
    /// - Returns: The service, the same at every call.
    /// - Throws: ``ResolutionError``.
    public func get() throws(ResolutionError) -> Service {
        let seen = kept.withLock { $0 }?.current
        if let seen, handle.isValid(seen.instance) { return seen.service }
        let made = try handle.tracked()
        guard made.mayKeep else { return made.service }
        let fresh = Kept(made.instance, made.service)
        let outdated = seen?.instance
        let (faster, dropped) = kept.withLock { kept -> (Current?, Kept?) in
            // Another thread may have been faster; the first one stays, unless it is what was found outdated.
            if let now = kept?.current, now.instance !== outdated { return (now, nil) }
            defer { kept = fresh }
            return (nil, kept)
        }
        withExtendedLifetime(dropped) {}  // Let go of outside the lock.
        return faster?.service ?? made.service
    }
}

extension Lazy: Sendable where Service: Sendable {}

extension Lazy: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Service.self), kind: .lazy) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Lazy {
        try resolver.announce(Key(Service.self))
        return Lazy(resolver)
    }

    static func writtenName(qualified: Bool) -> String { "Lazy<\(typeName(of: Service.self, qualified: qualified))>" }
}
