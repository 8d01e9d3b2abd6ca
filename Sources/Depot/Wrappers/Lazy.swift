/// A service that is resolved when it is first needed, once: it breaks a construction cycle.
///
/// ```swift
/// final class DefaultLogin { init(_ repository: Lazy<any LoginRepository>) { … } }
/// let repository = repository()
/// ```
///
/// Threads that ask for an unshared service at the same time may each make one; all get the first that is kept. What it keeps is dropped when
/// a replacement makes it outdated. A `.weak` service is not kept alive by it: hold what it returns.
public struct Lazy<Service> {
    private let source: WrapperSource<Service>
    private let kept = Locked<(own: UncheckedSendable<KeptByLazy?>, inOverrides: OverrideKeepsakes?)>((UncheckedSendable(nil), nil))

    init(_ resolver: Resolver) {
        source = .container(Handle(resolver))
    }

    /// Holds a service that is there already, for a test or a preview that has no container.
    ///
    /// ```swift
    /// let checkout = Checkout(keychain: Lazy(MemoryKeychain()))
    /// ```
    public init(_ service: Service) {
        nonisolated(unsafe) let service = service  // A `Lazy` is `Sendable` only where its service is.
        source = .closure { _ in service }
    }

    /// The service, the same at every call.
    ///
    /// Traps with the full diagnosis, at `file` and `line`, where it cannot be resolved.
    public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        do throws(ResolutionError) {
            return try get()
        } catch {
            error.trap(file, line)
        }
    }

    /// The service, the same at every call, or the diagnosis.
    public func get() throws(ResolutionError) -> Service {
        switch source {
        case .container(let handle): return try resolved(by: handle)
        case .closure(let service): return try service(noArguments)
        }
    }

    private func resolved(by handle: Handle) throws(ResolutionError) -> Service {
        let (own, keepsakes) = kept.withLock { ($0.own, $0.inOverrides) }
        let seen = own.value?.current(as: Service.self)
        if let seen, handle.isValid(seen.instance) { return seen.service }
        if let service: Service = keepsakes?.service(from: handle.resolver.container, by: handle.origin) { return service }
        let made = try handle.tracked(as: Service.self)
        switch made.keeper {
        case .wrapper: break
        case .override(let owner, let instance):
            let keepsakes = kept.withLock { $0.inOverrides.orNew }
            return keepsakes.keep(made.service, with: instance, in: owner, from: handle.resolver.container, by: handle.origin)
        case .nobody: return made.service
        }
        var outdated = seen?.instance
        // Another thread may have been faster, and the first one stays: but that may have asked before a change that this one has seen.
        while let faster = keep(KeptByLazy(made.instance, made.service), inPlaceOf: outdated) {
            if handle.isValid(faster.instance) { return faster.service }
            outdated = faster.instance
        }
        return made.service
    }

    /// Keeps what was resolved, unless something else is kept than what was found outdated: then it gives that.
    private func keep(_ fresh: KeptByLazy, inPlaceOf outdated: Instance?) -> (instance: Instance, service: Service)? {
        let fresh = UncheckedSendable<KeptByLazy?>(fresh)
        // What was kept is released outside the lock.
        let (before, isKept) = kept.withLock { kept in
            let before = kept.own
            if let other = before.value?.current(as: Service.self), other.instance !== outdated { return (before, false) }
            kept.own = fresh
            return (before, true)
        }
        return isKept ? nil : before.value?.current(as: Service.self)
    }
}

extension Lazy: Sendable where Service: Sendable {}

/// What a `Lazy` has resolved.
///
/// What the container keeps, and what it holds weakly, is not held here: two that reach each other by `Lazy` would never go. Not generic:
/// a type whose layout depends on the service's is four kilobytes of a program. What is looked at of it never changes.
private struct KeptByLazy {
    private weak let shared: Instance?
    private let own: Keepsake?

    init<Service>(_ instance: Instance, _ service: Service) {
        let isShared = instance.isWeak || instance is TypedInstance<Service>
        shared = isShared ? instance : nil
        own = isShared ? nil : TypedKeepsake(service, instance)
    }

    /// What is kept, while it is there; of the type that it was made with.
    func current<Service>(as type: Service.Type) -> (instance: Instance, service: Service)? {
        // The initializer was given a service of the type.
        if let own { return (own.instance, unsafeDowncast(own, to: TypedKeepsake<Service>.self).service) }
        guard let shared else { return nil }
        if shared.isWeak { return shared.object.map { (shared, $0 as! Service) } }  // Put in as one.
        // The initializer has asked for the type.
        return (shared, unsafeDowncast(shared, to: TypedInstance<Service>.self).value)
    }
}

extension Lazy: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Service.self), kind: .lazy) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Lazy {
        try resolver.announce(Key(Service.self), as: .lazy)
        return Lazy(resolver)
    }

    static func writtenName(as form: TypeNameForm) -> String { "Lazy<\(typeName(of: Service.self, as: form))>" }
}
