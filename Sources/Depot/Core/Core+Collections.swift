extension Core {
    /// All that is registered for a type here, in registration order.
    ///
    /// The first call looks at every slot.
    func collection(_ type: ObjectIdentifier) -> [Slot] {
        if let original { return original.collection(type) }
        if let slots = readable?.collections[type] { return slots }
        let slots = slots.filter { $0.key.typeID == type && $0.key.arguments == nil }
        writable.collections[type] = slots
        return slots
    }

    /// Whether someone has asked for all of a type.
    func isCollected(_ type: ObjectIdentifier) -> Bool {
        readable?.collections[type] != nil
    }
}
