/// A service that is resolved anew at each call.
///
/// A transient service gives a new instance each time, a shared one the instance of that moment. It breaks a
/// construction cycle, and lets something long-lived reach something that lives shorter.
public struct Provider<Service>: Sendable {
    private let handle: Handle<Service>

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
    /// - Returns: The service.
    public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        do throws(ResolutionError) {
            return try get()
        } catch {
            fatalError("Depot: \(error)", file: file, line: line)
        }
    }

    /// The service, or the diagnosis.
    ///
    /// - Returns: The service.
    /// - Throws: ``ResolutionError``.
    public func get() throws(ResolutionError) -> Service {
        try handle.resolver.resolve(Service.self)
    }
}

extension Provider: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Service.self), kind: .provider) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Provider {
        try resolver.announce(Key(Service.self))
        return Provider(resolver)
    }

    static func writtenName(qualified: Bool) -> String { "Provider<\(typeName(of: Service.self, qualified: qualified))>" }
}
