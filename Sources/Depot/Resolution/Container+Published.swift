public import Synchronization

/// Transients without a lock: the registration is published, nothing needs to be noted, and the call is specialized
/// in the module that makes it. In one run of `depot-bench` a transient cost 2.2 c so, and 12.4 c without.
extension Container {
    /// The slot of a type, in this container or further up, with the epoch to read it by; nil where the lock has to be
    /// asked.
    @inlinable
    @inline(__always)
    func readableSlot(_ type: UInt, _ arguments: UInt) -> Unmanaged<Slot>? {
        readsFreely ? shownSlot(type, arguments) : nil
    }

    /// The same for a type with a name, if any.
    @inlinable
    @inline(__always)
    func readableSlot(_ type: UInt, named name: Name?) -> Unmanaged<Slot>? {
        guard let name else { return readableSlot(type, 0) }
        return namedSlot(type, name)
    }

    @usableFromInline
    @inline(never)
    func namedSlot(_ type: UInt, _ name: Name) -> Unmanaged<Slot>? {
        readsFreely ? shownSlot { $0.slot(type, 0, named: name) } : nil
    }

    /// The same where what is found is checked otherwise.
    @inlinable
    @inline(__always)
    func shownSlot(_ type: UInt, _ arguments: UInt) -> Unmanaged<Slot>? { shownSlot { $0.slot(type, arguments) } }

    @inlinable
    @inline(__always)
    func shownSlot(_ find: (SlotTable) -> Unmanaged<Slot>?) -> Unmanaged<Slot>? {
        // Unretained, because this container keeps its core, and a core its parent's.
        var core = Unmanaged.passUnretained(self.core)
        while true {
            let word = core._withUnsafeGuaranteedRef { $0.table.load(ordering: .acquiring) }
            // The word is the address of a table, unless the core is closed.
            if word & Core.shutBit != 0 { return nil }
            let table = SlotTable(words: UnsafeMutablePointer(bitPattern: word).unsafelyUnwrapped)
            // The table holds slots, which live as long as the core.
            if let slot = find(table) { return slot }
            guard let parent = core._withUnsafeGuaranteedRef({ $0.unretainedParent }) else { return nil }
            core = parent
        }
    }

    /// The instance of a settled singleton, or nil where the lock has to be asked.
    ///
    /// One acquire load each for the table, the key, the instance, its epoch and the family's, and a look at the thread. What is found
    /// is alive: a published instance is kept until the container goes. See `Docs/Decisions/0002-lock-free-reads.md`.
    @inlinable
    @inline(__always)
    func settled(_ slot: Unmanaged<Slot>, from build: Build?) -> UnsafeRawPointer? {
        let word = slot._withUnsafeGuaranteedRef { $0.settled }
        guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
        return Unmanaged<Instance>.fromOpaque(pointer)._withUnsafeGuaranteedRef { instance in
            guard instance.validEpoch.load(ordering: .acquiring) == core.family.epoch.load(ordering: .acquiring), mayReadHere(build)
            else { return nil }
            return pointer
        }
    }

    /// The registration of a transient, or nil where the lock has to be asked; ``enter(_:from:)`` says whether it may be used here.
    @inlinable
    @inline(__always)
    func published(_ slot: Unmanaged<Slot>) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: slot._withUnsafeGuaranteedRef { $0.published })
    }

    /// Calls a published factory, which was found by a type and a name, if any.
    @inlinable
    @inline(__always)
    func call<Service>(
        _ published: UnsafeRawPointer, as type: Service.Type, _ name: Name?, by resolver: Resolver
    ) throws(ResolutionError) -> Service {
        guard let frame = enter(published, from: nil) else { return try resolved(type, name: name, from: nil) }
        return try call(published, as: type, entered: frame, by: resolver, nil, from: nil)
    }

    /// Calls a published factory that takes an argument.
    @inlinable
    @inline(__always)
    func call<Service>(
        _ published: UnsafeRawPointer, as type: Service.Type, argument: any Any.Type, _ pointer: UnsafeRawPointer, by resolver: Resolver
    ) throws(ResolutionError) -> Service {
        guard let frame = enter(published, from: nil) else {
            return try resolved(type, name: nil, argument: argument, pointer, from: nil)
        }
        return try call(published, as: type, entered: frame, by: resolver, pointer, from: nil)
    }

    /// Calls a published factory that was entered.
    @inlinable
    @inline(__always)
    func call<Service>(
        _ published: UnsafeRawPointer, as type: Service.Type, entered frame: UnsafeMutablePointer<Frame>, by resolver: Resolver,
        _ argument: UnsafeRawPointer?, from build: Build?
    ) throws(ResolutionError) -> Service {
        // The key holds the type, so a registration published under it makes that type; it lives as long as the slot.
        let registration = Unmanaged<TypedRegistration<Service>>.fromOpaque(published)
        do {
            let service = try registration._withUnsafeGuaranteedRef { registration in
                guard let argument else { return try registration.plain(resolver) }
                return try registration.withArguments(resolver, argument)
            }
            let mayBeDisposable = withUnsafePointer(to: service) { leave(frame, mayBeDisposable: UnsafeRawPointer($0)) }
            if mayBeDisposable { try keepIfDisposable(service, registration.takeUnretainedValue(), from: build) }
            return service
        } catch {
            // A frame may be left twice.
            throw fail(frame, error)
        }
    }

    /// Enters a factory that is not recorded; nil where it must not be: where a run is to note it, off the main actor, in a cycle, or too deep.
    @usableFromInline
    func enter(_ published: UnsafeRawPointer, from build: Build?) -> UnsafeMutablePointer<Frame>? {
        let thread = ThreadState.current
        let registration = Unmanaged<Registration>.fromOpaque(published)
        guard mayRead(on: thread, build) || (build == nil && noteUnseenFunction(registration, on: thread)) else { return nil }
        return enter(registration, on: thread, from: build)
    }

    /// Enters a factory that is called by the resolver of an unseen run; nil where the general path decides.
    func enterUnseen(_ published: UnsafeRawPointer) -> UnsafeMutablePointer<Frame>? {
        let thread = ThreadState.current
        let registration = Unmanaged<Registration>.fromOpaque(published)
        return noteUnseen(registration, on: thread) ? enter(registration, on: thread, from: nil) : nil
    }

    @inline(__always)
    private func enter(
        _ registration: Unmanaged<Registration>, on thread: UnsafeMutablePointer<ThreadState>, from build: Build?
    ) -> UnsafeMutablePointer<Frame>? {
        let top = thread.pointee.top
        let mayEnter = registration._withUnsafeGuaranteedRef { registration in
            if !registration.traits.isDisjoint(with: [.mainActor, .async]) {
                if registration.traits.contains(.async) || !MainThread.isCurrent { return false }
            }
            guard top != nil || build != nil, !registration.hasArguments else { return true }
            return !Origin.isInside(registration, top: top, base: build)
        }
        guard mayEnter, thread.pointee.hasRoom else { return nil }
        let frame = ThreadState.enter(registration, on: thread)
        // The run in which a handle was made that asks; it has ended.
        if top == nil, let build { frame.pointee.base = .passUnretained(build) }
        return frame
    }

    /// Leaves a factory; says whether the instance may be `Disposable`.
    @usableFromInline
    func leave(_ frame: UnsafeMutablePointer<Frame>, mayBeDisposable address: UnsafeRawPointer) -> Bool {
        frame.pointee.leave()
        return frame.pointee.registration._withUnsafeGuaranteedRef { $0.mayBeDisposable(valueAt: address) }
    }

    /// Leaves a factory that threw.
    @usableFromInline
    @inline(never)
    func fail(_ frame: UnsafeMutablePointer<Frame>, _ error: any Error) -> ResolutionError {
        let registration = frame.pointee.registration.takeUnretainedValue()
        let base = frame.pointee.base?.takeUnretainedValue()
        frame.pointee.leave()
        if let error = error as? ResolutionError { return error }
        let origin = Origin(thread: frame.pointee.thread, explicit: base)
        return factoryFailed(registration, origin.path, error)
    }

    @usableFromInline
    @inline(never)
    func keepIfDisposable<Service>(
        _ service: Service, _ registration: TypedRegistration<Service>, from build: Build?
    ) throws(ResolutionError) {
        guard let disposable = registration.disposable(service) else { return }
        try keep(
            disposable, of: registration, for: ThreadState.recordedBuild ?? build,
            Origin(thread: ThreadState.current, explicit: build).path)
    }
}
