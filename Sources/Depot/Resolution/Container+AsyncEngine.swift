import Synchronization

/// The way of every resolve that may wait.
extension Container {
    /// Resolves a key, waiting for async factories and going to the main actor as needed.
    func resolvedAsync<Service>(
        _ key: Key, as type: Service.Type, arguments: Arguments? = nil, from build: Build?, graph: GraphInstances? = nil
    ) async throws -> Service {
        guard core.isObserved else { return try await foundAsync(key, as: type, arguments: arguments, from: build, graph: graph) }
        return try await observedAsync(key, from: build) {
            try await foundAsync(key, as: type, arguments: arguments, from: build, graph: graph)
        }
    }

    private func foundAsync<Service>(
        _ key: Key, as type: Service.Type, arguments: Arguments?, from build: Build?, graph: GraphInstances?
    ) async throws -> Service {
        var attempts = 0
        while true {
            let request = try request(key, arguments: arguments?.pointer ?? noArguments, from: build, on: nil, graph: graph)
            if request.isMissing {
                guard let wrapper = key.wrapper(Service.self) else { throw missing(key, request.origin.path) }
                // `wrapper` is `Service.self`, so what it injects is a `Service`.
                return try await wrapper.asyncInjected(by: resolver(for: request.origin)) as! Service
            }
            let registration = request.registration
            // What is awaited goes to the main actor itself, where it is decorated there.
            if registration.traits.contains(.mainActor), !registration.hasAsyncForm, !MainThread.isCurrent {
                finishObservation(request.build, of: request.slot, succeeded: false)
                return try await onMainActor(key, arguments: arguments, from: build, graph: graph)
            }
            if request.isShared {
                if let held = try await sharedAsync(request) { return held.service(as: type) }
                try countAttempt(&attempts, request)
            } else if registration.hasAsyncForm {
                // It is for a run that goes the synchronous way; this one gets its own.
                finishObservation(request.build, of: request.slot, succeeded: false)
                return try await uniqueAsync(request, as: type)
            } else {
                defer { forget(request.build) }
                return try unique(request, as: type)
            }
        }
    }

    /// Resolves everything that is registered for a type, one after the other.
    func resolvedAllAsync<Service>(_ type: Service.Type, from build: Build?) async throws -> [Service] {
        var services: [Service] = []
        let (keys, graph) = collect(type, from: build)
        for key in keys {
            services.append(try await resolvedAsync(key, as: type, from: build, graph: graph))
        }
        return services
    }

    /// Resolves a main-actor service on the main actor.
    private func onMainActor<Service>(
        _ key: Key, arguments: Arguments?, from build: Build?, graph: GraphInstances?
    ) async throws -> Service {
        let bound = Context.bound
        // What is in it is looked at under the lock.
        let graph = UncheckedSendable(graph)
        let boxed = try await MainActor.run {
            try Context.$bound.withValue(bound) {
                UncheckedSendable(
                    try self.found(key, as: Service.self, arguments: arguments?.pointer ?? noArguments, from: build, graph: graph.value))
            }
        }
        return boxed.value
    }

    /// Runs an async factory for the caller alone, in the caller's task.
    private func uniqueAsync<Service>(_ request: borrowing Request, as type: Service.Type) async throws -> Service {
        // The key holds the type, so a registration found under it makes that type.
        let registration = unsafeDowncast(request.registration, to: TypedRegistration<Service>.self)
        // Where it does not run at all, the way here need not be looked through, which may be long.
        if registration.asyncRuns > 0, registration.key.arguments == nil, request.origin.isInside(registration) {
            throw cycle(registration, request.origin.path)
        }
        // An alias makes nothing: what it stands for may be there.
        if !registration.isEitherForm { try Task.checkCancellation() }
        let family = core.family
        let build = family.decide { _ in
            Build(
                registration, parent: request.enclosing, between: [], container: request.view.core.inner(),
                graph: request.origin.knownGraph(request.enclosing), bound: request.origin.bound, by: request.origin.asker)
        }
        registration.countAsyncRun(1)
        defer {
            registration.countAsyncRun(-1)
            forget(build)
        }
        let isGraph = registration.lifetime.isGraph
        let (graph, values, known) = isGraph ? graphInstance(of: registration, request, in: build, own: build) : (nil, nil, nil)
        if let known {
            finishObservation(build, of: request.slot, succeeded: false)
            // Instances are kept by their registration, which makes this type.
            return unsafeDowncast(known, to: TypedInstance<Service>.self).value
        }
        let service: Service
        do {
            guard let make = registration.asyncForm else { fatalError("Depot: a synchronous factory was awaited.") }
            service = try await run(registration, in: build, from: request.container ?? request.view) { resolver in
                UncheckedSendable(try await make.call(resolver))
            }.value
        } catch {
            finishObservation(build, of: request.slot, succeeded: false)
            throw wrapped(error, registration, request.origin.path)
        }
        family.decide { $0.endObservation(build, of: request.slot, succeeded: true) }
        if let disposable = registration.disposable(service) {
            try (request.container ?? request.view).keep(disposable, of: registration, for: request.enclosing, request.origin.path)
        }
        guard let graph else { return service }
        let kept = keep(service, of: request, by: build, in: graph, for: values)
        // Instances are kept by their registration, which makes this type.
        return unsafeDowncast(kept, to: TypedInstance<Service>.self).value
    }

    /// Calls an async factory with its build as the one that runs in this task.
    func run<Result: Sendable>(
        _ registration: Registration, in build: Build, from container: Container, _ make: (Resolver) async throws -> Result
    ) async throws -> Result {
        let family = core.family
        build.taskID = Origin.currentTaskID
        family.beginAsyncRun()
        defer { family.endAsyncRun() }
        let resolver = Resolver(container: container, build: build)
        let start = observedTime
        let result = try await Context.$bound.withValue(.context(Context.inside(build))) { try await make(resolver) }
        tellCreation(of: registration, in: build, by: build.between.last ?? build.parent?.registration, since: start)
        return result
    }

    /// An error as what a resolve throws.
    func wrapped(_ error: any Error, _ registration: Registration, _ way: @autoclosure () -> [Registration]) -> any Error {
        error is ResolutionError || error.isOfCancelledTask ? error : factoryFailed(registration, way(), error)
    }
}

extension Error {
    /// Whether it says that this task is cancelled: a factory may have cancelled another one, which is an error of its own.
    var isOfCancelledTask: Bool { self is CancellationError && Task.isCancelled }
}
