/// A replacement that something was resolved through while it was made, with all that was made so: it ends with the replacement.
final class ActiveReplacement {  // Guarded by the family's lock.
    let registration: Registration
    private(set) var isActive = true
    /// Whether it ended because its container did.
    var wentWithContainer = false
    @exclusivity(unchecked) private var seenBy: [ObjectIdentifier: Instance] = [:]

    init(_ registration: Registration) {
        self.registration = registration
    }

    func add(_ instance: Instance) { seenBy[ObjectIdentifier(instance)] = instance }

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
