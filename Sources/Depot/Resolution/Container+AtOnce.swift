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
        guard core.openOverrides.load(ordering: .relaxed) == 0,
            Unmanaged.passUnretained(core.family)._withUnsafeGuaranteedRef({
                !$0.isObserved && $0.asyncBuilds.load(ordering: .relaxed) == 0
            }), ThreadState.current.pointee.top == nil, let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), 0),
            slot._withUnsafeGuaranteedRef({ $0.isClaimedAtOnce.load(ordering: .relaxed) })
        else { return nil }
        let origin = Origin.outside
        switch slot._withUnsafeGuaranteedRef({ slot in core.decide { $0.claimAtOnce(slot, of: core, by: origin) } }) {
        case .ready(let instance): return instance
        case .make(let build): return try make(build, arguments: noArguments, by: origin, enclosing: nil)?.instance
        case .wait, .cycle, nil: return nil
        }
    }
}

extension Ledger {
    /// Claims an instance for someone outside of every factory, where nothing is replaced and everything is open.
    ///
    /// - Returns: What to do; nil where the long way has to be gone.
    fileprivate mutating func claimAtOnce(_ slot: Slot, of core: Core, by origin: Origin) -> Claim? {
        guard let registration = slot.base, slot.replacements.isEmpty, registration.isClaimedAtOnce, !isClosed(core, slot) else {
            return nil
        }
        var scope: Scope?
        if case .scoped(let kind) = registration.lifetime {
            scope = try? self.scope(kind, for: core, origin)
            if scope == nil { return nil }
        }
        slot.wasResolved = true
        let place = scope?.cell(of: slot) ?? slot.cell
        return claim(slot, registration, at: place, in: scope, of: core, now: nil, by: origin, enclosing: nil).claim
    }
}
