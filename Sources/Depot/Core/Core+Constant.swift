import Synchronization

/// An override of one service by an instance, as most overrides are, has neither a slot nor an active replacement until someone
/// needs them: a factory that asks for the service, or a list of what is replaced. That saves 3 c of 12.
extension Core {
    /// Puts a replacement in effect.
    func replace(with registration: Registration) {
        if isOverride, original == nil, registration.isConstant, constant == nil, hasNoSlots {
            constant = registration
            unretainedConstant = .passUnretained(registration)
            isConstantInEffect.store(true, ordering: .releasing)
        } else {
            push(registration)
        }
    }

    /// Makes the slot that the constant has done without.
    func makeSlotOfConstant() {
        guard isConstantInEffect.load(ordering: .relaxed), let registration = constant else { return }
        isConstantInEffect.store(false, ordering: .relaxed)
        let active = push(registration)
        active.wasResolved = wasConstantResolved.load(ordering: .relaxed)
        active.slot.wasResolved = active.wasResolved
    }

    @discardableResult
    private func push(_ registration: Registration) -> ActiveReplacement {
        let active = ActiveReplacement(registration, slot: makeSlot(registration.key))
        push(active)
        return active
    }

    func push(_ active: ActiveReplacement) {
        active.slot.push(active)
        replacements = replacements.adding(active)
    }

    /// The constant, where it is in effect and what a type without a name is asked for.
    ///
    /// Without the lock: who finds it in effect finds it whole, and it stays for as long as the core.
    /// It counts as resolved then.
    func resolvedConstant(_ type: any Any.Type) -> Unmanaged<Registration>? {
        guard hasConstant(for: type), let constant = unretainedConstant else { return nil }
        if !wasConstantResolved.load(ordering: .relaxed) { wasConstantResolved.store(true, ordering: .relaxed) }
        return constant
    }

    /// Whether that is in effect.
    func hasConstant(for type: any Any.Type) -> Bool {
        guard isConstantInEffect.load(ordering: .acquiring), let constant = unretainedConstant else { return false }
        return constant._withUnsafeGuaranteedRef { $0.key.service == type && $0.key.name == nil }
    }

    /// Whether neither it nor what it overrides is closed.
    var isOpenWithBase: Bool {
        !isShut.load(ordering: .acquiring)
            && unretainedParent?._withUnsafeGuaranteedRef { !$0.isShut.load(ordering: .acquiring) } ?? true
    }
}
