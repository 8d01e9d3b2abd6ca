/// The place of one shared service: the instances made for it, and the runs that are making one.
///
/// There is more than one instance only while something is replaced or overridden: the one that was set aside
/// waits here until it is valid again.
final class Cell: @unchecked Sendable {  // Guarded by the family's lock.
    private(set) var instances: [Instance] = []
    var builds: [Build] = []
    /// The slot that may publish this cell's instance to readers without a lock; nil where none may.
    unowned(unsafe) let slot: Slot?  // A slot owns its cell.

    init(slot: Slot? = nil) {
        self.slot = slot
    }

    func insert(_ instance: Instance) {
        instance.cell = self
        instances.append(instance)
    }

    /// Takes instances out.
    ///
    /// - Returns: What was taken out, for the caller to let go of outside the lock.
    func remove(where shouldRemove: (Instance) -> Bool) -> [Instance] {
        guard instances.contains(where: shouldRemove) else { return [] }
        let removed = instances.filter(shouldRemove)
        instances.removeAll(where: shouldRemove)
        for instance in removed { instance.cell = nil }
        return removed
    }

    func removeBuild(_ build: Build) {
        builds.removeAll { $0 === build }
    }

    deinit {
        for instance in instances { instance.cell = nil }
    }
}
