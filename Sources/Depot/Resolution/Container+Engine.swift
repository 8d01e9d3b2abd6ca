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
        case .unique(let request):
            defer { forget(request.build) }
            return try unique(request, as: type)
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
        case .unique(let request):
            defer { forget(request.build) }
            return try unique(request, as: type)
        case .missing: return nil
        }
    }

    /// Finds a shared instance, or what is to be made for the caller alone.
    private func answer(
        to key: Key, arguments: UnsafeRawPointer, from build: Build?
    ) throws(ResolutionError) -> Answer {
        let thread = ThreadState.current
        var attempts = 0
        while true {
            let request = try request(key, arguments: arguments, from: build, on: thread)
            if request.isMissing { return .missing }
            if request.registration.isConstant { return .constant(request.registration) }
            if !request.isShared { return .unique(request) }
            if let held = try shared(request) { return .shared(held) }
            try countAttempt(&attempts, request)
        }
    }

    /// Asks under the lock what stands for a key, and notes that it was asked for.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - arguments: Where its arguments are.
    ///   - build: The run whose resolver is used.
    ///   - thread: The running thread's state; nil in async code.
    ///   - isTracked: Whether what the run resolves is to be noted in any case.
    ///   - keepsContainer: Whether what is made may keep the container.
    /// - Returns: What was found, or that nothing is registered.
    /// - Throws: Why it is not to be had.
    func request(
        _ key: Key, arguments: UnsafeRawPointer = noArguments, from build: Build?, on thread: UnsafeMutablePointer<ThreadState>?,
        isTracked: Bool = false, keepsContainer: Bool = true
    ) throws(ResolutionError) -> Request {
        var request = Request(view: effective, origin: Origin(thread: thread, explicit: build, in: core), arguments: arguments)
        core.decide { $0.lookUp(key, for: &request, isTracked: isTracked, keepsContainer: keepsContainer) }
        for waiter in request.woken { waiter.wake() }
        if let refusal = request.refusal { throw refused(refusal, request.found?.registration, key, request.origin.path) }
        return request
    }

    /// Counts that a shared instance was outdated before it was ready.
    ///
    /// - Throws: That this has happened too often.
    func countAttempt(_ attempts: inout Int, _ request: borrowing Request) throws(ResolutionError) {
        attempts += 1
        if attempts == Self.attemptLimit { throw restless(request.registration, request.origin.path) }
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
    case unique(Request)
}

/// A resolve on its way: who asks whom, and what was found.
///
/// Not copyable: a copy costs a reference count for each part.
struct Request: ~Copyable {
    let view: Container
    let origin: Origin
    let arguments: UnsafeRawPointer
    /// What is in effect for the key; nil where nothing is registered.
    var found: (slot: Slot, registration: Registration)?
    /// Why it is not to be had, where that is so.
    var refusal: Refusal?
    /// Whether the instance is shared: not where there is no scope for it to live in.
    var isShared = false
    /// The scope that it lives in; nil for the container itself.
    var scope: Scope?
    /// The innermost recorded run that asks.
    var enclosing: Build?
    /// The container to give to the factory; nil for the one that is asked.
    var container: Container?
    /// The build to run the factory in, where the run is to be noted though its instance is not shared.
    var build: Build?
    /// What was decided on a shared instance, where that took nothing of the user's.
    var claim: Claim?
    var woken: [Waiter] = []

    init(view: Container, origin: Origin, arguments: UnsafeRawPointer) {
        self.view = view
        self.origin = origin
        self.arguments = arguments
    }

    var isMissing: Bool { found == nil }

    /// The slot; only where something was found.
    var slot: Slot { found.unsafelyUnwrapped.slot }

    /// The registration; likewise.
    var registration: Registration { found.unsafelyUnwrapped.registration }
}

extension Ledger {
    /// Finds what is in effect for a key, and notes that it was asked for; see ``Container/request(_:arguments:from:on:isTracked:keepsContainer:)``.
    fileprivate mutating func lookUp(_ key: Key, for request: inout Request, isTracked: Bool, keepsContainer: Bool) {
        let view = request.view.core
        request.enclosing = request.origin.build
        let slot = find(key, home: view, view: view)
        if isClosed(view, slot) {
            request.refusal = .closed
            return
        }
        guard let slot, let registration = slot.current else {
            noteAbsence(of: key, from: view, on: request.enclosing)
            return
        }
        request.found = (slot, registration)
        if !keepsContainer || request.enclosing?.nearestShared != nil { request.container = view.inner() }
        request.isShared = registration.lifetime.isShared && !registration.isConstant
        if case .scoped(let kind) = registration.lifetime, request.isShared {
            do throws(Refusal) {
                request.scope = try scope(kind, for: view, request.origin)
                request.isShared = request.scope != nil
            } catch {
                request.refusal = error
                return
            }
        }
        if request.isShared {
            slot.wasResolved = true
            slot.replacements.last?.wasResolved = true
            // One lock less than asking again, 0.5 c.
            if registration.isClaimedAtOnce {
                let cell = request.scope?.cell(of: slot) ?? slot.cell
                (request.claim, request.woken) = claim(
                    slot, registration, at: cell, in: request.scope, of: view, now: nil, by: request.origin, enclosing: request.enclosing)
            }
            return
        }
        // One that has no scope to live in is like a transient, but what it must not keep stays what it was.
        let unscoped = registration.isConstant ? nil : registration.lifetime.scopeKind
        request.woken = note(slot, registration, from: view, met: unscoped, on: request.enclosing)
        if isTracked || unscoped != nil || registration.lifetime.isGraph || (registration.isOpaque && !slot.wasObserved),
            !registration.traits.contains(.async), !registration.isConstant
        {
            request.build = Build(
                registration, parent: request.enclosing, between: request.origin.between, container: view.inner(),
                graph: request.origin.knownGraph(request.enclosing), bound: request.origin.bound)
        }
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
