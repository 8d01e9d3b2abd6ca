/// What is in effect for a key, where it is looked up.
extension Ledger {
    /// The slot of a key as `home`'s services see it through the overrides of `view`.
    func find(_ key: Key, home: Core, view: Core) -> Slot? { unretainedSlot(key, home: home, view: view)?.takeUnretainedValue() }

    /// What is in effect for a key, seen likewise.
    func registrationInEffect(for key: Key, home: Core, view: Core) -> Registration? {
        unretainedSlot(key, home: home, view: view)?._withUnsafeGuaranteedRef { $0.current }
    }

    /// Where a key is registered as a container sees it, under all that replaces it.
    func registeredSlot(_ key: Key, in core: Core) -> Slot? {
        if let slot = find(key, home: core, view: core), slot.base != nil { return slot }
        return lookupChain(home: core, view: core).lazy.compactMap { $0.slot(key)?.takeUnretainedValue() }.first { $0.base != nil }
    }

    /// The cores that a service of `home` is looked up in through the overrides of `view`, in this order.
    ///
    /// Those of `home` and further up; and before each of them the overrides of it, the innermost first. What overrides a container
    /// below `home` comes first of all.
    func lookupChain(home: Core, view: Core) -> [Core] {
        var chain: [Core] = []
        var rest: Core? = home.overridden
        for layer in view.layers {
            if let base = layer.base, let now = rest, now !== base, now.descends(from: base) {
                while let core = rest, core !== base {
                    chain.append(core)
                    rest = core.parentCore
                }
            }
            chain.append(layer.opened)
        }
        while let core = rest {
            chain.append(core)
            rest = core.parentCore
        }
        return chain
    }

    /// The first that is found of what is set for a container, for the overrides that are in effect for it, or further up.
    func nearest<Found>(to view: Core, _ find: (Core) -> Found?) -> Found? {
        guard view.isOverride else {
            for core in view.ancestors { if let found = find(core) { return found } }
            return nil
        }
        for core in Array(view.layers) + lookupChain(home: view, view: view) { if let found = find(core) { return found } }
        return nil
    }

    /// The slot in effect, which its container keeps: the first one of ``lookupChain(home:view:)`` that is in use.
    @inline(never)
    private func unretainedSlot(_ key: Key, home: Core, view: Core) -> Unmanaged<Slot>? {
        // Unretained, because the caller has both containers, and they those further up.
        var rest = Unmanaged.passUnretained(home)
        if home.isOverride { rest = .passUnretained(home.overridden) }
        var layer = view.unretainedOverriding
        while let now = layer {
            if let base = now._withUnsafeGuaranteedRef({ $0.unretainedBase }), base.toOpaque() != rest.toOpaque(),
                rest._withUnsafeGuaranteedRef({ rest in base._withUnsafeGuaranteedRef { rest.descends(from: $0) } })
            {
                while rest.toOpaque() != base.toOpaque() {
                    if let slot = slotInUse(key, in: rest) { return slot }
                    guard let next = rest._withUnsafeGuaranteedRef({ $0.unretainedParent }) else { break }
                    rest = next
                }
            }
            if let slot = slotInUse(key, in: now) { return slot }
            layer = now._withUnsafeGuaranteedRef { $0.unretainedParent?._withUnsafeGuaranteedRef { $0.unretainedOverriding } }
        }
        while true {
            if let slot = slotInUse(key, in: rest) { return slot }
            guard let next = rest._withUnsafeGuaranteedRef({ $0.unretainedParent }) else { return nil }
            rest = next
        }
    }

    private func slotInUse(_ key: Key, in core: Unmanaged<Core>) -> Unmanaged<Slot>? {
        guard let slot = core._withUnsafeGuaranteedRef({ $0.slot(key) }), slot._withUnsafeGuaranteedRef({ $0.isInUse }) else { return nil }
        return slot
    }

    /// How many services are registered for a type, or have a name as well, as a version of that list.
    ///
    /// It only grows, but for what an override of a child replaces that a parent does not have: that is part of the parent's list in it meanwhile.
    func collectionVersion(_ type: ObjectIdentifier, isNamed: Bool, home: Core, view: Core) -> Int {
        slots(of: type, isNamed: isNamed, home: home, view: view).count
    }

    /// All that is registered for a type, or all of that with a name: a parent's first, each in registration order.
    func slots(of type: ObjectIdentifier, isNamed: Bool, home: Core, view: Core) -> [Slot] {
        var slots: [Slot] = []
        for core in lookupChain(home: home, view: view).reversed() {
            let above = slots.count
            for slot in core.collection(type) where slot.current != nil && (!isNamed || slot.key.name != nil) {
                if slot.key.contribution == 0, let index = slots[..<above].firstIndex(where: { $0.key == slot.key }) {
                    slots[index] = slot
                } else {
                    slots.append(slot)
                }
            }
        }
        return slots
    }
}
