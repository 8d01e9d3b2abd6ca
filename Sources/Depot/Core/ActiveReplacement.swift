/// A replacement that is in effect, with all that was made because of it.
final class ActiveReplacement: @unchecked Sendable {  // Guarded by the family's lock, except for the constants.
    let registration: Registration
    unowned(unsafe) let slot: Slot  // A core keeps its slots for as long as it lives, and the handle keeps the core.
    private(set) var isActive = true
    /// Whether anything was resolved through it.
    var wasResolved = false
    /// The instances that saw it.
    private(set) var instances = IdentitySet<Instance>()

    init(_ registration: Registration, slot: Slot) {
        self.registration = registration
        self.slot = slot
    }

    func add(_ instance: Instance) {
        instances.insert(instance)
        slot.core.hasMadeNothing = false
    }

    /// Forgets an instance that was taken out of its place, and that the caller holds.
    func forget(_ instance: Instance) { instances.remove(instance) }

    /// Ends it.
    ///
    /// - Returns: The instances that saw it.
    func end() -> [Instance] {
        isActive = false
        return instances.removeAll()
    }
}
