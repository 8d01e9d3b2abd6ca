extension Container {
    /// What is registered now, as this container sees it.
    func survey() -> Survey {
        let view = effective.core
        // Only the raw facts are read under the lock; what is looked up by is made outside it.
        let facts = view.family.decide { $0.facts(from: view) }
        let levels = facts.map { fact in
            Survey.Level(
                entries: fact.entries, isOverride: fact.isOverride, pendingDecorators: fact.pendingDecorators, duplicates: fact.duplicates,
                bareReplacements: fact.bareReplacements)
        }
        return Survey(levels: levels)
    }
}

/// What one container says of itself under the lock.
struct Facts: Sendable {
    let entries: [Survey.Entry]
    let isOverride: Bool
    let pendingDecorators: [PendingDecorator]
    let duplicates: [Duplicate]
    let bareReplacements: [Registration]
}

extension Ledger {
    /// The facts of a container and of all further up.
    fileprivate mutating func facts(from view: Core) -> [Facts] {
        var facts: [Facts] = []
        for source in lookupChain(home: view, view: view) {
            facts.append(
                Facts(
                    entries: source.slots.compactMap { entry(of: $0, view: view) }, isOverride: source.isOverride,
                    pendingDecorators: source.readable?.pendingDecorators ?? [], duplicates: source.readable?.duplicates ?? [],
                    bareReplacements: source.slots.compactMap { $0.base == nil ? $0.replacements.last?.registration : nil }))
        }
        return facts
    }

    private mutating func entry(of slot: Slot, view: Core) -> Survey.Entry? {
        guard let registration = slot.current else { return nil }
        return Survey.Entry(
            registration: registration, isReplaced: !slot.replacements.isEmpty, observed: observed(of: slot, registration, view: view),
            isMade: registration.traits.contains(.async) && isMade(slot, registration, view: view), wasResolved: slot.wasResolved,
            observedResolves: Int(slot.observedResolves), made: made(slot, registration))
    }

    /// What was made of a slot's registration and lives in the container itself.
    mutating func made(_ slot: Slot, _ registration: Registration) -> [Survey.Made] {
        let instances = slot.cells.flatMap(\.instances).filter { $0.registration === registration && isAlive($0) }
        return instances.sorted { $0.birth < $1.birth }.map {
            Survey.Made(birth: $0.birth, age: $0.madeAt, requester: $0.madeFor)
        }
    }

    /// Every instance that was made of a slot's registration, as far as this view may see.
    private func instances(of slot: Slot, _ registration: Registration, view: Core) -> [Instance] {
        var instances = slot.cells.flatMap(\.instances)
        var overriding = view.overriding
        while let now = overriding {
            for cell in slot.cells { instances += now.existingOwnCell(for: cell)?.instances ?? [] }
            overriding = now.parentCore?.overriding
        }
        return instances.filter { $0.registration === registration }.sorted { $0.birth < $1.birth }
    }

    private mutating func isMade(_ slot: Slot, _ registration: Registration, view: Core) -> Bool {
        registration.lifetime.isShared && instances(of: slot, registration, view: view).contains { isAlive($0) && isValid($0, in: view) }
    }

    private func observed(of slot: Slot, _ registration: Registration, view: Core) -> [Dependency]? {
        guard registration.isOpaque, !registration.isConstant else { return nil }
        var dependencies: [Dependency]?
        if registration.lifetime.isShared {
            // What its `Lazy`s resolved later was noted as what they ask for.
            for instance in instances(of: slot, registration, view: view) {
                let first = instance.dependencies.first(instance.firstDependencies)
                dependencies = (dependencies ?? []) + first.direct.compactMap(\.dependency)
            }
        } else if slot.wasObserved, slot.replacements.isEmpty {
            dependencies = slot.observed
        }
        guard let dependencies else { return nil }
        // A decorator of a parent's service resolves that under its own key; it is no cycle.
        let isDecorated = registration.traits.contains(.decorated)
        return dependencies.filter { !(isDecorated && $0.key == registration.key) }
    }
}
