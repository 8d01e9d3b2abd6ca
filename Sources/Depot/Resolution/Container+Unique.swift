/// Services that only the caller gets.
extension Container {
    /// Makes an instance for the caller, or finds the one of this graph.
    func unique<Service>(_ request: borrowing Request, as type: Service.Type) throws(ResolutionError) -> Service {
        // The key holds the type, so a registration found under it makes that type.
        let registration = unsafeDowncast(request.registration, to: TypedRegistration<Service>.self)
        var (graph, values): (GraphInstances?, GraphInstances.Arguments?)
        if case .graph = registration.lifetime {
            let known: Instance?
            (graph, values, known) = graphInstance(of: registration, request, in: request.enclosing, own: request.build)
            if let known {
                finishObservation(request.build, of: request.slot, succeeded: false)
                // Instances are kept by their registration, which makes this type.
                return unsafeDowncast(known, to: TypedInstance<Service>.self).value
            }
        }
        let service: Service
        do throws(ResolutionError) {
            let arguments = request.arguments
            let resolver = Resolver(container: request.container ?? request.view, build: request.build ?? request.enclosing)
            service = try perform(
                registration, own: request.build, enclosing: request.enclosing, by: request.origin, graph: graph ?? request.origin.shared
            ) {
                try registration.create(resolver, arguments)
            }
            if let disposable = registration.disposable(service) {
                try request.view.keep(
                    disposable, of: registration, for: request.enclosing ?? request.origin.explicit, request.origin.path)
            }
        } catch {
            finishObservation(request.build, of: request.slot, succeeded: false)
            throw error
        }
        finishObservation(request.build, of: request.slot, succeeded: true)
        guard let graph else { return service }
        let kept = keep(service, of: request, by: request.build, in: graph, for: values)
        // Instances are kept by their registration, which makes this type.
        return unsafeDowncast(kept, to: TypedInstance<Service>.self).value
    }

    /// Keeps an instance that only the caller got until its owner ends.
    ///
    /// - Throws: That the container is closed, where it was closed while the instance was made: that is disposed, and nobody gets it.
    func keep(
        _ disposable: any Disposable, of registration: Registration, for build: Build?, _ way: @autoclosure () -> [Registration]
    ) throws(ResolutionError) {
        guard registration.ownsInstances else { return }
        try keep(disposable, as: registration, for: build, way())
    }

    fileprivate func keep(
        _ disposable: any Disposable, as registration: Registration, for build: Build?, _ way: @autoclosure () -> [Registration]
    ) throws(ResolutionError) {
        if !keep(disposable, for: build, isOfGraph: registration.lifetime.isGraph) { throw closed(registration.key, way()) }
    }

    /// Releases what a run noted that nobody waits for, because handles may keep the build.
    func forget(_ build: Build?) {
        guard let build else { return }
        // What is released may be the user's, so it goes outside the lock.
        withExtendedLifetime(core.family.decide { _ in (build.dropNotes(), build.takeGraph()) }) {}
    }

    /// Keeps a `.graph` instance, together with what it was made from, for the rest of the graph.
    ///
    /// - Returns: What is kept: the instance of someone who was faster, where that is right here as well.
    func keep<Service>(
        _ service: Service, of request: borrowing Request, by build: Build?, in graph: GraphInstances,
        for arguments: GraphInstances.Arguments?
    ) -> Instance {
        let (registration, origin, view) = (request.registration, request.origin, request.view.core)
        let instance = TypedInstance(service, registration: registration, home: .passUnretained(view))
        let (kept, outdated) = core.family.decide { ledger -> (Instance, [GraphInstances.Entry]) in
            if let known = ledger.graphInstance(of: registration, arguments, in: graph, view: view, by: origin) { return (known, []) }
            ledger.note(build, in: instance)
            return (instance, graph.keep(instance, for: arguments, keeping: build?.keeping))
        }
        withExtendedLifetime(outdated) {}  // The last release may run a user's deinit, so it happens outside the lock.
        return kept
    }

    /// The `.graph` instances of the outermost resolve, and the one of a registration, where it is to be handed out here; if not, a run of its own
    /// begins.
    func graphInstance(
        of registration: Registration, _ request: borrowing Request, in build: Build?, own: Build?
    ) -> (graph: GraphInstances?, arguments: GraphInstances.Arguments?, known: Instance?) {
        let (origin, view) = (request.origin, request.view.core)
        let keyed = keyedGraph(of: registration, request, in: build)
        return core.family.decide { ledger in
            let graph = keyed?.graph ?? origin.graph(build)
            let known = ledger.graphInstance(of: registration, keyed?.arguments, in: graph, view: view, by: origin)
            if known == nil, let own, own.nearestShared == nil, own.keeping == nil { own.keeping = GraphKeeping() }
            return (graph, keyed?.arguments, known)
        }
    }

    /// The `.graph` instances and, in there, the value of the arguments; nil where there are none.
    private func keyedGraph(
        of registration: Registration, _ request: borrowing Request, in build: Build?
    ) -> (graph: GraphInstances, arguments: GraphInstances.Arguments)? {
        guard let value = registration.argumentValue else { return nil }
        let origin = request.origin
        let fresh = GraphInstances.Arguments(value(request.arguments), of: registration)
        let graph = core.family.decide { _ in origin.graph(build) }
        while true {
            let seen = core.family.decide { _ in graph.arguments(like: fresh) }
            if let known = seen.first(where: { $0.isEqual(to: fresh) }) { return (graph, known) }
            if core.family.decide({ _ in graph.add(fresh, seen: seen.count) }) { return (graph, fresh) }
        }
    }

    /// Ends the noting of a run, and shows the registration to readers without a lock.
    func finishObservation(_ build: Build?, of slot: Slot, succeeded: Bool) {
        guard build != nil || (succeeded && slot.showsNothing) else { return }
        core.family.decide { ledger in
            if let build { ledger.endObservation(build, of: slot, succeeded: succeeded) }
            if succeeded, let registration = slot.base, case .transient = registration.lifetime, !slot.core.isOverride {
                slot.show(registration)
            }
        }
    }
}

extension Container {
    /// Calls a factory, where that is possible here: in a build of its own or else in the innermost recorded run, with the graph to start
    /// with where this run is the outermost.
    func perform<Result>(
        _ registration: Registration, own: Build?, enclosing: Build?, by origin: Origin, graph: GraphInstances? = nil,
        _ factory: () throws -> Result
    ) throws(ResolutionError) -> Result {
        let traits = registration.traits
        if !traits.isDisjoint(with: [.async, .mainActor]) {
            if traits.contains(.async) { throw requiresAsync(registration, origin) }
            if !MainThread.isCurrent { throw requiresMainActor(registration, origin) }
        }
        if origin.top != nil || enclosing != nil, !registration.hasArguments, origin.isInside(registration) {
            throw cycle(registration, origin.path)
        }
        let thread = ThreadState.current
        if !thread.pointee.hasRoom { throw tooDeep(registration, origin.path) }
        let frame = ThreadState.enter(.passUnretained(registration), on: thread)
        frame.pointee.build = own.map { .passUnretained($0) } ?? enclosing.map { .passUnretained($0) }
        frame.pointee.isRecorded = own != nil
        frame.pointee.base = origin.top == nil ? (enclosing ?? origin.explicit).map { .passUnretained($0) } : nil
        if let graph { frame.pointee.graph = graph }
        let start = observedTime
        do {
            let result = try factory()
            frame.pointee.leave()
            if start != nil { tellCreation(of: registration, in: own, by: origin.path.last, since: start) }
            return result
        } catch {
            frame.pointee.leave()
            throw error as? ResolutionError ?? factoryFailed(registration, origin.path, error)
        }
    }
}

extension Resolver {
    /// Keeps what the running factory has made on the way to its own instance; throws as that of a container does.
    func keep(_ disposable: any Disposable, as registration: Registration) throws(ResolutionError) {
        // Without the factory itself, whose key comes last anyway.
        try container.keep(disposable, as: registration, for: build, path.dropLast())
    }

    /// What is thrown where a decorator of the running factory's instance has thrown.
    func decoratorFailed(_ registration: Registration, _ source: SourceLine, _ error: any Error) -> any Error {
        if error is ResolutionError || error.isOfCancelledTask { return error }
        return container.decoratorFailed(registration, source, path, error)
    }

    /// The way to the running factory, which comes last.
    private var path: [Registration] { Origin(thread: ThreadState.current, explicit: build).path }
}
