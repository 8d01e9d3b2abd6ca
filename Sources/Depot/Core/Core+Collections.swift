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

    /// The slots here of a type and a name, with whatever arguments, but for those of contributions.
    func slots(of type: ObjectIdentifier, named name: Name?) -> [Slot] {
        if isOverride { return slots.filter { $0.key.typeID == type && $0.key.name == name && $0.key.contribution == 0 } }
        return slotTable.slots(UInt(bitPattern: type), named: name)
    }

    /// Whether someone has asked for all of a type.
    func isCollected(_ type: ObjectIdentifier) -> Bool {
        readable?.collections[type] != nil
    }
}

extension SlotTable {
    /// The slots of a type and a name, with whatever arguments.
    fileprivate func slots(_ type: UInt, named name: Name?) -> [Slot] {
        var slots: [Slot] = []
        for key in name.map({ [Self.key(type, $0)] }) ?? [type, type | 1] {
            _ = sibling(key) { slot in
                if UInt(bitPattern: slot.key.typeID) == type, slot.key.name == name { slots.append(slot) }
                return false
            }
        }
        return slots
    }
}
