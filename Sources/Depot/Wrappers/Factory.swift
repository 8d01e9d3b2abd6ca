/// Makes a service from arguments that are known only later: a screen's view model, as a coordinator does it.
///
/// ```swift
/// final class Coordinator { init(makeUser: Factory<UserViewModel, UserID>) { … } }
/// let user = makeUser(UserID(7))
/// ```
public struct Factory<Service, each Argument>: Sendable {
    private let source: WrapperSource<Service>

    init(_ resolver: Resolver) {
        source = .container(Handle(resolver))
    }

    /// Makes a factory from a closure, for a test or a preview that has no container.
    ///
    /// ```swift
    /// let coordinator = Coordinator(makeDetail: Factory { Detail($0) })
    /// ```
    ///
    /// What the closure throws arrives as ``ResolutionError/factoryFailed(_:)``.
    public init(_ make: @escaping @Sendable (repeat each Argument) throws -> Service) {
        source = .closure { pointer throws(ResolutionError) in
            let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
            return try Handmade.made(as: Factory.self) { try make(repeat each arguments) }
        }
    }

    /// Makes a factory from a closure that runs on the main actor, for a test or a preview that has no container.
    ///
    /// ```swift
    /// let coordinator = Coordinator(makeDetail: Factory(onMainActor: DetailViewModel.init))
    /// ```
    ///
    /// Called off the main actor, the factory gives ``ResolutionError/requiresMainActor(_:)``; what the closure throws arrives as
    /// ``ResolutionError/factoryFailed(_:)``.
    public init(onMainActor make: @escaping @MainActor @Sendable (repeat each Argument) throws -> Service) {
        source = .closure { pointer throws(ResolutionError) in
            // The pointer is used before the call returns.
            nonisolated(unsafe) let pointer = pointer
            return try Handmade.madeOnMainActor(as: Factory.self) {
                let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
                return try make(repeat each arguments)
            }
        }
    }

    /// The service made from arguments, of the types it was registered with.
    ///
    /// Traps with the full diagnosis, at `file` and `line`, where it cannot be resolved.
    public func callAsFunction(
        _ argument: repeat each Argument, file: StaticString = #fileID, line: UInt = #line
    ) -> Service {
        do throws(ResolutionError) {
            return try get(repeat each argument)
        } catch {
            error.trap(file, line)
        }
    }

    /// The service made from arguments, of the types it was registered with, or the diagnosis.
    public func get(_ argument: repeat each Argument) throws(ResolutionError) -> Service {
        var arguments = (repeat each argument)
        return try withUnsafePointer(to: &arguments) { (pointer) throws(ResolutionError) in
            switch source {
            case .container(let handle):
                let resolver = handle.resolver
                return try resolver.container.resolved(
                    Self.key, as: Service.self, arguments: UnsafeRawPointer(pointer), from: resolver.build)
            case .closure(let make): return try make(UnsafeRawPointer(pointer))
            }
        }
    }

    private static var key: Key { Key(Service.self, arguments: RuntimeArguments<repeat each Argument>.type) }
}

extension Factory: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: key, kind: .factory) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Factory {
        try resolver.announce(key, as: .factory)
        return Factory(resolver)
    }

    static func writtenName(as form: TypeNameForm) -> String {
        var names = [typeName(of: Service.self, as: form)]
        for argument in repeat (each Argument).self { names.append(typeName(of: argument, as: form)) }
        return "Factory<\(names.joined(separator: ", "))>"
    }
}
