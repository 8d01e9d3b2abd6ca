/// What to do for someone who asks for a shared service.
enum Claim {
    /// Hand it out.
    case ready(Instance)
    /// Make it; the build is the caller's to run and to settle.
    case make(Build)
    /// Someone is making it.
    case wait(Build)
    /// The caller is part of its making.
    case cycle
}

/// The life of a shared instance: claimed, made, settled. Nothing here calls anyone; what is to be done outside the
/// lock is returned.
extension Ledger {
    /// Decides what someone gets who asks for a shared service.
    ///
    /// - Parameters:
    ///   - request: What is asked for, of whom.
    ///   - place: The cell of the container or scope that the service belongs to; nil for the one there is without
    ///     arguments.
    ///   - now: The time on the clock of a `.cached` lifetime.
    ///   - enclosing: The innermost recorded run that asks.
    /// - Returns: What to do, and those to wake because a run turned out to belong to an override.
    mutating func claim(
        _ request: Request, place: Cell?, now: Duration?, enclosing: Build?
    ) -> (claim: Claim, woken: [Waiter]) {
        let view = request.view.core
        let home = place ?? cell(of: request.slot, in: request.scope)
        let registration = request.registration
        var cells = [home]
        var overriding = view.overriding
        while let now = overriding {
            if let own = now.existingOwnCell(for: home) { cells.append(own) }
            overriding = now.parentCore?.overriding
        }
        for cell in cells {
            // The oldest that is valid is the one from before a replacement.
            for instance in cell.instances where mayHandOut(instance, of: registration, to: view, at: now) {
                publish(instance)
                return (.ready(instance), note(instance, on: enclosing))
            }
        }
        for cell in cells {
            for build in cell.builds where build.registration === registration {
                if let enclosing, enclosing.isWithin(build) { return (.cycle, []) }
                if mayJoin(build, from: view) { return (.wait(build), []) }
            }
        }
        return (.make(start(request, home: home, enclosing: enclosing)), [])
    }

    private mutating func start(_ request: Request, home: Cell, enclosing: Build?) -> Build {
        let slot = request.slot
        let build = Build(
            request.registration, parent: enclosing, between: request.origin.between,
            container: viewContainer(request.view.core, over: slot.core), graph: request.origin.knownGraph(enclosing), isShared: true)
        build.homeCore = slot.core
        build.home = home
        build.cell = home
        build.scope = request.scope
        if slot.core.isOverride { build.touched = slot.core }
        if let replacement = slot.replacements.last { build.replacements = [replacement] }
        home.builds.append(build)
        recordings += 1
        return build
    }

    private func mayHandOut(_ instance: Instance, of registration: Registration, to view: Core, at now: Duration?) -> Bool {
        instance.registration === registration && instance.isAlive && !instance.isExpired(at: now) && isValid(instance, in: view)
    }

    /// Notes that a run resolved a shared instance.
    private mutating func note(_ instance: Instance, on build: Build?) -> [Waiter] {
        guard build != nil else { return [] }
        return note(
            .instance(instance), replacements: instance.replacements, owner: instance.owner, met: instance.met, on: build)
    }

    /// Whether what a build has resolved so far is still right for someone who joins it now.
    private func mayJoin(_ build: Build, from view: Core) -> Bool {
        for element in build.dependencies.elements {
            switch element {
            case .instance(let instance): if !isValid(instance, in: view) { return false }
            case .registration(let registration):
                let home = build.container.core
                if find(registration.key, home: home, view: view)?.current !== registration { return false }
            case .collection(let type, let version):
                if collectionVersion(ObjectIdentifier(type), home: build.container.core, view: view) != version { return false }
            }
        }
        return true
    }

    /// The container that a service of `home` resolves from when it is asked for through `view`: non-owning, because
    /// the instance may keep it.
    private func viewContainer(_ view: Core, over home: Core) -> Container {
        guard let overriding = view.overriding, overriding !== home, home.overriding !== overriding else { return home.inner() }
        return overriding.projected(onto: home).inner()
    }

    /// Notes what a run resolved, in it and in every run up to the shared instance it is for.
    ///
    /// - Returns: Those to wake because a build turned out to belong to an override.
    mutating func note(
        _ element: DependencyList.Element, replacements: [ActiveReplacement], owner: Core?,
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
            now.dependencies.insert(element, isIndirect: isPassedOn || now !== build)
            for replacement in replacements where !now.replacements.contains(where: { $0 === replacement }) {
                now.replacements.append(replacement)
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
            .registration(registration), replacements: slot.replacements.last.map { [$0] } ?? [],
            owner: slot.core.isOverride ? slot.core : nil, met: met.map { ($0, nil) }, on: build)
    }

    /// Makes a build an override's own, so that the others stop waiting for it.
    private mutating func move(_ build: Build, to owner: Core) -> [Waiter] {
        guard build.touched !== owner, build.touched.map({ owner.descends(from: $0) }) ?? true else { return [] }
        build.touched = owner
        guard let home = build.home, let cell = build.cell, build.container.core.descends(from: owner) else { return [] }
        cell.removeBuild(build)
        let own = owner.ownCell(for: home)
        own.builds.append(build)
        build.cell = own
        defer { build.waiters = [] }
        return build.waiters
    }

    /// What settling a build asks of its caller, outside the lock.
    struct Settlement {
        /// Whether the instance is kept; if not, the question is to be asked anew.
        var isKept = false
        var waiters: [Waiter] = []
        /// Instances to let go of.
        var dropped: [Instance] = []
        var disposables: [Disposables.Entry] = []
    }

    /// Ends a build that made an instance.
    mutating func settle(
        _ build: Build, with instance: Instance, disposable: Disposables.Entry?, enclosing: Build?
    ) -> Settlement {
        recordings -= 1
        (instance.dependencies, instance.replacements) = build.takeNotes()
        instance.owner = build.touched
        instance.met = build.scope.map { ($0.kind, $0) }
        instance.birth = nextBirth()
        var settlement = Settlement(waiters: build.waiters)
        build.waiters = []
        build.cell?.removeBuild(build)
        let core = build.touched ?? build.homeCore ?? build.container.core
        let isOutdated =
            instance.replacements.contains { !$0.isActive } || core.isClosed || build.scope?.isClosed ?? false || isLost(instance)
        guard !isOutdated, let cell = build.cell else {
            build.finish(.again)
            if let disposable { settlement.disposables.append(disposable) }
            return settlement
        }
        build.finish(.made, made: instance)
        settlement.dropped = cell.remove {
            guard $0.registration === instance.registration else { return false }
            if isLost($0) { $0.isLost = true }
            return $0.isLost || !$0.isAlive || $0.isExpired(at: instance.made)
        }
        let keeper = keeper(of: build, touched: core)
        for dropped in settlement.dropped { settlement.disposables += keeper.take(disposalOf: dropped) }
        cell.insert(instance)
        for replacement in instance.replacements { replacement.add(instance) }
        if let disposable {
            disposable.shared = instance
            (instance.replacements.last ?? keeper).disposables.append(disposable)
        }
        settlement.waiters += note(instance, on: enclosing)
        settlement.isKept = true
        return settlement
    }

    /// Who disposes what a build made: its scope, or its container or override, whichever ends first.
    private func keeper(of build: Build, touched core: Core) -> any DisposalKeeper {
        guard let scope = build.scope, build.touched.map({ scope.core.descends(from: $0) }) ?? true else { return core }
        return scope
    }

    /// The cell of a service's only instance.
    private func cell(of slot: Slot, in scope: Scope?) -> Cell {
        (scope?.places(of: slot) ?? slot.places).own()
    }

    /// Ends a build whose factory failed.
    mutating func fail(_ build: Build, with error: any Error) -> [Waiter] {
        recordings -= 1
        build.cell?.removeBuild(build)
        build.finish(.failed(error))
        defer { build.waiters = [] }
        return build.waiters
    }

    /// Adds someone who waits for a build.
    ///
    /// - Returns: False where there is nothing to wait for any more.
    func add(_ waiter: Waiter, to build: Build, view: Core) -> Bool {
        if build.isFinished { return false }
        if let owner = build.touched, !view.descends(from: owner) { return false }
        build.waiters.append(waiter)
        return true
    }

    /// What came of a build for someone who waited.
    enum Answer {
        case made(Instance)
        case failed(any Error)
        case again
    }

    /// Tells someone who waited what came of it.
    mutating func answer(of build: Build, to view: Core, enclosing: Build?) -> (answer: Answer, woken: [Waiter]) {
        if let owner = build.touched, !view.descends(from: owner) { return (.again, []) }
        switch build.outcome {
        case .made:
            guard let instance = build.made else { return (.again, []) }
            // Whoever joined overlaps the build, so its result is right for them even if something changed since;
            // but an override may have met something of its own.
            if view.overriding !== build.container.core.overriding, !isValid(instance, in: view) { return (.again, []) }
            return (.made(instance), note(instance, on: enclosing))
        case .failed(let error):
            // Whoever came after it was cancelled did not ask for that.
            if build.isAbandoned, error is CancellationError { return (.again, []) }
            return (view.overriding === build.container.core.overriding ? .failed(error) : .again, [])
        case .again, nil:
            return (.again, [])
        }
    }

    /// Ends the noting of a run whose instance nobody shares.
    mutating func endObservation(_ build: Build, of slot: Slot, succeeded: Bool) {
        recordings -= 1
        build.finish(.again)
        guard succeeded, slot.current === build.registration else { return }
        slot.wasObserved = true
        slot.observe(build.dependencies)
    }

    /// Whether an instance can never be valid again, because something it was made from was registered anew.
    private func isLost(_ instance: Instance) -> Bool {
        func isGone(_ registration: Registration, for instance: Instance) -> Bool {
            let slot = find(registration.key, home: instance.home, view: instance.owner ?? instance.home)
            guard let slot else { return true }
            return slot.current !== registration && slot.base !== registration
                && !slot.replacements.contains { $0.registration === registration }
        }
        if isGone(instance.registration, for: instance) { return true }
        for element in instance.dependencies.elements {
            if case .registration(let registration) = element, isGone(registration, for: instance) { return true }
            // A dependency of a container further up is what it is there, whatever is registered here.
            if case .instance(let dependency) = element, dependency.isLost || isGone(dependency.registration, for: dependency) {
                return true
            }
        }
        return false
    }

    /// Shows a singleton to readers without a lock, where that is safe.
    func publish(_ instance: Instance) {
        guard instance.registration.lifetime.isPermanent, instance.replacements.isEmpty, instance.owner == nil,
            !instance.registration.traits.contains(.mainActor), let slot = instance.cell?.slot, slot.base === instance.registration,
            slot.replacements.isEmpty, !slot.core.isOverride, isValid(instance, in: slot.core)
        else { return }
        slot.publish(instance)
    }
}
