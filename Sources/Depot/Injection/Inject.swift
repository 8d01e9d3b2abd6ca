import Synchronization

/// A property that is resolved from the container in effect.
///
/// ```swift
/// final class LoginScreen {
///     @Inject var login: any LoginUseCase
///     @Inject(.onEveryAccess) var session: any Session
///     @Inject var analytics: (any Analytics)?
/// }
/// ```
///
/// By itself it resolves on first access and keeps the instance. An optional type gives nil while nothing is registered.
/// Traps with the full diagnosis where the service cannot be resolved.
@propertyWrapper
public struct Inject<Service> {
    private let moment: InjectionMoment
    private let name: Name?
    private let file: StaticString
    private let line: UInt
    private let kept = Kept<Service>()

    /// Declares the property.
    ///
    /// - Parameters:
    ///   - moment: When it is resolved.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that a trap names.
    ///   - line: The place that a trap names.
    public init(
        _ moment: InjectionMoment = .onFirstAccess, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.moment = moment
        self.name = name
        self.file = file
        self.line = line
        kept.owner = Parameter<Service>.announceToRunningFactory(name: name)
        if moment == .onInit { _ = resolved() }
    }

    /// The service. After the first access a stored property.
    public var wrappedValue: Service {
        if let service = kept.service { return service }
        return resolved()
    }

    private func resolved() -> Service {
        do throws(ResolutionError) {
            let service = try Parameter<Service>.injected(name: name, owner: kept.owner)
            if moment == .onEveryAccess || isNil(service) { return service }
            return kept.keep(service)
        } catch {
            fatalError("Depot: \(error)", file: file, line: line)
        }
    }
}

extension Inject: Sendable where Service: Sendable {}

/// When an ``Inject`` property is resolved.
public enum InjectionMoment: Sendable {
    /// When the property is first read; the instance is kept. The default.
    case onFirstAccess
    /// When the object that has the property is made; the instance is kept.
    case onInit
    /// At each read.
    case onEveryAccess
}

/// What an ``Inject`` keeps.
private final class Kept<Service>: @unchecked Sendable {  // `value` is written once, before `isReady`, under the lock.
    private let isReady = Atomic<Bool>(false)
    private let lock = Locked(())
    private var value: Service?
    /// The recorded run that makes the object with the property; set before the object is shared.
    var owner: Build?

    var service: Service? { isReady.load(ordering: .acquiring) ? value : nil }

    /// Keeps a service, unless another thread was faster.
    func keep(_ service: Service) -> Service {
        lock.withLock { _ in
            if isReady.load(ordering: .relaxed) { return }
            value = service
            isReady.store(true, ordering: .releasing)
        }
        return value ?? service
    }
}

private func isNil<Value>(_ value: Value) -> Bool {
    guard let optional = value as? any AnyOptional else { return false }
    return optional.isNil
}

private protocol AnyOptional {
    var isNil: Bool { get }
    static func resolvedIfRegistered(name: Name, by resolver: Resolver) throws(ResolutionError) -> Self
}

extension Optional: AnyOptional {
    fileprivate var isNil: Bool { self == nil }

    fileprivate static func resolvedIfRegistered(name: Name, by resolver: Resolver) throws(ResolutionError) -> Self {
        try resolver.resolveIfRegistered(Wrapped.self, name: name)
    }
}

extension Parameter {
    /// The value for a property that is resolved from the container in effect.
    fileprivate static func injected(name: Name?, owner: Build?) throws(ResolutionError) -> Value {
        let resolver = Resolver(container: .shared, build: nil)
        guard let name else {
            guard let owner, isPlain else { return try value(from: resolver) }
            let tracked = try resolver.container.tracked(Key(Value.self), as: Value.self, from: nil)
            resolver.container.core.family.decide { $0.noteLate(tracked.instance, on: owner) }
            return tracked.service
        }
        guard let optional = Value.self as? any AnyOptional.Type else { return try resolver.resolve(Value.self, name: name) }
        // `optional` is `Value.self`.
        return try optional.resolvedIfRegistered(name: name, by: resolver) as! Value
    }

    /// Notes in the factory that runs on this thread, if one does, that what it makes will ask for this value.
    fileprivate static func announceToRunningFactory(name: Name?) -> Build? {
        guard let build = ThreadState.current.pointee.top?.pointee.build?.takeUnretainedValue(),
            let dependency
        else { return nil }
        let container = Container.shared
        guard container.core.family === build.container.core.family else { return nil }
        let key = name.map { Key(dependency.key.service, name: $0) } ?? dependency.key
        // What is not registered is only a failure when the property is read.
        try? Resolver(container: container, build: nil).announce(key)
        return build.nearestShared
    }
}
