/// A service that is resolved anew at each call.
///
/// A transient service gives a new instance each time, a shared one the instance of that moment. It breaks a
/// construction cycle, and lets something long-lived reach something that lives shorter.
public struct Provider<Service>: Sendable {
    private let source: WrapperSource<Service>

    init(_ resolver: Resolver) {
        source = .container(Handle(resolver))
    }

    /// Makes a provider from a closure, for a test or a preview that has no container.
    ///
    /// ```swift
    /// let checkout = Checkout(login: Provider { MockLogin() })
    /// ```
    ///
    /// The closure is called each time. What it throws arrives as ``ResolutionError/factoryFailed(_:)``.
    public init(_ make: @escaping @Sendable () throws -> Service) {
        source = .closure { (_) throws(ResolutionError) in try Handmade.made(as: Provider.self, by: make) }
    }

    /// Makes a provider from a closure that runs on the main actor, for a test or a preview that has no container.
    ///
    /// Called off the main actor, the provider gives ``ResolutionError/requiresMainActor(_:)``; what the closure throws arrives as
    /// ``ResolutionError/factoryFailed(_:)``.
    public init(onMainActor make: @escaping @MainActor @Sendable () throws -> Service) {
        source = .closure { (_) throws(ResolutionError) in try Handmade.madeOnMainActor(as: Provider.self, by: make) }
    }

    /// The service.
    ///
    /// Traps with the full diagnosis, at `file` and `line`, where it cannot be resolved.
    public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        do throws(ResolutionError) {
            return try get()
        } catch {
            error.trap(file, line)
        }
    }

    /// The service, or the diagnosis.
    public func get() throws(ResolutionError) -> Service {
        switch source {
        case .container(let handle): return try handle.resolver.resolve(Service.self)
        case .closure(let make): return try make(noArguments)
        }
    }
}

extension Provider: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Service.self), kind: .provider) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Provider {
        try resolver.announce(Key(Service.self), as: .provider)
        return Provider(resolver)
    }

    static func writtenName(as form: TypeNameForm) -> String { "Provider<\(typeName(of: Service.self, as: form))>" }
}
