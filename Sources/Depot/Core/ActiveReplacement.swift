/// A replacement that is in effect, with all that was made because of it.
final class ActiveReplacement: @unchecked Sendable {  // Guarded by the family's lock, except for the constants.
    let registration: Registration
    unowned(unsafe) let slot: Slot  // A core keeps its slots for as long as it lives, and the handle keeps the core.
    private(set) var isActive = true
    /// Whether anything was resolved through it.
    var wasResolved = false
    private var seenBy: [ObjectIdentifier: Instance] = [:]

    init(_ registration: Registration, slot: Slot) {
        self.registration = registration
        self.slot = slot
    }

    func add(_ instance: Instance) {
        seenBy[ObjectIdentifier(instance)] = instance
        slot.core.hasMadeNothing = false
    }

    /// Forgets an instance that was taken out of its place, and that the caller holds.
    func forget(_ instance: Instance) { seenBy[ObjectIdentifier(instance)] = nil }

    /// The instances that saw it, in no order.
    var instances: some Collection<Instance> { seenBy.values }

    /// Ends it, and gives the instances that saw it.
    func end() -> some Collection<Instance> {
        isActive = false
        defer { seenBy = [:] }
        return seenBy.values
    }
}
