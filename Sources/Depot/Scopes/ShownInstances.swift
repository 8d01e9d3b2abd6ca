import Synchronization

/// The instances of a scope that are found without the lock: a list, which only grows until it is hidden for good.
///
/// One writer at a time, under the family's lock. A reader counts itself in before it looks and out when it holds what it has found;
/// so whoever hides the list knows whether anyone may be looking at it, and the last of those knows that it is hidden.
struct ShownInstances: ~Copyable {
    /// The instance that was shown last, unretained; 0 where there is none, and `hidden` where there is none any more.
    private let first = Atomic<UInt>(0)
    private static let hidden: UInt = 1
    private let readers = Atomic<Int>(0)

    init() {}

    /// Puts an instance in, which the scope keeps.
    func show(_ instance: Instance, as slot: Slot) {
        let next = first.load(ordering: .relaxed)
        instance.show(as: slot, before: next == Self.hidden ? 0 : next)
        first.store(UInt(bitPattern: Unmanaged.passUnretained(instance).toOpaque()), ordering: .sequentiallyConsistent)
    }

    /// The instance that was shown last for a slot.
    ///
    /// - Returns: It, and whether the reader is the last of those who may have been looking at what is hidden by now.
    func find(_ slot: Unmanaged<Slot>) -> (instance: Instance?, isLast: Bool) {
        // Before the list is looked at, in the one order that the hiding is part of as well.
        readers.add(1, ordering: .sequentiallyConsistent)
        let slot = UInt(bitPattern: slot.toOpaque())
        var next = first.load(ordering: .sequentiallyConsistent)
        var found: Instance?
        while next > Self.hidden, let pointer = UnsafeRawPointer(bitPattern: next) {
            // What is in the list is alive: it is kept at least until no reader is counted.
            let instance = Unmanaged<Instance>.fromOpaque(pointer)
            if instance._withUnsafeGuaranteedRef({ $0.slotWord == slot }) {
                found = instance.takeUnretainedValue()
                break
            }
            next = instance._withUnsafeGuaranteedRef { $0.nextShown }
        }
        let left = readers.subtract(1, ordering: .sequentiallyConsistent).newValue
        return (found, left == 0 && first.load(ordering: .sequentiallyConsistent) == Self.hidden)
    }

    /// Whether anyone may be looking.
    var hasReaders: Bool { readers.load(ordering: .sequentiallyConsistent) > 0 }

    /// Hides all.
    ///
    /// - Returns: What a reader may be looking at just now, to be kept.
    func hideAll() -> [Instance] {
        var next = first.load(ordering: .relaxed)
        guard next > Self.hidden else { return [] }
        first.store(Self.hidden, ordering: .sequentiallyConsistent)
        guard hasReaders else { return [] }
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
    /// 2 c, where the lock's way costs 6 c. The epoch says that the instance is valid.
    @usableFromInline
    func shown(_ slot: Unmanaged<Slot>, from build: Build?) -> Instance? {
        let kind = slot._withUnsafeGuaranteedRef { $0.scopedTo.load(ordering: .relaxed) }
        guard kind != 0 else { return nil }
        let epoch = core.family.epoch.load(ordering: .acquiring)
        // Kept by the task.
        guard mayReadHere(build), let scope = Context.bound.unretained.scope(of: core.family, kind) else { return nil }
        let (instance, isLast) = scope._withUnsafeGuaranteedRef { $0.shownInstance(of: slot) }
        if isLast { letGoOfLingering(in: scope.takeUnretainedValue()) }
        guard let instance, instance.validEpoch.load(ordering: .acquiring) == epoch else { return nil }
        return instance
    }

    /// Lets go of what readers were looking at when it was hidden, outside the lock.
    @inline(never)
    private func letGoOfLingering(in scope: Scope) {
        withExtendedLifetime(core.decide { _ in scope.takeLingering() }) {}
    }

    /// The service in an instance that was found for its type.
    @inlinable
    @inline(__always)
    func value<Service>(of instance: Instance, as type: Service.Type) -> Service {
        // The key holds the type, so an instance found under it is of that type.
        unsafeDowncast(instance, to: TypedInstance<Service>.self).value
    }
}
