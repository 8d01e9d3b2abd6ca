/// A service that is resolved when it is first needed, once: it breaks a construction cycle.
///
/// ```swift
/// final class DefaultLogin { init(_ repository: Lazy<any LoginRepository>) { … } }
/// let repository = repository()
/// ```
///
/// What it keeps is dropped when a replacement makes it outdated. A `.weak` service is not kept alive by it: hold what it returns.
public struct Lazy<Service> {
    private let source: Source
    private let kept = Locked<(own: Kept?, inOverrides: OverrideKeepsakes?)>((nil, nil))

    fileprivate enum Source {
        case container(Handle<Service>)
        case value(Service)
    }

    /// What was resolved.
    ///
    /// What the container keeps, and what it holds weakly, is not held here: two that reach each other by `Lazy` would never go.
    private struct Kept: @unchecked Sendable {  // Handed out only to those who hold the `Lazy`, which one owner has.
        private weak let shared: Instance?
        private let own: (instance: Instance, service: Service)?

        init(_ instance: Instance, _ service: Service) {
            let isShared = instance.isWeak || instance is TypedInstance<Service>
            shared = isShared ? instance : nil
            own = isShared ? nil : (instance, service)
        }

        var current: Current? {
            if let own { return Current(instance: own.instance, service: own.service) }
            guard let shared else { return nil }
            if shared.isWeak { return shared.object.map { Current(instance: shared, service: $0 as! Service) } }  // Put in as one.
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
        source = .container(Handle(resolver))
    }

    /// Holds a service that is there already, for a test or a preview that has no container.
    ///
    /// ```swift
    /// let checkout = Checkout(keychain: Lazy(MemoryKeychain()))
    /// ```
    public init(_ service: Service) {
        source = .value(service)
    }

    /// The service, the same at every call.
    ///
    /// Traps with the full diagnosis, at `file` and `line`, where it cannot be resolved.
    public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        do throws(ResolutionError) {
            return try get()
        } catch {
            fatalError("Depot: \(error)", file: file, line: line)
        }
    }

    /// The service, the same at every call, or the diagnosis.
    public func get() throws(ResolutionError) -> Service {
        switch source {
        case .container(let handle): return try resolved(by: handle)
        case .value(let service): return service
        }
    }

    private func resolved(by handle: Handle<Service>) throws(ResolutionError) -> Service {
        let (own, keepsakes) = kept.withLock { $0 }
        let seen = own?.current
        if let seen, handle.isValid(seen.instance) { return seen.service }
        if let service: Service = keepsakes?.service(from: handle.resolver.container) { return service }
        let made = try handle.tracked()
        switch made.keeper {
        case .wrapper: break
        case .override(let instance):
            return kept.withLock { $0.inOverrides.orNew }.keep(made.service, with: instance, from: handle.resolver.container)
        case .nobody: return made.service
        }
        var outdated = seen?.instance
        // Another thread may have been faster, and the first one stays: but that may have asked before a change that this one has seen.
        while let faster = keep(Kept(made.instance, made.service), inPlaceOf: outdated) {
            if handle.isValid(faster.instance) { return faster.service }
            outdated = faster.instance
        }
        return made.service
    }

    /// Keeps what was resolved, unless something else is kept than what was found outdated: then it gives that.
    private func keep(_ fresh: Kept, inPlaceOf outdated: Instance?) -> Current? {
        let (other, dropped) = kept.withLock { kept -> (Current?, Kept?) in
            if let other = kept.own?.current, other.instance !== outdated { return (other, nil) }
            defer { kept.own = fresh }
            return (nil, kept.own)
        }
        withExtendedLifetime(dropped) {}  // Released outside the lock.
        return other
    }
}

extension Lazy: Sendable where Service: Sendable {}
extension Lazy.Source: Sendable where Service: Sendable {}

extension Lazy: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Service.self), kind: .lazy) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Lazy {
        try resolver.announce(Key(Service.self), as: .lazy)
        return Lazy(resolver)
    }

    static func writtenName(qualified: Bool) -> String { "Lazy<\(typeName(of: Service.self, qualified: qualified))>" }
}
