extension Container {
    /// What is registered now, as this container sees it.
    @inline(never)
    func survey() -> Survey {
        let view = effective.core
        // Only the raw facts are read under the lock; what is looked up by is made outside it.
        return Survey(
            levels: view.family.decide { ledger in
                ledger.lookupChain(home: view, view: view).map { ledger.level(of: $0, view: view) }
            })
    }
}

extension Ledger {
    fileprivate mutating func level(of core: Core, view: Core) -> Survey.Level {
        var entries: [Survey.Entry] = []
        var bareReplacements: [Registration] = []
        entries.reserveCapacity(core.slots.count)
        for slot in core.slots {
            if slot.base == nil, let replacement = slot.replacement { bareReplacements.append(replacement) }
            if let registration = slot.current { entries.append(entry(of: slot, registration, view: view)) }
        }
        return Survey.Level(
            core: ObjectIdentifier(core), entries: entries, isOverride: core.isOverride,
            idleDecorators: idleDecorators(of: core),
            duplicates: core.readable?.duplicates ?? [], bareReplacements: bareReplacements)
    }

    private func idleDecorators(of core: Core) -> [Survey.IdleDecorator] {
        guard let annex = core.readable else { return [] }
        return annex.decorators.compactMap { decorator in
            if decorator.isWaiting {
                let found = core.parentCore.flatMap { registrationInEffect(for: decorator.key, home: $0, view: $0) }
                return (decorator, found.flatMap { $0.isOnlyExpected ? $0 : nil })
            }
            for (key, isApplied) in decorator.wrapped where isApplied {
                // A child wraps what its parent's scopes were given.
                let isInParent = !core.isOverride && annex.keysWrappedAbove.contains(key)
                let registration = core.slot(key)?.takeUnretainedValue().base
                if let registration, registration.traits.contains(.expected), !isInParent { return (decorator, registration) }
            }
            return nil
        }
    }

    private mutating func entry(of slot: Slot, _ registration: Registration, view: Core) -> Survey.Entry {
        let cells = slot.hasCells ? slot.cells : []
        var made: [Survey.Made] = []
        for instance in instances(of: registration, in: cells) where isAlive(instance) {
            made.append((instance.birth, instance.madeAt, instance.madeFor))
        }
        var isMade = false
        var observed: [Dependency]?
        let isWatched = registration.isOpaque
        let isAsync = registration.traits.contains(.async)
        if registration.lifetime.isShared, isWatched || isAsync {
            var all = cells
            for layer in view.layers {
                for cell in cells {
                    if let own = layer.existingOwnCell(for: cell) { all.append(own) }
                }
            }
            for instance in instances(of: registration, in: all) {
                isMade = isMade || (isAsync && isAlive(instance) && isValid(instance, in: view))
                // What its `Lazy`s resolved later was noted as what they ask for.
                let first = instance.dependencies.first(instance.firstDependencies)
                observed = (observed ?? []) + slot.asked(by: registration, first)
            }
        }
        if isWatched, observed == nil { observed = slot.observed(of: registration) }
        if registration.traits.contains(.decorated) {
            // A decorator of a parent's service resolves that under its own key: it is declared, and no cycle.
            observed = observed?.filter { $0.key != registration.key }
        }
        return Survey.Entry(
            registration: registration, isReplaced: slot.replacement != nil, observed: isWatched ? observed : nil,
            isMade: isMade, wasResolved: slot.wasResolved, observedResolves: Int(slot.observedResolves), made: made)
    }

    /// What was made of a registration, the oldest first.
    private func instances(of registration: Registration, in cells: [Cell]) -> [Instance] {
        var made: [Instance] = []
        for cell in cells {
            for instance in cell.instances where instance.registration === registration { made.append(instance) }
        }
        if made.count > 1 { made.sortByBirth() }
        return made
    }
}
