extension Ledger {
    /// What ``lookUp(_:in:origin:isTracked:)`` does where it finds a constant.
    mutating func constant(_ type: any Any.Type, in view: Core, _ build: Build?) -> Registration? {
        // Where something is being made, the use is noted, for which it takes a slot.
        if build == nil, !isClosed(view, nil), let constant = view.resolvedConstant(type) { return constant.takeUnretainedValue() }
        guard let slot = find(Key(type), home: view, view: view), let registration = slot.current, registration.isConstant,
            !isClosed(view, slot)
        else { return nil }
        note(slot, registration, from: view, on: build)
        return registration
    }
}
