/// A replacement that is in effect, with all that was made because of it.
final class ActiveReplacement: @unchecked Sendable {  // Guarded by the family's lock, except for the constants.
    let registration: Registration
    unowned(unsafe) let slot: Slot  // A core keeps its slots for as long as it lives, and the handle keeps the core.
    private(set) var isActive = true
    /// Whether anything was resolved through it.
    var wasResolved = false
    /// The instances that saw it.
    private(set) var instances = Handful<Instance>()
    /// What is to be disposed when it ends, in the order it was made.
    var disposables: [Disposables.Entry] = []

    init(_ registration: Registration, slot: Slot) {
        self.registration = registration
        self.slot = slot
    }

    func add(_ instance: Instance) {
        instances = instances.adding(instance)
        slot.core.hasMadeNothing = false
    }

    func forget(_ instance: Instance) { instances = instances.removing(instance) }

    /// Ends it.
    ///
    /// - Returns: The instances that saw it.
    func end() -> Handful<Instance> {
        isActive = false
        let ended = instances
        instances = Handful()
        return ended
    }
}
