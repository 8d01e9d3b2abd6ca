/// What runs resolve is noted in them, for whoever asks later whether what they made is still right.
extension Ledger {
    /// Notes that a run resolved a shared instance.
    mutating func note(_ instance: Instance, on build: Build?) -> [Waiter] {
        guard build != nil else { return [] }
        return note(
            .instance(instance), replacements: instance.replacements, owner: instance.owner, met: instance.met, on: build)
    }

    /// Notes what a run resolved, in it and in every run up to the shared instance it is for.
    ///
    /// - Returns: Those to wake because a build turned out to belong to an override.
    mutating func note(
        _ element: DependencyList.Element, replacements: Handful<ActiveReplacement>, owner: Core?,
        met: (kind: ScopeKind, scope: Scope?)? = nil, on build: Build?
    ) -> [Waiter] {
        var woken: [Waiter] = []
        var next = build
        // A factory that is not recorded runs inside the recorded one, and what it asks for is its own affair.
        let isPassedOn = build != nil && (ThreadState.current.pointee.top.map { !$0.pointee.isRecorded } ?? false)
        while let now = next {
            // A container that is no relative counts its own epochs: what it shares cannot be checked with these.
            guard ObjectIdentifier(now.container.core.family) == family else { break }
            // A factory may have opened the override itself; what it does there is over with it.
            if let owner, !now.isIn(owner) { break }
            // It may have opened a scope itself, too.
            if let scope = met?.scope, !now.sees(scope) { break }
            if let met, met.kind.depth > now.met?.kind.depth ?? 0 { now.met = met }
            now.note(element, isIndirect: isPassedOn || now !== build)
            for replacement in replacements where !now.replacements.contains(where: { $0 === replacement }) {
                now.replacements = now.replacements.adding(replacement)
            }
            if let owner { woken += move(now, to: owner) }
            next = now.isShared ? nil : now.parent
        }
        return woken
    }

    /// Notes the use of a slot: what is registered in an override, and what is replaced, colours whoever resolves it.
    mutating func note(_ slot: Slot, _ registration: Registration, met: ScopeKind? = nil, on build: Build?) -> [Waiter] {
        slot.wasResolved = true
        if let replacement = slot.replacements.last { replacement.wasResolved = true }
        guard build != nil else { return [] }
        return note(
            .registration(registration), replacements: slot.replacements.last.map { [$0] } ?? Handful(),
            owner: slot.core.isOverride ? slot.core : nil, met: met.map { ($0, nil) }, on: build)
    }

    /// Makes a build an override's own, so that the others stop waiting for it.
    private mutating func move(_ build: Build, to owner: Core) -> [Waiter] {
        guard build.touched !== owner, build.touched.map({ owner.descends(from: $0) }) ?? true else { return [] }
        build.touched = owner
        guard let home = build.home, build.container.core.descends(from: owner) else { return [] }
        build.move(to: owner.ownCell(for: home))
        defer { build.waiters = [] }
        return build.waiters
    }
}
