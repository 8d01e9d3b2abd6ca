import Synchronization

/// Shared services that are resolved from outside of every factory, as those of a request are: found and claimed under one lock, without
/// what a resolve inside a factory carries along. 8 c less than the long way, which decides the same by the same functions.
extension Container {
    /// The instance of a service without arguments, found or made.
    ///
    /// - Parameter type: The service.
    /// - Returns: It; nil where the long way has to be gone.
    /// - Throws: What its factory throws.
    @usableFromInline
    func sharedAtOnce(_ type: any Any.Type) throws(ResolutionError) -> Instance? {
        let family = core.family
        guard !family.isObserved, core.openOverrides.load(ordering: .relaxed) == 0, family.asyncBuilds.load(ordering: .relaxed) == 0,
            ThreadState.current.pointee.top == nil, let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), 0),
            slot._withUnsafeGuaranteedRef({ $0.isClaimedAtOnce.load(ordering: .relaxed) })
        else { return nil }
        let origin = Origin.outside
        let (ready, build) = slot._withUnsafeGuaranteedRef { slot in
            family.decide { $0.claimAtOnce(slot, of: core, by: origin) }
        }
        if let build { return try make(build, arguments: noArguments, by: origin, enclosing: nil)?.instance }
        return ready
    }
}

extension Ledger {
    /// Claims an instance for someone outside of every factory, where nothing is replaced and everything is open.
    ///
    /// - Returns: The instance to hand out or the build to run; neither where the long way has to be gone.
    fileprivate mutating func claimAtOnce(_ slot: Slot, of core: Core, by origin: Origin) -> (ready: Instance?, build: Build?) {
        guard let registration = slot.base, slot.replacements.isEmpty, registration.isClaimedAtOnce, !isClosed(core, slot) else {
            return (nil, nil)
        }
        var scope: Scope?
        if case .scoped(let kind) = registration.lifetime {
            scope = try? self.scope(kind, for: core, origin)
            if scope == nil { return (nil, nil) }
        }
        slot.wasResolved = true
        let place = scope?.cell(of: slot) ?? slot.cell
        switch claim(slot, registration, at: place, in: scope, of: core, now: nil, by: origin, enclosing: nil).claim {
        case .ready(let instance): return (instance, nil)
        case .make(let build): return (nil, build)
        case .wait, .cycle: return (nil, nil)
        }
    }
}
