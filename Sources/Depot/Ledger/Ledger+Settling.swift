import Synchronization

/// The end of a run: what it made is kept, or not.
extension Ledger {
    /// Ends a build that made an instance, for the run that notes it.
    ///
    /// - Returns: Whether the instance is kept; if not, the question is to be asked anew.
    mutating func settle(
        _ build: Build, with instance: Instance, disposable: Disposables.Entry?, askedOf view: Core, noting: Build?
    ) -> Bool {
        if !build.hasNoNotes {
            let notes = build.takeNotes()
            if !notes.replacements.isEmpty { instance.replacements = withoutGone(notes.replacements) }
            instance.wasMade(from: hasClosedContainers ? withoutGone(notes.dependencies, for: build.lookupHome) : notes.dependencies)
            follow(instance.elements, by: build.lookupHome)
        }
        if let owner = build.touched {
            instance.owner = owner
            instance.isMetByCaller = !view.descends(from: owner)
        }
        if let scope = build.scope { instance.live(in: scope) }
        instance.birth = nextBirth()
        if let graph = build.takeGraph() { hold(graph) }
        let core = build.touched ?? build.homeCore?.takeUnretainedValue() ?? build.container.core
        let isOutdated = isOutdated(instance, of: build, keptBy: core)
        let place = build.cell
        place?.remove(build)
        guard !isOutdated, let cell = place, !isTaken(cell, for: instance, of: build, view: view) else {
            // Also what is weak, and the caller has not got.
            disposable?.keepInstance()
            leftover.ending.take((disposable.map { [$0] } ?? []) + build.takeParts().reversed(), in: build.scope, of: core)
            finish(build, .again)
            return false
        }
        finish(build, .made, made: instance)
        build.scope?.madeCount += 1
        if !cell.isEmpty { drop(from: cell, for: instance) }
        cell.insert(instance)
        if build.scope != nil { cell.unretainedSlot?._withUnsafeGuaranteedRef { $0.showScoped(instance.registration) } }
        // Nothing says what an instance was made from that does not stay.
        if let slot = build.home?.slotOfAll, slot.isToBeWatched(instance.registration), !slot.keepsForGood(instance) {
            slot.observe(instance.registration, resolving: instance.dependencies)
        }
        if !instance.replacements.isEmpty { for replacement in instance.replacements { replacement.add(instance) } }
        instance.keep(disposable)
        if !build.parts.isEmpty { keepParts(of: build, for: instance) }
        // What nothing has changed for since the run began need not be looked at again.
        if build.epoch == overrideEpoch, core.unretainedOverriding == nil, build.container.core.unretainedOverriding == nil {
            instance.validEpoch.store(epoch, ordering: .releasing)
        }
        note(instance, from: view, on: noting)
        return true
    }

    /// Whether a cell has an instance already that is valid, or that may become valid together with a new one when a replacement is restored.
    ///
    /// So no two of a registration are ever valid at once. While nothing changes a factory resolves the same services, so an instance that is
    /// invalid while the other is valid was made from something else. Where both are invalid, that is unknown.
    private mutating func isTaken(_ cell: Cell, for instance: Instance, of build: Build, view: Core) -> Bool {
        if cell.isEmpty { return false }
        if let owner = build.touched, instance.isMetByCaller {
            // A caller outside of the override, which has asked by something of it, would not find what is there.
            guard build.bound.hasContainer(where: { $0.core.descends(from: owner) }) else { return false }
            let view = owner.added(to: view)
            return cell.first(of: instance.registration) { $0.isMetByCaller && mayHandOut($0, to: view, at: instance.made) } != nil
        }
        var mayComeBack = false
        for other in cell.instances where other.registration === instance.registration && !isOver(other, at: instance.made) {
            if isValid(other, in: view) { return true }
            mayComeBack = true
        }
        return mayComeBack && !isValid(instance, in: view)
    }

    /// Takes out what a new instance stands in place of: what can never be handed out again.
    private mutating func drop(from cell: Cell, for instance: Instance) {
        let dropped = cell.remove {
            guard $0.registration === instance.registration else { return false }
            if isLost($0, in: $0.owner ?? $0.home) { $0.isLost = true }
            return $0.isLost || isOver($0, at: instance.made)
        }
        for instance in dropped { leftover.ending.drop(instance) }
    }

    /// Whether an instance's time is up, or nobody holds it any more.
    mutating func isOver(_ instance: Instance, at now: Duration?) -> Bool { instance.isExpired(at: now) || !isAlive(instance) }

    /// Whether what was made is over before it is kept: its owner has ended, or something it saw has changed for good.
    private func isOutdated(_ instance: Instance, of build: Build, keptBy core: Core) -> Bool {
        if core.isClosed || build.scope?.isClosed ?? false { return true }
        if build.epoch != overrideEpoch {
            return isDisplaced(instance, of: build) || instance.replacements.contains { !$0.isActive }
                || isLost(instance, in: build.settledView(of: instance))
        }
        // Nothing was registered or replaced since; but a scope may have ended that the run has met.
        return instance.elements.contains { element in
            if case .instance(let dependency) = element.resolved { return dependency.isLost }
            return false
        }
    }

    /// Whether the scope, or one of the same kind around it, was given the service while the run was under way.
    private func isDisplaced(_ instance: Instance, of build: Build) -> Bool {
        guard let scope = build.scope, let slot = build.home?.slot, slot.wasGiven, instance.registration.registered === slot.base,
            let given = scope.provision(of: slot)
        else { return false }
        // Where it was given an instance, there is nothing to make.
        return given.registration !== instance.registration || given.registration === slot.base
    }

    /// Ends a build whose factory failed.
    mutating func fail(_ build: Build, with error: any Error) {
        build.cell?.remove(build)
        if let graph = build.takeGraph() { hold(graph) }
        // What it made may be kept and refer to it by a handle: then it must not keep that.
        if !build.hasNoNotes { hold(build.takeNotesAside()) }
        if !build.parts.isEmpty { keep(build.takeParts(), for: build) }
        finish(build, .failed(error))
    }

    /// Keeps the disposals of what was made for an instance alone: with that, where it ends before its container or scope does.
    private mutating func keepParts(of build: Build, for instance: Instance) {
        let parts = build.takeParts()
        if instance.owner == nil, instance.replacements.isEmpty { keep(parts, for: build) } else { instance.parts = parts.reversed() }
    }

    /// Ends the noting of a run whose instance nobody shares.
    mutating func endObservation(_ build: Build, of slot: Slot, succeeded: Bool) {
        build.leaveNotes()
        finish(build, .again)
        if succeeded { slot.observe(build.registration, resolving: build.dependencies, build.bounded) }
    }

    /// Ends a run.
    private mutating func finish(_ build: Build, _ outcome: Build.Outcome, made instance: Instance? = nil) {
        wake(build.finish(outcome, made: instance))
        let cut = build.cutOff()
        if let parent = cut.parent { hold(parent) }
        cut.between.forEach { hold($0) }
        // It may be all that keeps the container.
        let scopes = build.takeInheritedScopes()
        if let scope = scopes.0 { hold(scope) }
        if let scope = scopes.1 { hold(scope) }
        if build.isShared, let scope = build.met.take()?.scope { hold(scope) }
        if let scope = build.scope { scope.note(ended: build).forEach { hold($0) } }
    }

    /// Gives an instance that only the caller got what its run has noted: for a `.graph` service, and for a `Lazy`.
    mutating func note(_ build: Build?, in instance: Instance) {
        instance.birth = nextBirth()
        guard let build else { return }
        instance.dependencies = hasClosedContainers ? withoutGone(build.noted, for: build.lookupHome) : build.noted
        instance.replacements = withoutGone(build.replacements)
        instance.owner = build.touched
        instance.met = build.met
    }

    /// Whether an instance can never be valid again in a view, because something it was made from was registered anew.
    private func isLost(_ instance: Instance, in view: Core) -> Bool {
        if isGone(instance.registration, from: instance.home, view: view) { return true }
        return instance.elements.contains { element in
            let place = element.place ?? instance.home
            let view = self.view(of: element, for: instance.home, in: view)
            return switch element.resolved {
            case .instance(let dependency): dependency.isLost || isGone(dependency.registration, from: place, view: view)
            case .registration(let registration), .handle(let registration, _): isGone(registration, from: place, view: view)
            case .collection(let type, let isNamed, let version):
                // A replacement of what is not registered here ends again.
                slots(of: ObjectIdentifier(type), isNamed: isNamed, home: place, view: view).count { $0.base != nil } > version
            case .absent(let key): lookupChain(home: place, view: view).contains { $0.slot(key)?.takeUnretainedValue().base != nil }
            case .watched: false
            }
        }
    }

    /// Whether a registration will never be in effect again where it was looked up: it is no longer there, or another was registered before it.
    ///
    /// What replaces it, here or in a container before it, may be restored.
    private func isGone(_ found: Registration, from home: Core, view: Core) -> Bool {
        if found.isWithdrawn { return true }
        let registration = found.registered
        for core in lookupChain(home: home, view: view) {
            guard let slot = core.slot(registration.key)?.takeUnretainedValue() else { continue }
            if slot.base === registration || slot.isReplaced(by: registration) { return false }
            if slot.base != nil { return true }
        }
        return true
    }
}

extension Build {
    /// Where what it made is looked at: its home as it is for everyone or, where it has met an override, as all those show it that it began in.
    ///
    /// The override alone does not show what others of them register, on other containers.
    fileprivate func settledView(of instance: Instance) -> Core { touched?.added(to: container.core) ?? instance.home }
}

extension Instance {
    /// Keeps its disposal, if it has one.
    func keep(_ disposal: Disposables.Entry?) {
        guard let disposal else { return }
        disposal.order = birth
        self.disposal = disposal
    }
}
