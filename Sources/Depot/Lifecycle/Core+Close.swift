import Synchronization

/// The end of a container.
extension Core {
    /// Lets go of everything the container keeps, in reverse order of creation, and starts its disposals.
    ///
    /// Called when nobody holds the container any more, so there are no readers left.
    func shutDown() {
        endOverride()
        let (ending, inner) = family.decide { ledger in
            var ending = ledger.close(self)
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
            ending.instances.append(Handful(instances))
            return (ending, inner)
        }
        let disposables = ending.letGo()
        Disposables.dispose(disposables, of: self)
        withExtendedLifetime(inner) {}
    }
}

extension Ledger {
    /// Closes a container for resolving, and before it its scopes.
    ///
    /// - Returns: What is left to be done; nothing where it had been closed.
    mutating func close(_ core: Core) -> Ending {
        var ending = Ending()
        guard !core.isClosed else { return ending }
        core.isClosed = true
        core.isShut.store(true, ordering: .releasing)
        core.hideTable()
        core.makeSlotOfConstant()
        var entries = core.disposables
        core.disposables = []
        for replacement in core.replacements {
            entries += replacement.disposables
            replacement.disposables = []
        }
        core.replacements = []
        ending.disposables = entries
        closeScopes(of: core, into: &ending)
        return ending
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
        let ending = core.family.decide { $0.close(core) }
        let failures = await Disposables.disposed(ending.letGo(), of: core.family)
        await core.family.settled()
        return failures
    }

    /// Waits for the disposals that were started without waiting: by `restore`, or by letting go of a child.
    public func settled() async {
        await core.family.settled()
    }
}
