/// The way of every synchronous resolve that readers without a lock cannot answer.
extension Container {
    /// Resolves a key, or says why not.
    ///
    /// `graph` has the `.graph` instances where it is one of several resolves that are one from outside.
    func resolved<Service>(
        _ key: Key, as type: Service.Type, arguments: UnsafeRawPointer = noArguments, from build: Build?, graph: GraphInstances? = nil
    ) throws(ResolutionError) -> Service {
        if core.isObserved { return try resolvedWhileObserved(key, as: type, arguments: arguments, from: build, graph: graph) }
        return try found(key, as: type, arguments: arguments, from: build, graph: graph)
    }

    /// The same as a part of a resolve that tells those who observe.
    func found<Service>(
        _ key: Key, as type: Service.Type, arguments: UnsafeRawPointer, from build: Build?, graph: GraphInstances?
    ) throws(ResolutionError) -> Service {
        guard let answer = try answer(to: key, arguments: arguments, from: build, graph: graph) else {
            return try injected(key, as: type, from: build)
        }
        return try service(of: answer, as: type)
    }

    /// Not inlined: the metadata of `Optional<Service>` costs as much as the resolve.
    @inline(never)
    private func resolvedWhileObserved<Service>(
        _ key: Key, as type: Service.Type, arguments: UnsafeRawPointer, from build: Build?, graph: GraphInstances?
    ) throws(ResolutionError) -> Service {
        if let service: Service = try resolvedIfRegistered(key, as: type, arguments: arguments, from: build, graph: graph) {
            return service
        }
        return try injected(key, as: type, from: build)
    }

    /// Resolves a key, or gives nil where nothing is registered for it.
    func resolvedIfRegistered<Service>(
        _ key: Key, as type: Service.Type, arguments: UnsafeRawPointer = noArguments, from build: Build?, graph: GraphInstances? = nil
    ) throws(ResolutionError) -> Service? {
        try observed(key, from: build) { () throws(ResolutionError) in
            guard let answer = try answer(to: key, arguments: arguments, from: build, graph: graph) else { return nil }
            return try service(of: answer, as: type)
        }
    }

    private func service<Service>(of answer: consuming Answer, as type: Service.Type) throws(ResolutionError) -> Service {
        switch consume answer {
        case .shared(let held): return held.service(as: type)
        case .constant(let registration):
            // The key holds the type, so a registration found under it makes that type.
            return unsafeDowncast(registration, to: ConstantRegistration<Service>.self).value
        case .unique(let request):
            defer { forget(request.build) }
            return try unique(request, as: type)
        }
    }

    /// What a parameter of a type that nobody has registered would get: a `Lazy` of a service, all of a type, and the like.
    @inline(never)
    private func injected<Service>(_ key: Key, as type: Service.Type, from build: Build?) throws(ResolutionError) -> Service {
        guard let wrapper = key.wrapper(Service.self) else { throw unregistered(key, from: build) }
        let origin = Origin(thread: ThreadState.current, explicit: build)
        // `wrapper` is `Service.self`, so what it injects is a `Service`.
        return try wrapper.injected(by: resolver(for: origin)) as! Service
    }

    /// What a wrapper is put together by.
    ///
    /// Where it is for a shared service of this container, that must not keep the container.
    func resolver(for origin: Origin) -> Resolver {
        if let build = origin.explicit {
            // What a shared service asks for later sees the overrides below when it does, and is not to keep those that are there now.
            let seesThemLater = build.keeper?.isFinished ?? false
            return Resolver(container: seesThemLater ? withoutOverridesBelow : self, build: build)
        }
        guard let shared = origin.noting?.nearestShared, shared.lookupHome === core.overridden else { return Resolver(self) }
        return Resolver(core.decide { _ in core.inner() })
    }

    func unregistered(_ key: Key, from build: Build?) -> ResolutionError {
        told(missing(key, Origin(thread: ThreadState.current, explicit: build).path))
    }

    /// Resolves a type on the general path, or says why not.
    @usableFromInline
    func resolved<Service>(_ type: Service.Type, name: Name?, from build: Build?) throws(ResolutionError) -> Service {
        if let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), named: name) {
            if let build {
                // A handle asks, or a kept resolver, and what ended is no run any more.
                if let instance = settled(slot, from: build) { return value(at: instance, as: type) }
                if let published = published(slot), let frame = enter(published, from: build) {
                    return try call(published, as: type, entered: frame, by: Resolver(container: self, build: build), nil, from: build)
                }
            } else if published(slot) != nil {
                // What the closure of a transient resolves is noted in the run that asks for it.
                if let run = unseenRunHere { return try resolved(type, name, at: slot, unseenBy: Resolver(unseen: run)) }
            } else if let instance = try sharedAtOnce(slot) {
                return value(of: instance, as: type)
            }
        }
        return try resolved(Key(type, name: name), as: type, from: build)
    }

    /// Resolves a type that cannot be found without the lock, or says why not.
    @usableFromInline
    func resolvedUnderLock<Service>(_ type: Service.Type, name: Name?) throws(ResolutionError) -> Service {
        try resolved(Key(type, name: name), as: type, from: nil)
    }

    /// Resolves a type from one argument on the general path, or says why not.
    @usableFromInline
    func resolved<Service>(
        _ type: Service.Type, name: Name?, argument: any Any.Type, _ pointer: UnsafeRawPointer, from build: Build?
    ) throws(ResolutionError) -> Service {
        try resolved(Key(type, name: name, arguments: argument), as: type, arguments: pointer, from: build)
    }

    /// Finds a shared instance, or what is to be made for the caller alone; nil where nothing is registered.
    private func answer(
        to key: Key, arguments: UnsafeRawPointer, from build: Build?, graph: GraphInstances?
    ) throws(ResolutionError) -> Answer? {
        let thread = ThreadState.current
        var attempts = 0
        while true {
            let request = try request(key, arguments: arguments, from: build, on: thread, graph: graph)
            if request.isMissing { return nil }
            if request.registration.isConstant { return .constant(request.registration) }
            if !request.isShared { return .unique(request) }
            if let held = try shared(request) { return .shared(held) }
            try countAttempt(&attempts, request)
        }
    }

    /// Asks under the lock what is in effect for a key, and notes that it was asked for.
    ///
    /// There is no thread in async code. What a tracked run resolves is noted in any case; what is made may keep the container or not.
    @inline(never)
    func request(
        _ key: Key, arguments: UnsafeRawPointer = noArguments, from build: Build?, on thread: UnsafeMutablePointer<ThreadState>?,
        isTracked: Bool = false, keepsContainer: Bool = true, graph: GraphInstances? = nil
    ) throws(ResolutionError) -> Request {
        var origin = Origin(thread: thread, explicit: build)
        origin.shared = graph
        var request = Request(view: effective, origin: origin, arguments: arguments)
        core.decide { $0.lookUp(key, for: &request, isTracked: isTracked, keepsContainer: keepsContainer) }
        if let refusal = request.refusal { throw refused(refusal, request.found?.registration, key, request.origin.path) }
        return request
    }

    /// Counts that a shared instance was outdated before it was ready; throws where this has happened too often.
    func countAttempt(_ attempts: inout Int, _ request: borrowing Request) throws(ResolutionError) {
        attempts += 1
        if attempts == Self.attemptLimit { throw restless(request.registration, request.origin.path) }
    }

    /// How often an instance is made anew because it was outdated before it was ready: more often than others can have had a hand in it.
    static var attemptLimit: Int { 1_000 }
}

/// What was found for a key.
private enum Answer: ~Copyable {
    /// An instance that others share.
    case shared(Held)
    /// An instance that was handed in to stand in.
    case constant(Registration)
    /// A factory to call for the caller alone.
    case unique(Request)
}
