/// The end of a container.
extension Core {
    /// Lets go of everything the container keeps, in reverse order of creation, and starts its disposals.
    ///
    /// Called when nobody holds the container any more, so there are no readers left.
    func shutDown() {
        endOverride()
        var (entries, instances, inner) = family.decide { ledger in
            let entries = ledger.close(self)
            var instances: [Instance] = []
            for slot in slots {
                for replacement in slot.replacements { instances += replacement.end() }
            }
            // Some may be in the cells of containers further up.
            for instance in instances {
                instance.isLost = true
                _ = instance.cell?.remove { $0 === instance }
            }
            for cell in allCells { instances += cell.remove { _ in true } }
            for slot in slots { instances += slot.withdrawAll() }
            let inner = dropInner()
            forgetOverride()
            return (entries, instances, inner)
        }
        // Dependents first: a chain of any length then goes link by link, not in one recursion.
        for instance in instances {
            instance.dependencies = DependencyList()
            instance.replacements = []
        }
        instances.sort { $0.birth < $1.birth }
        while !instances.isEmpty { instances.removeLast() }
        Disposables.dispose(entries, of: self)
        withExtendedLifetime(inner) {}
    }
}

extension Ledger {
    /// Closes a container for resolving.
    ///
    /// - Returns: What is to be disposed, in the order it was made.
    func close(_ core: Core) -> [Disposables.Entry] {
        guard !core.isClosed else { return [] }
        core.isClosed = true
        core.hideTable()
        var entries = core.disposables
        core.disposables = []
        for replacement in core.replacements {
            entries += replacement.disposables
            replacement.disposables = []
        }
        core.replacements = []
        return entries
    }
}

extension Container {
    /// Closes the container: what it made is disposed, in reverse order of creation, and it resolves nothing more.
    ///
    /// A resolve on another thread either works wholly or fails with ``ResolutionError/closed(_:)``. Closing twice is
    /// nothing. Published singletons are let go of with the container itself.
    ///
    /// - Returns: The disposals that failed; they do not stop the rest.
    @discardableResult
    public func close() async -> [DisposalFailure] {
        let entries = core.family.decide { $0.close(core) }
        let failures = await Disposables.disposed(entries, of: core.family)
        await core.family.settled()
        return failures
    }

    /// Waits for the disposals that were started without waiting: by `restore`, or by letting go of a child.
    public func settled() async {
        await core.family.settled()
    }
}
