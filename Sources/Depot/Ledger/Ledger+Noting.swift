/// What runs resolve is noted in them, to check later whether what they made is still valid.
extension Ledger {
    /// Notes that a run resolved a shared instance, which it asked a container for.
    mutating func note(_ instance: Instance, from view: Core, at place: Core? = nil, isIndirect: Bool = false, on build: Build?) {
        guard let build else { return }
        if instance.isEveryones {
            return noteForOne(.instance(instance), from: view, at: place, isIndirect: isIndirect, on: build)
        }
        note(
            .instance(instance), from: view, at: place, replacements: instance.replacements, owner: instance.owner, met: instance.met,
            isIndirect: isIndirect, on: build)
    }

    /// Notes what is the same for everyone, in the run that resolved it; the runs that this one is part of get it when it ends.
    @inline(never)
    private func noteForOne(
        _ resolved: DependencyList.Resolved, from view: Core, at place: Core?, isAside: Bool = false, isIndirect: Bool, on build: Build
    ) {
        guard build.isOf(family), !build.isFinished else { return }
        _ = build.note(
            resolved, at: place.map { .passUnretained($0) } ?? view.unretainedOverridden, isAside: isAside || build.asksAside(view),
            isIndirect: isIndirect || Frame.isPassedOn, isBounded: false)
    }

    /// Notes that a run asked for a key that was not registered.
    mutating func noteAbsence(of key: Key, from view: Core, on build: Build?) {
        guard build != nil else { return }
        noteAbsence(of: key)
        note(.absent(key), from: view, replacements: [], owner: nil, on: build)
    }

    /// Notes what a run resolved, in it and in every run up to the shared instance it is for.
    ///
    /// Those get it when the run ends, except for what not all of them may note: that they get at once. It was looked up through `view`, in the
    /// container that this is or stands on, or else at `place`; `isAside` where it is known to have been asked of one that does not have all
    /// overrides of the run.
    mutating func note(
        _ resolved: DependencyList.Resolved, from view: Core, at place: Core? = nil, isAside: Bool = false,
        replacements: Handful<ActiveReplacement>, owner: Core?, met: (kind: ScopeKind, scope: Scope?)? = nil, isIndirect: Bool = false,
        on build: Build?
    ) {
        guard let build else { return }
        if owner == nil, met == nil, replacements.isEmpty {
            return noteForOne(resolved, from: view, at: place, isAside: isAside, isIndirect: isIndirect, on: build)
        }
        let (place, isPassedOn) = (place.map { .passUnretained($0) } ?? view.unretainedOverridden, isIndirect || Frame.isPassedOn)
        let isBounded = owner != nil || met?.scope != nil
        var next: Build? = build
        while let now = next {
            // A run that has ended may be kept by a handle, and notes nothing more.
            guard now.isOf(family), !now.isFinished else { break }
            if now.hasOpened(owner, or: met?.scope) {
                if case .instance(let instance) = resolved { noteOrigins(of: instance, at: place.takeUnretainedValue(), on: now) }
                break
            }
            if let scope = met?.scope, now.isShared, !scope.isBound, !(now.scope?.isWithin(scope) ?? false) { scope.isMetOutside = true }
            var isNew = false
            if let met, met.kind.depth > now.met?.kind.depth ?? 0 {
                now.met = met
                isNew = true
            }
            if isBounded || now === build {
                // What a shared run notes goes no further, so its two lists need not be told apart.
                let isApart = isBounded && !now.isShared
                let isAside = isAside || now.asksAside(view)
                if now.note(resolved, at: place, isAside: isAside, isIndirect: isPassedOn || now !== build, isBounded: isApart) {
                    isNew = true
                }
            }
            for replacement in replacements where !now.replacements.contains(where: { $0 === replacement }) {
                now.replacements.append(replacement)
                isNew = true
            }
            if let owner {
                let before = now.touched
                move(now, to: owner)
                if now.touched !== before { isNew = true }
            }
            // What it knew already, those know that it is part of.
            if !isNew { break }
            next = now.isShared ? nil : now.parent ?? (met == nil ? now.bound.runningFactory : nil)
        }
    }

    /// Notes the use of a slot, for a service that lives in a kind of scope, if any: what is registered in an override, and what is replaced,
    /// is noted in every run that resolves it.
    mutating func note(
        _ slot: Slot, _ registration: Registration, as kind: Dependency.Kind = .required, from view: Core, met: ScopeKind? = nil,
        on build: Build?
    ) {
        slot.wasResolved = true
        // A handle that nobody calls has resolved nothing.
        if kind == .required { slot.replacement?.noteUse() }
        guard build != nil else { return }
        let resolved = kind == .required ? DependencyList.Resolved.registration(registration) : .handle(registration, kind: kind)
        note(
            resolved, from: view, replacements: slot.activeReplacement,
            owner: slot.core.isOverride ? slot.core : nil, met: met.map { ($0, nil) }, on: build)
    }

    /// Makes a build an override's own, so that the others stop waiting for it: all but the task that has claimed it.
    private mutating func move(_ build: Build, to owner: Core) {
        // Of two overrides the later one ends first.
        guard build.touched.map({ owner.ordinal > $0.ordinal }) ?? true else { return }
        build.touched = owner
        guard let home = build.home else { return }
        build.move(to: owner.ownCell(for: home))
        wake(build.waiters.filter { !$0.isMaker })
        build.waiters.removeAll { !$0.isMaker }
    }
}
