public import Synchronization

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
/// By itself it resolves on first access and keeps the instance: what was read outside of `withOverrides` stays what an object has that was made
/// by hand, also when it is read inside. What an override replaces, or makes anew for that, is not kept beyond it, nor does a service keep what
/// a child of its container makes: it asks for that at each read. `.onEveryAccess` follows what is in effect, and so does an object that the
/// container makes: for an override that touches what it reads, it is made anew. Two services that keep each other so are never released:
/// one of them takes `.onEveryAccess`, or a ``Lazy``. An optional type gives nil while nothing is registered.
/// Traps with the full diagnosis where the service cannot be resolved.
@propertyWrapper
public struct Inject<Service> {
    // Nothing but one reference, because the property is copied for each access of an object that has it: 0.55 c with the rest
    // in here, 0.3 c without.
    @usableFromInline let kept: Kept

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
        kept = Kept(moment, name, file, line, owner: Parameter<Service>.announceToRunningFactory(name: name))
        if moment == .onInit { _ = resolved() }
    }

    /// The service.
    ///
    /// After the first access a stored property.
    @inlinable
    public var wrappedValue: Service {
        if let value = UnsafeRawPointer(bitPattern: kept.value.load(ordering: .acquiring)) {
            // What is kept is a `Service`, and goes with `kept`, which the read itself does not keep.
            return withExtendedLifetime(kept) { Unmanaged<KeptValue<Service>>.fromOpaque(value)._withUnsafeGuaranteedRef { $0.service } }
        }
        return resolved()
    }

    @usableFromInline
    func resolved() -> Service {
        do throws(ResolutionError) {
            let isKept = kept.moment != .onEveryAccess
            if isKept, let service: Service = kept.inOverrides.withLock({ $0 })?.service(from: .shared) { return service }
            let keeping = isKept ? kept.owner : nil
            let (service, keeper) = try Context.withValues(of: keeping) { () throws(ResolutionError) in
                try Parameter<Service>.injected(name: kept.name, owner: kept.owner, for: keeping)
            }
            if !isKept || (service as? any AnyOptional)?.isNil == true { return service }
            switch keeper {
            case .wrapper: return kept.keep(service)
            case .override(let owner, let instance):
                return kept.inOverrides.withLock { $0.orNew }.keep(service, with: instance, in: owner, from: .shared)
            case .nobody: return service
            }
        } catch {
            let key = Parameter<Service>.askedKey(name: kept.name)
            error.forInject(of: key, by: kept.owner).trap(kept.file, kept.line)
        }
    }
}

extension Inject: Sendable where Service: Sendable {}

/// When an ``Inject`` property is resolved.
public enum InjectionMoment: Sendable {
    /// When the property is first read; the instance is kept, but what an override gives only for as long as that. The default.
    case onFirstAccess
    /// When the object that has the property is made; the instance is kept, but what an override gives only for as long as that.
    case onInit
    /// At each read.
    case onEveryAccess
}

/// What an ``Inject`` keeps.
///
/// Not generic, so that a read needs no metadata.
@usableFromInline
final class Kept: Sendable {
    /// The ``KeptValue``, retained; 0 while there is none.
    @usableFromInline let value = Atomic<UInt>(0)
    /// What overrides keep for the property; made when it is first needed.
    let inOverrides = Locked<OverrideKeepsakes?>(nil)
    /// The recorded run that makes the object with the property.
    let owner: Build?
    let moment: InjectionMoment
    let name: Name?
    let file: StaticString
    let line: UInt

    init(_ moment: InjectionMoment, _ name: Name?, _ file: StaticString, _ line: UInt, owner: Build?) {
        self.moment = moment
        self.name = name
        self.file = file
        self.line = line
        self.owner = owner
    }

    deinit {
        if let value = UnsafeRawPointer(bitPattern: value.load(ordering: .acquiring)) { Unmanaged<AnyObject>.fromOpaque(value).release() }
    }

    /// Keeps a service, unless another thread was faster.
    func keep<Service>(_ service: Service) -> Service {
        let made = Unmanaged.passRetained(KeptValue(service))
        let (isFirst, kept) = value.compareExchange(
            expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
        if isFirst { return service }
        made.release()
        // The word is not 0, so it is a `KeptValue` of a `Service`.
        return Unmanaged<KeptValue<Service>>.fromOpaque(UnsafeRawPointer(bitPattern: kept).unsafelyUnwrapped).takeUnretainedValue().service
    }
}

@usableFromInline
final class KeptValue<Service> {
    @usableFromInline let service: Service

    init(_ service: Service) {
        self.service = service
    }
}

private protocol AnyOptional {
    var isNil: Bool { get }
    static func injected(
        name: Name?, owner: Build?, for keeping: Build?, by resolver: Resolver
    ) throws(ResolutionError) -> (value: Any, keeper: Keeper)
}

extension Optional: AnyOptional {
    fileprivate var isNil: Bool { self == nil }

    /// The value of a property of this type, and who keeps it: that of what it wraps, or nil, which nobody keeps.
    fileprivate static func injected(
        name: Name?, owner: Build?, for keeping: Build?, by resolver: Resolver
    ) throws(ResolutionError) -> (value: Any, keeper: Keeper) {
        let isKnown = name.map { resolver.isRegistered(Wrapped.self, name: $0) } ?? Parameter<Wrapped>.isKnown(to: resolver)
        guard isKnown else { return (Self.none as Any, .nobody) }
        let (value, keeper) = try Parameter<Wrapped>.injected(name: name, owner: owner, for: keeping)
        return (Self.some(value) as Any, keeper)
    }
}

extension Parameter {
    /// The value for a property that is resolved from the container in effect, and who keeps it.
    ///
    /// What the container keeps must not keep the container: what such an object reads of its own container is resolved as by the handles
    /// that factories take.
    fileprivate static func injected(
        name: Name?, owner: Build?, for keeping: Build?
    ) throws(ResolutionError) -> (value: Value, keeper: Keeper) {
        let core = Container.shared.effective.core
        let owner = owner.flatMap { $0.container.core.family === core.family ? $0 : nil }
        let own = owner.map { Resolver(of: $0).own }
        let isOverridden = core.overriding != nil
        // What an owner keeps of a container must not keep that.
        var home = own.flatMap { $0.core === core ? $0 : nil }
        if let owner, home == nil, !isOverridden { home = core.decide { $0.mayKeep(of: core, in: owner) ? core.inner() : nil } }
        let resolver = Resolver(home ?? .shared)
        if let optional = Value.self as? any AnyOptional.Type, !resolver.isRegistered(Value.self, name: name) {
            let (value, keeper) = try optional.injected(name: name, owner: owner, for: keeping, by: resolver)
            // `optional` is `Value.self`.
            return (value as! Value, keeper)
        }
        let isService = name != nil || isPlain || resolver.isRegistered(Value.self)
        guard isService, owner != nil || isOverridden else {
            let isList = dependency?.isImmediate == true
            let holder = isList ? nil : owner
            if let holder, holder.container.core === core { return (try value(name: name, from: Resolver(of: holder)), .wrapper) }
            if isList, !isService, let wrapper, let keeping {
                let (value, isKept) = try wrapper.injected(by: resolver, for: keeping)
                // `wrapper` is `Value.self`, so what it injects is a `Value`.
                return (value as! Value, isKept ? .wrapper : .nobody)
            }
            // What an override has made is not kept beyond it, nor is a handle of another container, which is the caller's.
            let isKept = !isOverridden && holder == nil
            return (try value(name: name, from: isList ? resolver : Resolver(.shared)), isKept ? .wrapper : .nobody)
        }
        // What is made in an override that the owner is not of asks that, and so is not kept beyond it. An object made by hand keeps it.
        let isForGood = owner != nil && keeping != nil
        let (instance, service) = try resolver.container.tracked(
            Key(Value.self, name: name), as: Value.self, from: nil, of: own?.core, for: keeping, isForGood: isForGood)
        let keeper = core.family.decide { ledger in
            let isKept = owner.map { ledger.keepLate(instance, from: core, on: $0, isForGood: isForGood) }
            return Keeper(of: instance, isKept: isKept ?? (instance.keepingOverride == nil))
        }
        return (service, keeper)
    }

    private static func value(name: Name?, from resolver: Resolver) throws(ResolutionError) -> Value {
        guard let name else { return try value(from: resolver) }
        return try resolver.resolve(Value.self, name: name)
    }

    /// What a property asks for.
    fileprivate static func askedKey(name: Name?) -> Key {
        let key = dependency?.key ?? Key(Value.self)
        return name.map { Key(key.service, name: $0) } ?? key
    }

    /// Notes in the factory that runs on this thread, if one does, that what it makes will ask for this value.
    fileprivate static func announceToRunningFactory(name: Name?) -> Build? {
        let shared = Container.shared
        guard let build = Origin(thread: ThreadState.current, explicit: nil).recorded else { return nil }
        if dependency != nil {
            let key = askedKey(name: name)
            // The property may be read in the context of its own container, or in another. What is not registered is only a failure then.
            let own = build.container
            Resolver(own).noteHandle(of: key, as: .lazy)
            // What an override makes is not made from what that has replaced, although the caller of a handle may have it in effect.
            let view = shared.core.family === own.core.family ? shared.effective : own
            let isSeen = view.core !== own.core && !own.core.replaces(in: view.core)
            if isSeen, build.mayKeep(of: view.core) { Resolver(view).noteHandle(of: key, as: .lazy) }
        } else {
            // A resolver, which may be asked for anything.
            _ = Resolver.injected(by: Resolver(of: build))
        }
        return build.keeper
    }
}

extension Build {
    /// Whether the service that it is for may keep what a container makes: what a child of its own makes it asks for at each read, and so is not
    /// made from it.
    fileprivate func mayKeep(of core: Core) -> Bool {
        keeper.map { keeper in core.decide { $0.mayKeep(of: core, in: keeper) } } ?? true
    }
}
