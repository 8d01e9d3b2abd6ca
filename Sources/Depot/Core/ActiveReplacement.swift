/// A replacement that is in effect, with all that was made because of it.
final class ActiveReplacement: @unchecked Sendable {  // Guarded by the family's lock, except for the constants.
    let registration: Registration
    unowned(unsafe) let slot: Slot  // A core keeps its slots for as long as it lives, and the handle keeps the core.
    private(set) var isActive = true
    /// Whether anything was resolved through it.
    var wasResolved = false
    /// The instances that saw it.
    private(set) var instances: [Instance] = []
    /// What is to be disposed when it ends, in the order it was made.
    var disposables: [Disposables.Entry] = []

    init(_ registration: Registration, slot: Slot) {
        self.registration = registration
        self.slot = slot
    }

    func add(_ instance: Instance) { instances.append(instance) }

    func forget(_ instance: Instance) { instances.removeAll { $0 === instance } }

    /// Ends it.
    ///
    /// - Returns: The instances that saw it.
    func end() -> [Instance] {
        isActive = false
        defer { instances = [] }
        return instances
    }
}
