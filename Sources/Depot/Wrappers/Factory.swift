/// Makes a service from arguments that are known only later: a screen's view model, as a coordinator does it.
///
/// ```swift
/// final class Coordinator { init(makeUser: Factory<UserViewModel, UserID>) { … } }
/// let user = makeUser(UserID(7))
/// ```
public struct Factory<Service, each Argument>: Sendable {
    private let handle: Handle<Service>

    init(_ resolver: Resolver) {
        handle = Handle(resolver)
    }

    /// The service made from arguments.
    ///
    /// Traps with the full diagnosis where it cannot be resolved.
    ///
    /// - Parameters:
    ///   - argument: The arguments, of the types the service was registered with.
    ///   - file: The place that a trap names.
    ///   - line: The place that a trap names.
    /// - Returns: The service.
    public func callAsFunction(
        _ argument: repeat each Argument, file: StaticString = #fileID, line: UInt = #line
    ) -> Service {
        do throws(ResolutionError) {
            return try get(repeat each argument)
        } catch {
            fatalError("Depot: \(error)", file: file, line: line)
        }
    }

    /// The service made from arguments, or the diagnosis.
    ///
    /// - Parameter argument: The arguments, of the types the service was registered with.
    /// - Returns: The service.
    /// - Throws: ``ResolutionError``.
    public func get(_ argument: repeat each Argument) throws(ResolutionError) -> Service {
        var arguments = (repeat each argument)
        let resolver = handle.resolver
        return try withUnsafePointer(to: &arguments) { (pointer) throws(ResolutionError) in
            try resolver.container.resolved(
                Self.key, as: Service.self, arguments: UnsafeRawPointer(pointer), from: resolver.build)
        }
    }

    private static var key: Key {
        let arguments: any Any.Type = (repeat each Argument).self
        return Key(Service.self, arguments: arguments == Void.self ? nil : arguments)
    }
}

extension Factory: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: key, kind: .factory) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Factory {
        try resolver.announce(key)
        return Factory(resolver)
    }

    static func writtenName(qualified: Bool) -> String {
        var names = [typeName(of: Service.self, qualified: qualified)]
        for argument in repeat (each Argument).self { names.append(typeName(of: argument, qualified: qualified)) }
        return "Factory<\(names.joined(separator: ", "))>"
    }
}
