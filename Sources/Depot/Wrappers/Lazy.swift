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
    private struct Kept: @unchecked Sendable {  // Handed out only to those who hold the `Lazy`, which one owner has.
        let instance: Instance
        let service: Service
    }

    init(_ resolver: Resolver) {
        handle = Handle(resolver)
    }

    /// The service. Traps with the full diagnosis where it cannot be resolved.
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
        if let now = kept.withLock({ $0 }), handle.isValid(now.instance) { return now.service }
        let made = try handle.tracked()
        let fresh = Kept(instance: made.instance, service: made.service)
        return kept.withLock { kept in
            // Another thread may have been faster; the first one stays, unless it is what was found outdated.
            if let kept, kept.instance === fresh.instance { return kept.service }
            kept = fresh
            return fresh.service
        }
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
