/// What a factory resolves that is being run unseen: noted in its run, without a build.
extension Container {
    /// Notes that an unseen run calls the factory of a transient, which its slot shows.
    ///
    /// - Returns: Whether that is noted; if not, the general path decides.
    func noteUnseen(_ registration: Unmanaged<Registration>, on thread: UnsafeMutablePointer<ThreadState>) -> Bool {
        guard let run = unseenRun(on: thread) else { return false }
        guard isOfContainer(run) else { return noteReserved(registration, in: run) }
        return core.decide { ledger in
            run._withUnsafeGuaranteedRef { ledger.note(registration.takeUnretainedValue(), in: $0) }
        }
    }

    /// The same for a function, which needs no resolver: a closure may keep its own, which has to know the run.
    func noteUnseenFunction(_ registration: Unmanaged<Registration>, on thread: UnsafeMutablePointer<ThreadState>) -> Bool {
        registration._withUnsafeGuaranteedRef { $0.isFunction } && noteUnseen(registration, on: thread)
    }

    /// The innermost run on a thread, where it is unseen and of a service of this container.
    func unseenRun(on thread: UnsafeMutablePointer<ThreadState>) -> Unmanaged<UnseenRun>? {
        guard thread.pointee.isUnseen, core.hasNoMatters, let run = thread.pointee.runUnderWay,
            run._withUnsafeGuaranteedRef({ $0.core })?.toOpaque() == core.address
        else { return nil }
        return run
    }

    /// Whether what a run makes lives in the container, and not in a scope.
    func isOfContainer(_ run: Unmanaged<UnseenRun>) -> Bool { run._withUnsafeGuaranteedRef { $0.scope == nil } }
}

extension UnseenRun {
    /// What it is asked of, for the thread on which it is the innermost run and, for all that this knows, unseen; nil elsewhere, and later.
    var askedHere: Unmanaged<Container>? {
        guard let thread = ThreadState.known, thread.pointee.isUnseen,
            thread.pointee.runUnderWay?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
        else { return nil }
        // Read by no other thread, and not when the caller may have gone.
        return asked
    }
}

extension Container {
    /// The unseen run in which something is asked for here.
    var unseenRunHere: UnseenRun? { ThreadState.known.flatMap { unseenRun(on: $0) }?.takeUnretainedValue() }

    /// Resolves a type in an unseen run, by the resolver of that.
    func resolved<Service>(_ type: Service.Type, _ name: Name?, unseenBy resolver: Resolver) throws(ResolutionError) -> Service {
        guard let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), named: name) else {
            return try resolver.resolvedAsBuild(type, name: name)
        }
        return try resolved(type, name, at: slot, unseenBy: resolver)
    }

    /// The same where its slot is known.
    func resolved<Service>(
        _ type: Service.Type, _ name: Name?, at slot: Unmanaged<Slot>, unseenBy resolver: Resolver
    ) throws(ResolutionError) -> Service {
        if let published = published(slot), let frame = enterUnseen(published) {
            // What another closure resolves is noted in this run.
            let isFunction = frame.pointee.registration._withUnsafeGuaranteedRef { $0.isFunction }
            let resolver = isFunction ? Resolver(self) : resolver
            return try call(published, as: type, entered: frame, by: resolver, nil, from: nil)
        }
        if let instance = try sharedAtOnce(slot) { return value(of: instance, as: type) }
        return try resolver.resolvedAsBuild(type, name: name)
    }
}
