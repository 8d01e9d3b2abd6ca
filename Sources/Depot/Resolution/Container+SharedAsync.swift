/// Shared services that may have to be awaited.
extension Container {
    /// Finds, awaits or makes the instance.
    ///
    /// - Returns: The instance; nil where the question has to be asked anew.
    func sharedAsync(_ request: borrowing Request) async throws -> Held? {
        let registration = request.registration
        switch request.claim ?? claim(request) {
        case .ready(let instance):
            return Held(instance)
        case .again:
            return nil
        case .cycle:
            throw cycle(registration, request.origin.path)
        case .wait(let build):
            return try await wait(for: build, request, enclosing: request.enclosing, isMaker: false)
        case .make(let build) where registration.hasAsyncForm:
            if Task.isCancelled { throw abandon(build) }
            let made = start(build)
            defer { withExtendedLifetime(made) {} }
            return try await wait(for: build, request, enclosing: nil, isMaker: true)
        case .make(let build):
            return try make(
                build, arguments: request.arguments, by: request.origin, askedOf: request.view.core, enclosing: request.enclosing)
        }
    }

    /// Leaves what a cancelled task, or one who may not make it, has claimed to the next.
    func abandon(_ build: Build) -> CancellationError {
        let error = CancellationError()
        core.family.decide { ledger in
            build.isAbandoned = true
            ledger.fail(build, with: error)
        }
        return error
    }

    /// Runs an async factory in a task of its own, which inherits this task's priority and task-local values, so that
    /// the cancellation of one of those who wait does not end it.
    ///
    /// - Returns: What holds the service as soon as it is made: a `.weak` one would else be gone before it is handed out.
    private func start(_ build: Build) -> Locked<UncheckedSendable<Held>?> {
        let registration = build.registration
        let made = Locked<UncheckedSendable<Held>?>(nil)
        let task = Task {
            #if DEBUG || DEPOT_SCHEDULES
                defer { SyncPoint.ends.reach() }
            #endif
            do {
                let product = try await self.run(registration, in: build, from: build.container) { resolver in
                    UncheckedSendable(try await registration.produceAsync(resolver, home: self.home(of: build)))
                }.value
                let transferred = UncheckedSendable(product.held)
                made.withLock { $0 = transferred }
                _ = self.settle(build, product, askedOf: build.container.core, noting: nil)
            } catch {
                let failure = self.wrapped(error, registration, build.path.dropLast())
                self.core.family.decide { $0.fail(build, with: failure) }
            }
        }
        core.family.decide { _ in build.task = task }
        return made
    }

    /// Suspends until a build ends, or the task is cancelled.
    ///
    /// The enclosing run, which asks, must not wait for itself; nil where it has just started the build as a part of it.
    ///
    /// - Returns: The instance; nil where the question has to be asked anew.
    private func wait(for build: Build, _ request: borrowing Request, enclosing: Build?, isMaker: Bool) async throws -> Held? {
        let family = core.family
        let view = request.view.core
        let waiter = try addWait(for: build, request, enclosing: enclosing)
        defer { if let waiter { WaitGraph.remove(task: waiter, waitingFor: build) } }
        let ticket = family.decide { $0.nextTicket() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isWaiting, abandoned) = family.decide { ledger in
                    let isWaiting = ledger.add(Waiter(continuation, ticket: ticket, isMaker: isMaker), to: build, view: view)
                    // Who was cancelled before is not told again.
                    return (isWaiting, isWaiting && Task.isCancelled ? ledger.cancel(ticket, of: build) : nil)
                }
                if let abandoned { Task { abandoned.cancel() } }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            // In a task of its own, because it calls the next such handler, and that another: a chain of any length.
            if let abandoned = family.decide({ $0.cancel(ticket, of: build) }) { Task { abandoned.cancel() } }
        }
        try Task.checkCancellation()
        let asking = request.origin
        let (answer, ending) = family.decide { ledger in
            let noting = asking.noting(inside: asking.build, isScoped: build.scope != nil)
            return (ledger.answer(of: build, to: view, noting: noting, isMaker: isMaker), build.isFinished ? build.task : nil)
        }
        // The task retains the override it ran in. When the override's operation returns, Depot must not keep the override alive.
        await ending?.value
        switch answer {
        case .made(let instance): return Held(instance)
        case .again: return nil
        case .failed(let error): throw error
        }
    }

    /// Notes who waits for a build, unless that would close a ring.
    ///
    /// Not part of the function that awaits, whose variables a chain of thousands of tasks has thousands of times.
    ///
    /// - Returns: The run whose wait is to be removed again, if there is one.
    private func addWait(for build: Build, _ request: borrowing Request, enclosing: Build?) throws(ResolutionError) -> Build? {
        guard let enclosing, !build.isWithin(enclosing) else { return nil }
        let waiter = WaitGraph.Waiter(thread: nil, build: enclosing, between: request.origin.between)
        if let ring = WaitGraph.add(waiter, waitingFor: .build(build)) {
            throw cycle(request.registration, request.origin.path, through: ring)
        }
        return enclosing
    }
}
