/// An override of one service by an instance, as most overrides are, has neither a slot nor an active replacement until someone
/// needs them: a factory that asks for the service, or whoever lists what is replaced. That saves 3 c of 12.
extension Core {
    /// Puts a replacement in effect.
    func replace(with registration: Registration) {
        if isOverride, original == nil, registration.isConstant, constant == nil, hasNoSlots {
            constant = registration
            wasConstantResolved = false
        } else {
            push(registration)
        }
    }

    /// Makes the slot that the constant has done without.
    func makeSlotOfConstant() {
        guard let registration = constant else { return }
        constant = nil
        let active = push(registration)
        active.wasResolved = wasConstantResolved
        active.slot.wasResolved = wasConstantResolved
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

    /// The constant, where it is what a type without a name is asked for.
    ///
    /// - Parameter type: The service.
    /// - Returns: It, noted as resolved.
    func resolvedConstant(_ type: any Any.Type) -> Registration? {
        guard let constant, constant.key.service == type, constant.key.name == nil else { return nil }
        wasConstantResolved = true
        return constant
    }
}
