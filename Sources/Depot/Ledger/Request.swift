/// One resolve: the caller, the container that is asked, and what was found.
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
    mutating func lookUp(_ key: Key, for request: inout Request, isTracked: Bool, keepsContainer: Bool) {
        let view = request.view.core
        request.enclosing = request.origin.build
        if let asker = request.origin.askerElsewhere { asker.registration.noteAskedElsewhere() }
        let noting = request.origin.noting(inside: request.enclosing)
        let slot = find(key, home: view, view: view)
        if isClosed(view, slot) {
            request.refusal = .closed
            return
        }
        guard let slot, var registration = slot.current else {
            noteAbsence(of: key, from: view, on: noting)
            return
        }
        request.found = (slot, registration)
        if !keepsContainer || noting?.nearestShared != nil { request.container = view.inner() }
        request.isShared = registration.lifetime.isShared && !registration.isConstant
        if case .scoped(let kind) = registration.lifetime, request.isShared {
            do throws(Refusal) {
                request.scope = try scope(kind, for: view, request.origin)
                request.isShared = request.scope != nil
                if slot.wasGiven, let scope = request.scope, let given = scope.provision(of: slot) {
                    (request.scope, registration) = given
                    request.found = (slot, registration)
                }
            } catch {
                request.refusal = error
                return
            }
        }
        if request.isShared {
            slot.wasResolved = true
            slot.replacement?.noteUse()
            // One lock less than asking again, 0.5 c.
            if registration.isClaimedAtOnce {
                let cell = request.scope?.cell(of: slot) ?? slot.cell
                request.claim = claim(
                    slot, registration, at: cell, in: request.scope, of: view, now: nil, by: request.origin, enclosing: request.enclosing)
            }
            return
        }
        // One that has no scope to live in is like a transient, but what it must not keep stays what it was.
        let unscoped = registration.isConstant ? nil : registration.lifetime.scopeKind
        note(slot, registration, from: view, met: unscoped, on: unscoped == nil ? noting : request.enclosing)
        if isTracked || unscoped != nil || registration.lifetime.isGraph || slot.isToBeWatched(registration),
            !registration.traits.contains(.async), !registration.isConstant
        {
            request.build = Build(
                registration, parent: request.enclosing, between: request.origin.between, container: view.inner(),
                graph: request.origin.knownGraph(request.enclosing), bound: request.origin.bound, by: request.origin.asker)
            // What a `Lazy` gets belongs to the service that has the `Lazy`, and not to the run in which it is asked.
            if isTracked, request.build?.nearestShared == nil {
                request.build?.keeping = keepsContainer ? request.origin.explicit?.keeping : GraphKeeping(isShared: true)
            }
        }
    }

    /// Whether a look-up still finds a registration that was found for a caller, which has run code of the user's since.
    func isStillFound(_ registration: Registration, at slot: Slot, of view: Core, in scope: Scope?) -> Bool {
        guard find(registration.key, home: view, view: view) === slot else { return false }
        if slot.wasGiven, let given = scope?.provision(of: slot) { return given.registration === registration }
        return slot.current === registration
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
