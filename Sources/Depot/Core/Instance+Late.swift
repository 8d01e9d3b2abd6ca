/// What the `Lazy`s of an instance have resolved; under the lock.
extension Instance {
    /// Notes what one of its `Lazy`s resolved.
    ///
    /// - Returns: Whether any of it was not noted before.
    final func note(_ late: DependencyList) -> Bool {
        var list = takeDependencies()
        defer { dependencies = list }
        var isNew = false
        // Also what the factory has not asked for itself, but something that it has resolved.
        for element in late.elements where list.insert(element, isIndirect: true) { isNew = true }
        return isNew
    }

    /// Whether it has a `Lazy` or a property, which may resolve something later.
    final var hasHandles: Bool {
        elements.contains { element in
            if case .handle = element.resolved { true } else { false }
        }
    }

    /// Whether what is noted at an index may have been made from this: only what was resolved later, or may yet be, is.
    final func mayLeadBack(by index: Int) -> Bool {
        if index >= firstDependencies { return true }
        if case .watched = elements[index].resolved { return true }
        return false
    }

    /// Whether its `Lazy`s may have resolved anything.
    final var hasLateDependencies: Bool { elements.count > firstDependencies }

    /// Takes out what its `Lazy`s resolved, for the caller to release outside the lock; whether it is valid still depends on that.
    ///
    /// - Returns: All that it has noted; nil where that is only what it was made from.
    final func takeLateDependencies() -> DependencyList? {
        if !hasLateDependencies { return nil }
        let taken = dependencies
        if isLost {
            dependencies = taken.first(firstDependencies)
        } else {
            let rest = taken.withoutInstances(after: firstDependencies, for: home)
            (dependencies, firstDependencies) = (rest.list, rest.list.elements.count)
            if rest.isLost { isLost = true }
        }
        return taken
    }
}
