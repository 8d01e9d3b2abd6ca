/// What the caller of a shared service has to do.
enum Claim {
    /// Hand it out.
    case ready(Instance)
    /// Make it; the build is the caller's to run and to settle.
    case make(Build)
    /// Someone is making it.
    case wait(Build)
    /// The caller is part of its making.
    case cycle
    /// Ask anew: something else is in effect by now.
    case again
}

/// The life of a shared instance: claimed, made, settled. Nothing here calls anyone; what is to be done outside the
/// lock is returned.
extension Ledger {
    /// Decides what the caller of a shared service gets, whose place is the cell of a scope or, without one, of the container; `now` is the
    /// time on the clock of a `.cached` lifetime.
    mutating func claim(
        _ slot: Slot, _ registration: Registration, at place: Cell, in scope: Scope?, of view: Core, now: Duration?,
        by origin: Origin, enclosing: Build?
    ) -> Claim {
        if let unseen = place.unseen { materialize(unseen) }
        if !place.isUnused || !place.isAlone || view.unretainedOverriding != nil {
            let beside = cells(beside: place, in: view)
            // The oldest that is valid is the one from before a replacement.
            var found = place.first(of: registration) { mayHandOut($0, to: view, at: now) }
            for cell in beside where found == nil { found = cell.first(of: registration) { mayHandOut($0, to: view, at: now) } }
            if found == nil, !place.isAlone { found = metByCaller(registration, beside: place, of: view, now: now, by: origin) }
            if let found {
                if registration.lifetime.isPermanent, !slot.shows(found) { publish(found, at: slot) }
                show(found, to: view)
                note(found, from: view, on: origin.noting(inside: enclosing, isScoped: scope != nil))
                return .ready(found)
            }
            if let claim = joined(registration, at: place, from: view, by: enclosing) { return claim }
            for cell in beside { if let claim = joined(registration, at: cell, from: view, by: enclosing) { return claim } }
        }
        return .make(start(slot, registration, at: place, in: scope, of: view, by: origin, enclosing: enclosing))
    }

    /// What an override has of a service that is in effect for the caller, and not for what is asked: its factory has met that in such a context.
    private mutating func metByCaller(
        _ registration: Registration, beside home: Cell, of view: Core, now: Duration?, by origin: Origin
    ) -> Instance? {
        for (override, own) in home.beside where !view.descends(from: override) {
            guard origin.bound.hasContainer(where: { $0.core.descends(from: override) }) else { continue }
            let view = override.added(to: view)
            if let found = own.first(of: registration, where: { $0.isMetByCaller && mayHandOut($0, to: view, at: now) }) { return found }
        }
        return nil
    }

    /// What is to be done about a run that makes the service at a place; nil where none does.
    private mutating func joined(_ registration: Registration, at cell: Cell, from view: Core, by enclosing: Build?) -> Claim? {
        if !cell.hasBuilds { return nil }
        for build in cell.builds where build.registration === registration {
            if let enclosing, enclosing.isWithin(build) { return .cycle }
            if mayJoin(build, from: view) { return .wait(build) }
        }
        return nil
    }

    /// The cells that the overrides in effect have beside one, from the innermost on.
    private func cells(beside home: Cell, in view: Core) -> Handful<Cell> {
        var cells = Handful<Cell>()
        if view.unretainedOverriding == nil || home.isAlone { return cells }
        for layer in view.layers { if let own = layer.existingOwnCell(for: home) { cells.append(own) } }
        return cells
    }

    private mutating func start(
        _ slot: Slot, _ registration: Registration, at home: Cell, in scope: Scope?, of view: Core, by origin: Origin, enclosing: Build?
    ) -> Build {
        let core = slot.unretainedCore
        let build = core._withUnsafeGuaranteedRef { core in
            Build(
                registration, parent: enclosing, between: origin.between, container: viewContainer(view, over: core),
                graph: origin.knownGraph(enclosing), bound: origin.bound, home: home, of: .passUnretained(core), in: scope)
        }
        build.epoch = overrideEpoch
        core._withUnsafeGuaranteedRef { if $0.isOverride { build.touched = $0 } }
        if slot.replacement != nil { build.replacements = slot.activeReplacement }
        home.add(build)
        return build
    }

    /// Whether an instance may be handed out: valid in the view, not expired, still alive.
    @inline(never)
    mutating func mayHandOut(_ instance: Instance, to view: Core, at now: Duration?) -> Bool {
        !isOver(instance, at: now) && isValid(instance, in: view)
    }

    /// Whether what a build has resolved so far is still right for someone who joins it now.
    private mutating func mayJoin(_ build: Build, from view: Core) -> Bool {
        build.noted.elements.allSatisfy { element in
            guard isInEffect(element, for: build.lookupHome, in: view) else { return false }
            guard case .instance(let instance) = element.resolved else { return true }
            return isValid(instance, in: self.view(of: element, for: build.lookupHome, in: view))
        }
    }

    /// The container that a service of `home` resolves from when it is asked for through `view`: non-owning, because
    /// the instance may keep it.
    func viewContainer(_ view: Core, over home: Core) -> Container {
        guard view.unretainedOverriding != nil, let overriding = view.overriding, overriding !== home, home.overriding !== overriding
        else { return home.inner() }
        return overriding.projected(onto: home.overridden).inner()
    }

    /// Shows an instance to readers without a lock, where that is safe.
    ///
    /// Only the oldest of its place: that is the one to hand out when both are valid, as after a replacement. And only what was made from nothing
    /// that ends before its place does.
    mutating func publish(_ instance: Instance, at slot: Slot) {
        guard instance.registration.lifetime.isPermanent, instance.isIn(slot), !slot.shows(instance), instance.isOfNobody,
            !instance.registration.traits.contains(.mainActor), slot.isRegistered(instance.registration), slot.replacement == nil,
            slot.isOldest(instance)
        else { return }
        let isFit = slot.unretainedCore._withUnsafeGuaranteedRef { !$0.isOverride && isValid(instance, in: $0) }
        if isFit { slot.show(instance) }
    }
}
