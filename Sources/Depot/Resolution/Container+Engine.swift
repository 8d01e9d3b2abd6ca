import Synchronization

/// The way of every synchronous resolve that readers without a lock cannot answer.
extension Container {
    /// Resolves a key, or says why not.
    func resolved<Service>(
        _ key: Key, as type: Service.Type, arguments: UnsafeRawPointer = noArguments, from build: Build?
    ) throws(ResolutionError) -> Service {
        if core.isObserved { return try resolvedWhileObserved(key, as: type, arguments: arguments, from: build) }
        switch try answer(to: key, arguments: arguments, from: build) {
        case .shared(let held): return held.service(as: type)
        case .constant(let registration): return value(of: registration, as: type)
        case .unique(let request, let found):
            defer { forget(found.build) }
            return try unique(request, found, as: type)
        case .missing: return try injected(key, as: type, from: build)
        }
    }

    /// Apart, because looking for the type of an optional of the service costs as much as the rest.
    @inline(never)
    private func resolvedWhileObserved<Service>(
        _ key: Key, as type: Service.Type, arguments: UnsafeRawPointer, from build: Build?
    ) throws(ResolutionError) -> Service {
        if let service: Service = try resolvedIfRegistered(key, as: type, arguments: arguments, from: build) { return service }
        return try injected(key, as: type, from: build)
    }

    /// What a parameter of a type that nobody has registered would get: a `Lazy` of a service, all of a type, and the like.
    @inline(never)
    private func injected<Service>(_ key: Key, as type: Service.Type, from build: Build?) throws(ResolutionError) -> Service {
        guard let wrapper = key.wrapper(Service.self) else { throw unregistered(key, from: build) }
        // `wrapper` is `Service.self`, so what it injects is a `Service`.
        return try wrapper.injected(by: Resolver(container: self, build: build)) as! Service
    }

    private func unregistered(_ key: Key, from build: Build?) -> ResolutionError {
        told(missing(key, Origin(thread: ThreadState.current, explicit: build, in: core).path))
    }

    /// Resolves a type the long way, or says why not.
    @usableFromInline
    func resolved<Service>(_ type: Service.Type, name: Name?, from build: Build?) throws(ResolutionError) -> Service {
        if name == nil, let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), 0), let instance = shown(slot, from: build) {
            return value(of: instance, as: type)
        }
        if name == nil, let build, let instance = settled(type, from: build) { return value(of: instance, as: type) }
        return try resolved(Key(type, name: name), as: type, from: build)
    }

    /// Resolves a type that cannot be found without the lock, or says why not.
    @usableFromInline
    func resolvedUnderLock<Service>(_ type: Service.Type, name: Name?) throws(ResolutionError) -> Service {
        try resolved(Key(type, name: name), as: type, from: nil)
    }

    /// Resolves a type from one argument the long way, or says why not.
    @usableFromInline
    func resolved<Service>(
        _ type: Service.Type, name: Name?, argument: any Any.Type, _ pointer: UnsafeRawPointer, from build: Build?
    ) throws(ResolutionError) -> Service {
        try resolved(Key(type, name: name, arguments: argument), as: type, arguments: pointer, from: build)
    }

    /// Resolves a key, or gives nil where nothing is registered for it.
    func resolvedIfRegistered<Service>(
        _ key: Key, as type: Service.Type, arguments: UnsafeRawPointer = noArguments, from build: Build?
    ) throws(ResolutionError) -> Service? {
        guard core.isObserved else { return try found(key, as: type, arguments: arguments, from: build) }
        return try observed(key, from: build) { () throws(ResolutionError) in try found(key, as: type, arguments: arguments, from: build) }
    }

    private func found<Service>(
        _ key: Key, as type: Service.Type, arguments: UnsafeRawPointer, from build: Build?
    ) throws(ResolutionError) -> Service? {
        switch try answer(to: key, arguments: arguments, from: build) {
        case .shared(let held): return held.service(as: type)
        case .constant(let registration): return value(of: registration, as: type)
        case .unique(let request, let found):
            defer { forget(found.build) }
            return try unique(request, found, as: type)
        case .missing: return nil
        }
    }

    /// Finds a shared instance, or what is to be made for the caller alone.
    private func answer(
        to key: Key, arguments: UnsafeRawPointer, from build: Build?
    ) throws(ResolutionError) -> Answer {
        let thread = ThreadState.current
        let view = effective
        var attempts = 0
        while true {
            let origin = Origin(thread: thread, explicit: build, in: core)
            let found = view.core.family.decide { $0.lookUp(key, in: view, origin: origin) }
            for waiter in found.woken { waiter.wake() }
            if let refusal = found.refusal { throw refused(refusal, found.registration, key, origin.path) }
            guard let slot = found.slot, let registration = found.registration else { return .missing }
            if registration.isConstant { return .constant(registration) }
            let request = Request(
                registration: registration, slot: slot, view: view, origin: origin, scope: found.scope, arguments: arguments)
            if !found.isShared { return .unique(request, found) }
            if let held = try shared(request, found) { return .shared(held) }
            attempts += 1
            if attempts == Self.attemptLimit { throw restless(registration, origin.path) }
        }
    }

    /// How often an instance is made anew because it was outdated before it was ready: more often than others can have had a hand in it.
    static var attemptLimit: Int { 1_000 }

}

/// Where there are no arguments, their pointer is not looked at, but it must be one.
///
/// Never read and never written through, so it may be shared.
nonisolated(unsafe) let noArguments = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8))

/// What was found for a key.
private enum Answer: ~Copyable {
    /// Nothing is registered.
    case missing
    /// An instance that others share.
    case shared(Held)
    /// An instance that was handed in to stand in.
    case constant(Registration)
    /// A factory to call for the caller alone.
    case unique(Request, Found)
}

/// A registration that was found for someone who asks.
///
/// Not copyable, and so is what it was found with: copies cost a reference count for each part.
struct Request: ~Copyable {
    let registration: Registration
    let slot: Slot
    let view: Container
    let origin: Origin
    /// The scope its instance lives in; nil for the container itself.
    let scope: Scope?
    let arguments: UnsafeRawPointer
}

/// What stands under the lock for a key.
struct Found: ~Copyable {
    var slot: Slot?
    var registration: Registration?
    /// Why it is not to be had, where that is so.
    var refusal: Refusal?
    /// Whether the instance is shared: not where there is no scope for it to live in.
    var isShared = false
    /// The scope that it lives in; nil for the container itself.
    var scope: Scope?
    /// The innermost recorded run that asks.
    var enclosing: Build?
    /// The container to give to the factory.
    var container: Container?
    /// The build to run the factory in, where the run is to be noted though its instance is not shared.
    var build: Build?
    /// What was decided on a shared instance, where that took nothing of the user's.
    var claim: Claim?
    var woken: [Waiter] = []
}

extension Ledger {
    /// Finds what is in effect for a key, and notes that it was asked for.
    ///
    /// - Parameters:
    ///   - key: What is asked for.
    ///   - view: Of whom.
    ///   - origin: By whom.
    ///   - isTracked: Whether what the run resolves is to be noted in any case.
    /// - Returns: What stands under the lock.
    mutating func lookUp(_ key: Key, in view: Container, origin: Origin, isTracked: Bool = false) -> Found {
        var found = Found()
        found.enclosing = origin.build
        let slot = find(key, home: view.core, view: view.core)
        if isClosed(view.core, slot) {
            found.refusal = .closed
            return found
        }
        guard let slot, let registration = slot.current else {
            noteAbsence(of: key, from: view.core, on: found.enclosing)
            return found
        }
        found.slot = slot
        found.registration = registration
        found.container = found.enclosing?.nearestShared == nil ? view : view.core.inner()
        found.isShared = registration.lifetime.isShared && !registration.isConstant
        if case .scoped(let kind) = registration.lifetime, found.isShared {
            do throws(Refusal) {
                found.scope = try scope(kind, for: view.core, origin)
                found.isShared = found.scope != nil
            } catch {
                found.refusal = error
                return found
            }
        }
        if found.isShared {
            slot.wasResolved = true
            slot.replacements.last?.wasResolved = true
            // One lock less than asking again, 0.5 c.
            if registration.isClaimedAtOnce {
                let cell = found.scope?.cell(of: slot) ?? slot.cell
                let (claim, woken) = claim(
                    slot, registration, at: cell, in: found.scope, of: view.core, now: nil, by: origin, enclosing: found.enclosing)
                found.claim = claim
                found.woken = woken
            }
            return found
        }
        // One that has no scope to live in is like a transient, but what it must not keep stays what it was.
        let unscoped = registration.isConstant ? nil : registration.lifetime.scopeKind
        found.woken = note(slot, registration, from: view.core, met: unscoped, on: found.enclosing)
        if isTracked || unscoped != nil || registration.lifetime.isGraph || (registration.isOpaque && !slot.wasObserved),
            !registration.traits.contains(.async), !registration.isConstant
        {
            found.build = Build(
                registration, parent: found.enclosing, between: origin.between, container: view.core.inner(),
                graph: origin.knownGraph(found.enclosing), bound: origin.bound)
        }
        return found
    }

    /// Whether a container resolves no more, or what it has found belongs to one that does not.
    func isClosed(_ view: Core, _ slot: Slot?) -> Bool {
        if view.isClosed || slot?.core.isClosed == true { return true }
        // An override may show what was closed without it: a child of what it overrides, under others of its kind.
        var core = Unmanaged.passUnretained(view)
        while let parent = core._withUnsafeGuaranteedRef({ $0.isOverride || $0.original != nil ? $0.unretainedParent : nil }) {
            if core._withUnsafeGuaranteedRef({ $0.original?.isClosed == true }) || parent._withUnsafeGuaranteedRef({ $0.isClosed }) {
                return true
            }
            core = parent
        }
        return core._withUnsafeGuaranteedRef { $0.unretainedParent?._withUnsafeGuaranteedRef { $0.isClosed } } == true
    }
}
