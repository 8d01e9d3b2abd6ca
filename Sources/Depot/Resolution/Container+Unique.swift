/// Services that only the caller gets.
extension Container {
    /// Makes an instance for the caller, or finds the one of this graph.
    func unique<Service>(_ request: Request, _ found: Found, as type: Service.Type) throws(ResolutionError) -> Service {
        // The key holds the type, so a registration found under it makes that type.
        let registration = unsafeDowncast(request.registration, to: TypedRegistration<Service>.self)
        var graph: GraphInstances?
        if case .graph = registration.lifetime {
            let (instances, known) = core.family.decide { _ in
                let instances = request.origin.graph(found.enclosing)
                return (instances, instances.instance(of: registration))
            }
            if let known {
                finishObservation(found.build, of: request.slot, succeeded: false)
                noteAgain(known, for: found.enclosing)
                // Instances are kept by their registration, which makes this type.
                return unsafeDowncast(known, to: TypedInstance<Service>.self).value
            }
            graph = instances
        }
        let run = Run(
            container: found.container ?? self, enclosing: found.enclosing, own: found.build, origin: request.origin, graph: graph)
        let service: Service
        do throws(ResolutionError) {
            service = try make(registration, run, arguments: request.arguments)
        } catch {
            finishObservation(found.build, of: request.slot, succeeded: false)
            throw error
        }
        finishObservation(found.build, of: request.slot, succeeded: true)
        guard let graph else { return service }
        let kept = keep(service, of: request, by: found.build, in: graph)
        // Instances are kept by their registration, which makes this type.
        return unsafeDowncast(kept, to: TypedInstance<Service>.self).value
    }

    /// Lets go of what a run noted that nobody waits for, because handles may keep the build.
    func forget(_ build: Build?) {
        guard let build else { return }
        // What is let go of may be the user's, so it goes outside the lock.
        withExtendedLifetime(core.family.decide { _ in build.takeNotes() }) {}
    }

    /// Keeps a `.graph` instance, together with what it was made from, for the rest of the graph.
    func keep<Service>(_ service: Service, of request: Request, by build: Build?, in graph: GraphInstances) -> Instance {
        let instance = TypedInstance(service, registration: request.registration, home: request.view.core)
        return core.family.decide { _ in
            if let build {
                instance.dependencies = build.dependencies
                instance.replacements = build.replacements
                instance.owner = build.touched
            }
            return graph.keep(instance)
        }
    }

    /// Notes what a `.graph` instance was made from for one more run that gets it: the run that made it has noted it only
    /// for itself and for those it is part of.
    func noteAgain(_ known: Instance, for enclosing: Build?) {
        guard enclosing != nil else { return }
        let woken = core.family.decide { ledger in
            known.dependencies.elements.flatMap {
                ledger.note($0, replacements: known.replacements, owner: known.owner, on: enclosing)
            }
        }
        for waiter in woken { waiter.wake() }
    }

    /// Ends the noting of a run, and shows the registration to readers without a lock.
    private func finishObservation(_ build: Build?, of slot: Slot, succeeded: Bool) {
        guard build != nil || (succeeded && slot.mayBePublished) else { return }
        core.family.decide { ledger in
            if let build { ledger.endObservation(build, of: slot, succeeded: succeeded) }
            if succeeded, let registration = slot.base, case .transient = registration.lifetime, !slot.core.isOverride {
                slot.publish(registration)
            }
        }
    }
}

/// One call of a factory.
struct Run {
    let container: Container
    /// The innermost recorded run this one is part of.
    let enclosing: Build?
    /// The build that this run is.
    let own: Build?
    let origin: Origin
    /// The graph to start with, where this run is the outermost.
    var graph: GraphInstances?
}

extension Container {
    /// Calls a synchronous factory, with all the checks that come before.
    func make<Service>(
        _ registration: TypedRegistration<Service>, _ run: Run, arguments: UnsafeRawPointer
    ) throws(ResolutionError) -> Service {
        let service = try perform(registration, run) { resolver in try registration.create(resolver, arguments) }
        if let disposable = registration.disposable(service) { keep(disposable, of: registration, run) }
        return service
    }

    /// Calls a factory, where that is possible here.
    func perform<Result>(
        _ registration: Registration, _ run: Run, _ factory: (Resolver) throws -> Result
    ) throws(ResolutionError) -> Result {
        let traits = registration.traits
        if !traits.isDisjoint(with: [.async, .mainActor]) {
            if traits.contains(.async) { throw requiresAsync(registration, run.origin.path) }
            if !MainThread.isCurrent { throw requiresMainActor(registration, run.origin.path) }
        }
        if run.origin.top != nil || run.enclosing != nil, !registration.hasArguments, run.origin.isInside(registration) {
            throw cycle(registration, run.origin.path)
        }
        let thread = ThreadState.current
        if !thread.pointee.hasRoom { throw tooDeep(registration, run.origin.path) }
        let build = run.own ?? run.enclosing
        let frame = ThreadState.enter(.passUnretained(registration), on: thread)
        frame.pointee.build = build.map { .passUnretained($0) }
        frame.pointee.isRecorded = run.own != nil
        frame.pointee.base = run.origin.top == nil ? run.enclosing.map { .passUnretained($0) } : nil
        frame.pointee.graph = run.graph
        let start = observedTime
        do {
            let result = try factory(Resolver(container: run.container, build: build))
            frame.pointee.leave()
            if start != nil { tellCreation(of: registration, in: run.own, by: run.origin.path.last, since: start) }
            return result
        } catch {
            frame.pointee.leave()
            throw error as? ResolutionError ?? factoryFailed(registration, run.origin.path, error)
        }
    }
}
