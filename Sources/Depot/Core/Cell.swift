/// The place of one shared service: the instances made for it, and the runs that are making one.
///
/// There is more than one instance only while something is replaced or overridden: the one that was set aside
/// waits here until it is valid again.
final class Cell: @unchecked Sendable {  // Guarded by the family's lock.
    private(set) var instances: [Instance] = []
    var builds: [Build] = []
    /// The slot that may publish this cell's instance to readers without a lock; nil where none may.
    unowned(unsafe) let slot: Slot?  // A slot owns its cell.

    /// Whether the instances live in a scope.
    let isScoped: Bool
    /// For a cell of a scope: the cells that overrides have beside it.
    private var beside: [(override: Core, own: Cell)] = []

    init(slot: Slot? = nil, isScoped: Bool = false) {
        self.slot = slot
        self.isScoped = isScoped
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

    /// Notes the cell that an override has beside this one, so that it is emptied when the scope closes.
    func add(_ own: Cell, of override: Core) {
        if isScoped { beside.append((override, own)) }
    }

    /// Forgets an override that has ended.
    func forget(_ override: Core) {
        if isScoped { beside.removeAll { $0.override === override } }
    }

    /// Takes out the cells that overrides have beside this one.
    func takeBeside() -> [(override: Core, own: Cell)] {
        defer { beside = [] }
        return beside
    }

    func removeBuild(_ build: Build) {
        builds.removeAll { $0 === build }
    }

    deinit {
        for instance in instances { instance.cell = nil }
    }
}
