/// Services that several callers share.
extension Container {
    /// Finds, awaits or makes the instance.
    ///
    /// - Returns: The instance; nil where the question has to be asked anew.
    func shared(_ request: borrowing Request) throws(ResolutionError) -> Held? {
        let registration = request.registration
        let origin = request.origin
        if registration.traits.contains(.mainActor), !MainThread.isCurrent { throw requiresMainActor(registration, origin) }
        switch request.claim ?? claim(request) {
        case .ready(let instance):
            return Held(instance)
        case .again:
            return nil
        case .cycle:
            throw cycle(registration, origin.path)
        case .wait(let build):
            guard let instance = try wait(for: build, request, enclosing: request.enclosing) else { return nil }
            return Held(instance)
        case .make(let build):
            return try make(build, arguments: request.arguments, by: origin, askedOf: request.view.core, enclosing: request.enclosing)
        }
    }

    /// Decides what the caller of a shared service gets, after the user's own code has run.
    func claim(_ request: borrowing Request) -> Claim {
        let (slot, registration, scope, origin, view, enclosing) = (
            request.slot, request.registration, request.scope, request.origin, request.view.core, request.enclosing
        )
        while true {
            let now = registration.lifetime.now
            let place = place(of: request, now: now)
            let claim: Claim? = core.decide { ledger in
                guard ledger.isStillFound(registration, at: slot, of: view, in: scope) else { return .again }
                if let place, place.isGone { return nil }
                let cell = place?.cell ?? scope?.cell(of: slot) ?? slot.cell
                return ledger.claim(slot, registration, at: cell, in: scope, of: view, now: now, by: origin, enclosing: enclosing)
            }
            if let claim { return claim }
        }
    }

    /// Makes a shared instance that the caller has claimed; nil where it was not kept and the question has to be asked anew.
    ///
    /// Not inlined, so that it is there once.
    @inline(never)
    func make(
        _ build: Build, arguments: UnsafeRawPointer, by origin: Origin, askedOf view: Core, enclosing: Build?
    ) throws(ResolutionError) -> Held? {
        if build.registration.traits.contains(.async) {
            // Those who await it have joined by now, perhaps: it is theirs to make.
            _ = abandon(build)
            throw requiresAsync(build.registration, origin)
        }
        let product: Product
        let home = home(of: build)
        do throws(ResolutionError) {
            product = try perform(build.registration, own: build, enclosing: enclosing, by: origin) {
                try Context.withValuesForAll(in: build.scope) {
                    try build.registration.produce(Resolver(of: build), arguments, home: home)
                }
            }
        } catch {
            core.family.decide { $0.fail(build, with: error) }
            throw error
        }
        return settle(build, product, askedOf: view, noting: origin.noting(inside: enclosing, isScoped: build.scope != nil))
    }

    /// The container whose registrations an instance is made from.
    func home(of build: Build) -> Unmanaged<Core> { build.homeCore ?? .passUnretained(build.container.core) }

    /// The place for the arguments' value; nil where there is but one.
    private func place(of request: borrowing Request, now: Duration?) -> ArgumentCells.Place? {
        guard let value = request.registration.argumentValue else { return nil }
        let (slot, scope, registration) = (request.slot, request.scope, request.registration)
        let arguments = value(request.arguments)
        let hash = arguments.hashValue
        while true {
            let seen = core.decide { _ in (scope?.argumentCells(of: slot) ?? slot.argumentCells)[hash: hash] }
            if let known = seen.first(where: { $0.arguments == arguments }) { return known }
            let made = core.decide { ledger in
                let places = scope?.argumentCells(of: slot) ?? slot.argumentCells
                if places.isFull { ledger.sweep(places, of: registration, at: now) }
                return places.add(arguments, hash: hash, seen: seen)
            }
            if let made { return made }
        }
    }

    /// Keeps an instance that was made.
    ///
    /// - Returns: The instance; nil where it was not kept.
    func settle(_ build: Build, _ product: Product, askedOf view: Core, noting: Build?) -> Held? {
        let instance = product.held.instance
        // A run that has settled may be cut off from what it was part of.
        let asker = build.between.last ?? build.parent?.registration
        if build.scope == nil {
            instance.madeAt = core.family.age
            instance.madeFor = asker?.key
        }
        let entry = product.entry
        let isKept = core.decide { $0.settle(build, with: instance, disposable: entry, askedOf: view, noting: noting) }
        if build.creation != nil { tellCreation(by: build, for: asker) }
        return isKept ? product.held : nil
    }

    /// Blocks the thread until a build ends.
    private func wait(
        for build: Build, _ request: borrowing Request, enclosing: Build?
    ) throws(ResolutionError) -> Instance? {
        if request.registration.traits.contains(.async) { throw requiresAsync(request.registration, request.origin) }
        let view = request.view.core
        let waiter = WaitGraph.Waiter(thread: CurrentThread.id, build: enclosing, between: request.origin.between)
        if let ring = WaitGraph.add(waiter, waitingFor: .build(build)) {
            throw cycle(request.registration, request.origin.path, through: ring)
        }
        let origin = request.origin
        let signal = Signal()
        if core.family.decide({ $0.add(Waiter(signal, ticket: $0.nextTicket()), to: build, view: view) }) { signal.wait() }
        WaitGraph.remove(waiter, waitingFor: .build(build))
        let answer = core.decide { ledger in
            // Looked at under the lock: a run that has ended leaves its scope.
            ledger.answer(of: build, to: view, noting: origin.noting(inside: enclosing, isScoped: build.scope != nil))
        }
        switch answer {
        case .made(let instance): return instance
        case .again: return nil
        case .failed(let error):
            // A synchronous run only fails with a `ResolutionError`.
            throw error as? ResolutionError ?? factoryFailed(request.registration, request.origin.path, error)
        }
    }
}
