/// What the engine does beside its work while someone observes. Without observers each is one relaxed load.
extension Container {
    /// Tells of a resolve that gives something, and of its failure.
    func observed<Service>(
        _ key: Key, from build: Build?, _ resolve: () throws(ResolutionError) -> Service?
    ) throws(ResolutionError) -> Service? {
        guard core.isObserved, let observed = ObservedResolve(of: key, from: build) else { return try resolve() }
        do throws(ResolutionError) {
            let service = try Context.bind(.context(.observing(observed.run)), resolve)
            if service != nil { finish(observed) }
            return service
        } catch {
            fail(observed, error)
            throw error
        }
    }

    /// Tells of a resolve that may wait, and of its failure.
    func observedAsync<Service>(_ key: Key, from build: Build?, _ resolve: () async throws -> Service) async throws -> Service {
        guard let observed = ObservedResolve(of: key, from: build) else { return try await resolve() }
        do {
            let service = try await Context.bind(.context(.observing(observed.run)), resolve)
            finish(observed)
            return service
        } catch {
            if let error = error as? ResolutionError { fail(observed, error) }
            throw error
        }
    }

    /// Tells of a failure that arises beside a resolve, and gives it back.
    func told(_ error: ResolutionError) -> ResolutionError {
        if core.isObserved, Context.current?.run?.isNew(error) ?? true { core.family.emit(.failed(error)) }
        return error
    }

    /// Tells that a factory made an instance; of a shared one only when it is kept, because until then others wait for it.
    func tellCreation(of registration: Registration, in build: Build?, by asker: Registration?, since start: Duration?) {
        if let start { tellCreation(of: registration, in: build, by: asker, start) }
    }

    @inline(never)  // Only while somebody observes.
    private func tellCreation(of registration: Registration, in build: Build?, by asker: Registration?, _ start: Duration) {
        guard registration.ownsInstances else { return }
        let duration = core.family.age - start
        Context.current?.run?.noteCreation(duration)
        if let build, build.isShared {
            build.creation = duration
        } else {
            tell(registration, by: asker, duration)
        }
    }

    /// Tells of a shared instance that is kept now.
    func tellCreation(by build: Build, for asker: Registration?) {
        if let duration = build.creation { tell(build.registration, by: asker, duration) }
    }

    @inline(never)
    private func tell(_ registration: Registration, by asker: Registration?, _ duration: Duration) {
        core.family.emit(
            .created(ContainerEvent.Service(registration), by: asker.map { ContainerEvent.Service($0) }, duration: duration))
    }

    /// The time, as the family's age, where someone wants to know.
    var observedTime: Duration? { core.isObserved ? core.family.age : nil }
}

/// One resolve that is told of.
private struct ObservedResolve {
    let key: Key
    let run: ObservedRun
    /// The run of the resolver.
    let build: Build?
    /// The caller: the factory that runs on this thread, or the resolver's.
    let asker: Registration?
    private let start: ContinuousClock.Instant

    /// Nil for what an observer resolves itself.
    init?(of key: Key, from build: Build?) {
        let outer = Context.current?.run
        if outer?.isDelivery == true { return nil }
        self.key = key
        self.build = build
        asker = ThreadState.current.pointee.top?.pointee.registration.takeUnretainedValue() ?? build?.registration
        run = ObservedRun(parent: outer)
        start = .now
    }

    /// How long it has taken so far.
    var duration: Duration { start.duration(to: .now) }
}

extension Container {
    private func finish(_ observed: ObservedResolve) {
        let (duration, run, view) = (observed.duration, observed.run, effective.core)
        let inEffect = view.family.decide { ledger -> Registration? in
            guard let slot = ledger.find(observed.key, home: view, view: view) else { return nil }
            slot.observedResolves &+= 1
            guard slot.wasGiven, let kind = slot.current?.lifetime.scopeKind else { return slot.current }
            let origin = Origin(thread: ThreadState.current, explicit: observed.build)
            let scope = try? ledger.scope(kind, for: view, origin)
            return scope?.provision(of: slot)?.registration ?? slot.current
        }
        guard let registration = inEffect else { return }
        let outcome = run.creation.map { Trace.Outcome.created($0) } ?? .found
        run.trace?.add(run, name: observed.key.description, lifetime: registration.writtenLifetime, outcome, duration)
        let asker = observed.asker.map { ContainerEvent.Service($0) }
        core.family.emit(.resolved(ContainerEvent.Service(registration), by: asker, duration: duration))
    }

    private func fail(_ observed: ObservedResolve, _ error: ResolutionError) {
        let run = observed.run
        run.trace?.add(run, name: observed.key.description, lifetime: "", .failed(error.diagnosis.what), observed.duration)
        let isNew = run.isNew(error)
        let isNewOutside = run.parent?.isNew(error) ?? true
        if isNew, isNewOutside { core.family.emit(.failed(error)) }
    }
}
