public import Synchronization

/// What a slot shows to readers without a lock: one word, the address of what answers, and in its two lowest bits what that is.
@usableFromInline
enum SlotAnswer {
    /// The instance of a settled singleton.
    @usableFromInline static var instance: UInt {
        @inlinable get { 0 }
    }
    /// The registration of a transient, whose factory is called.
    @usableFromInline static var transient: UInt {
        @inlinable get { 1 }
    }
    /// The registration of a scoped service, which is claimed in a reserved scope, or given to one.
    static var scoped: UInt { 2 }
    /// The registration of an instance that an override puts in place.
    static var constant: UInt { 3 }
    @usableFromInline static var mask: UInt {
        @inlinable get { 3 }
    }
}

extension Slot {
    /// The instance of a settled singleton, or 0; with acquire order, like the others.
    @inlinable
    @inline(__always)
    var settled: UInt {
        let word = answer.load(ordering: .acquiring)
        return word & SlotAnswer.mask == 0 ? word : 0
    }

    /// The registration of a transient, or 0.
    @inlinable
    @inline(__always)
    var published: UInt {
        let word = answer.load(ordering: .acquiring)
        return word & SlotAnswer.mask == SlotAnswer.transient ? word ^ SlotAnswer.transient : 0
    }

    /// The registration of a scoped service, or 0.
    var scoped: UInt {
        let word = answer.load(ordering: .acquiring)
        return word & SlotAnswer.mask == SlotAnswer.scoped ? word ^ SlotAnswer.scoped : 0
    }

    /// Whether nothing is shown.
    var showsNothing: Bool { answer.load(ordering: .relaxed) == 0 }

    /// Whether an instance is shown.
    func shows(_ instance: Instance) -> Bool {
        answer.load(ordering: .relaxed) == UInt(bitPattern: Unmanaged.passUnretained(instance).toOpaque())
    }
}

// Under the lock.
extension Slot {
    private static let retiredLimit = 8

    private func show<Object: AnyObject>(_ object: Object, as kind: UInt) {
        guard details?.retired.count ?? 0 < Self.retiredLimit else { return }
        if shown !== object {
            if let shown { writable.retired.append(shown) }
            shown = object
        }
        answer.store(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) | kind, ordering: .releasing)
    }

    /// Shows a transient's registration.
    func show(_ registration: Registration) {
        if registration === base, replacement == nil, !registration.isAskedElsewhere { show(registration, as: SlotAnswer.transient) }
    }

    /// Shows the registration of a scoped service.
    func showScoped(_ registration: Registration) {
        guard isClaimable.load(ordering: .relaxed), showsNothing, registration === base,
            registration.mayRunUnseen || registration.traits.contains(.expected)
        else { return }
        show(registration, as: SlotAnswer.scoped)
    }

    /// Shows the instance that an override puts in place, where it is one: both last as long as the override, so readers may go on with it.
    func showConstant() {
        guard core.isOverride else { return }
        if !showsNothing { hide() }
        if let replacement, replacement.isConstant { show(replacement, as: SlotAnswer.constant) }
    }

    /// Shows a singleton's instance.
    func show(_ instance: Instance) { show(instance, as: SlotAnswer.instance) }

    /// Shows nothing any more; a reader that has just looked goes on with what it saw.
    func hide() {
        answer.store(0, ordering: .releasing)
        if let shown { writable.retired.append(shown) }
        shown = nil
    }

    /// The instances that are kept for readers, whether they are handed out or not.
    var shownInstances: [Instance] { ((details?.retired ?? []) + [shown]).compactMap { $0 as? Instance } }

    /// Shows nothing any more, when there can be no readers and before the instances are taken out.
    ///
    /// - Parameter ending: Takes what was kept for readers: the instances, and the registrations with their factories.
    func hideAll(into ending: inout Ending) {
        answer.store(0, ordering: .releasing)
        if let shown = shown.take() { release(shown, into: &ending) }
        guard let details, !details.retired.isEmpty else { return }
        for object in details.retired { release(object, into: &ending) }
        details.retired = []
    }

    private func release(_ object: AnyObject, into ending: inout Ending) {
        // What is here goes with the rest of what is here.
        if instances.first(where: { $0 === object }) != nil { return }
        if let instance = object as? Instance { ending.release(instance) } else { ending.remains.append(object) }
    }
}
