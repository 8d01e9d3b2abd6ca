/// What was claimed at once.
enum ClaimAtOnce {
    /// Nothing: the general path decides.
    case generalPath
    case ready(Instance)
    case make(Build)
    /// The run that was handed in is under way.
    case unseen
}

extension Ledger {
    /// Claims an instance for a caller that is part of no run that notes it, where nothing is replaced and everything is open.
    mutating func claimAtOnce(_ slot: Slot, of core: Core, by origin: Origin, as run: UnseenRun) -> ClaimAtOnce {
        guard var registration = slot.base, slot.replacements.isEmpty, registration.isClaimedAtOnce, !isClosed(core, slot) else {
            return .generalPath
        }
        // In the context, which is bound to the task for as long as the resolve runs.
        var scope: Unmanaged<Scope>?
        if case .scoped(let kind) = registration.lifetime {
            scope = origin.bound.scope(of: core.family, kind.id)
            if let scope { join(scope.takeUnretainedValue()) }
            guard let open = scope, open._withUnsafeGuaranteedRef({ !$0.isClosed }) else { return .generalPath }
            if slot.wasProvided, let given = open._withUnsafeGuaranteedRef({ $0.provision(of: slot) }) {
                scope = .passUnretained(given.scope)
                registration = given.registration
                if registration.traits.contains(.mainActor) { return .generalPath }
            }
        }
        slot.wasResolved = true
        let place = scope?._withUnsafeGuaranteedRef { $0.cell(of: slot) } ?? slot.cell
        if place.isUnused, mayBeUnseen(registration, of: slot, for: core, isScoped: scope != nil) {
            begin(run, registration, of: slot, at: place, in: scope, bound: origin.bound)
            return .unseen
        }
        let kept = scope?.takeUnretainedValue()
        switch claim(slot, registration, at: place, in: kept, of: core, now: nil, by: origin, enclosing: nil).claim {
        case .ready(let instance): return .ready(instance)
        case .make(let build): return .make(build)
        case .wait, .cycle: return .generalPath
        }
    }
}
