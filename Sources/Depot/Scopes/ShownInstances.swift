import Synchronization

/// The instances of a scope that are found without the lock: a list, which only grows until it is hidden for good.
///
/// One writer at a time, under the family's lock. A reader counts itself in before it looks and out when it holds what it has found;
/// so whoever hides the list knows whether anyone may be looking at it.
struct ShownInstances: ~Copyable {
    /// The instance that was shown last, unretained, or 0.
    private let first = Atomic<UInt>(0)
    private let readers = Atomic<Int>(0)

    init() {}

    /// Puts an instance in, which the scope keeps.
    func show(_ instance: Instance, as slot: Slot) {
        instance.show(as: slot, before: first.load(ordering: .relaxed))
        first.store(UInt(bitPattern: Unmanaged.passUnretained(instance).toOpaque()), ordering: .sequentiallyConsistent)
    }

    /// The instance that was shown last for a slot.
    func find(_ slot: Unmanaged<Slot>) -> Instance? {
        // Before the list is looked at, in the one order that the hiding is part of as well.
        readers.add(1, ordering: .sequentiallyConsistent)
        defer { readers.subtract(1, ordering: .releasing) }
        let slot = UInt(bitPattern: slot.toOpaque())
        var next = first.load(ordering: .sequentiallyConsistent)
        while let pointer = UnsafeRawPointer(bitPattern: next) {
            // What is in the list is alive: it is kept at least until no reader is counted.
            let instance = Unmanaged<Instance>.fromOpaque(pointer)
            if instance._withUnsafeGuaranteedRef({ $0.slotWord == slot }) { return instance.takeUnretainedValue() }
            next = instance._withUnsafeGuaranteedRef { $0.nextShown }
        }
        return nil
    }

    /// Hides all.
    ///
    /// - Returns: What a reader may be looking at just now, to be kept.
    func hideAll() -> [Instance] {
        var next = first.load(ordering: .relaxed)
        guard next != 0 else { return [] }
        first.store(0, ordering: .sequentiallyConsistent)
        guard readers.load(ordering: .sequentiallyConsistent) > 0 else { return [] }
        var seen: [Instance] = []
        while let pointer = UnsafeRawPointer(bitPattern: next) {
            // The scope still keeps all that it has shown.
            let instance = Unmanaged<Instance>.fromOpaque(pointer).takeUnretainedValue()
            seen.append(instance)
            next = instance.nextShown
        }
        return seen
    }
}

extension Container {
    /// The instance that the running task's scope has for a slot, without the lock; nil where that has to be asked.
    ///
    /// 2 c, where the lock's way costs 6 c. An open gate says that nothing is being made, overridden or observed; and the epoch, that the
    /// instance is valid.
    @usableFromInline
    func shown(_ slot: Unmanaged<Slot>) -> Instance? {
        let kind = slot._withUnsafeGuaranteedRef { $0.scopedTo.load(ordering: .relaxed) }
        guard kind != 0 else { return nil }
        let epoch = core.family.gate.load(ordering: .acquiring)
        // Kept by the task.
        guard epoch != .max, let scope = Context.bound.unretained.scope(of: core.family, kind),
            let instance = scope._withUnsafeGuaranteedRef({ $0.shownInstance(of: slot) }),
            instance.validEpoch.load(ordering: .acquiring) == epoch
        else { return nil }
        return instance
    }

    /// The service in an instance that was found for its type.
    @inlinable
    @inline(__always)
    func value<Service>(of instance: Instance, as type: Service.Type) -> Service {
        // The key holds the type, so an instance found under it is of that type.
        unsafeDowncast(instance, to: TypedInstance<Service>.self).value
    }
}
