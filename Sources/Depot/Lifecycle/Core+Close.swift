import Synchronization

/// The end of a container.
extension Core {
    /// Releases everything the container keeps, in reverse order of creation, and starts its disposals.
    ///
    /// Called when nobody holds the container any more, so there are no readers left.
    func shutDown() {
        endOverride()
        let (ending, inner) = family.decide { ledger in
            var ending = ledger.close(self)
            unlinkFromParent()
            slots.forEach { slot in
                // Some may be in the cells of containers further up.
                slot.replacements.forEach { ledger.end($0, into: &ending) }
            }
            for cell in allCells {
                // Overrides of containers further up may have made services of this one, too.
                for (override, own) in cell.takeBeside() {
                    ending.end(own.removeAll())
                    override.forgetOwnCell(for: cell)
                }
                ending.end(cell.removeAll())
            }
            slots.forEach { $0.withdrawAll(into: &ending) }
            let inner = (dropInner(), forgetOverride(into: &ending))
            return (ending, inner)
        }
        let disposables = ending.release(telling: family)
        Disposables.dispose(disposables, of: self)
        withExtendedLifetime(inner) {}
    }
}

extension Ledger {
    /// Closes a container for resolving, and before it its children, the overrides of it and its scopes.
    ///
    /// - Returns: What is left to be done; nothing where it had been closed.
    mutating func close(_ core: Core) -> Ending {
        var ending = Ending()
        // Each stands behind what it was made in.
        for core in core.tree.reversed() { close(core, into: &ending) }
        return ending
    }

    private mutating func close(_ core: Core, into ending: inout Ending) {
        guard !core.isClosed else { return }
        core.isClosed = true
        core.isShut.store(true, ordering: .releasing)
        core.hideTable()
        core.makeSlotOfConstant()
        closeScopes(of: core, into: &ending)
        let start = ending.disposables.count
        ending.disposables += core.disposables
        core.disposables = []
        // The instances themselves stay: readers without a lock may be looking at them.
        for cell in core.allCells { cell.instances.forEach { ending.takeDisposal(of: $0) } }
        for replacement in core.replacements { for instance in replacement.instances { ending.takeDisposal(of: instance) } }
        ending.order(from: start)
        ending.remains += Array(core.replacements)
        core.replacements = []
    }

    /// Ends a replacement: what saw it is not handed out any more.
    mutating func end(_ replacement: ActiveReplacement, into ending: inout Ending) {
        let start = ending.disposables.count
        for instance in replacement.end() {
            let cell = instance.cell
            _ = cell?.remove { $0 === instance }
            ending.end(instance)
            cell?.place?.removeIfUnused(into: &ending)
        }
        ending.order(from: start)
        ending.remains.append(replacement)
    }
}

extension Container {
    /// Closes the container, its children first: what they made is disposed, in reverse order of creation, and they resolve nothing more.
    ///
    /// A resolve on another thread either works wholly or fails with ``ResolutionError/closed(_:)``. Closing twice is
    /// nothing. Published singletons are released with the container itself.
    ///
    /// - Parameters:
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    /// - Returns: The disposals that failed; they do not stop the rest.
    @discardableResult
    public func close(file: StaticString = #fileID, line: UInt = #line) async -> [DisposalFailure] {
        let ending = core.family.decide { ledger in
            if !core.isClosed { core.writable.closedAt = SourceLine(file, line) }
            return ledger.close(core)
        }
        let failures = await Disposables.disposed(ending.release(telling: core.family), of: core.family)
        await core.family.settled()
        return failures
    }

    /// Waits for the disposals that were started without waiting: by `restore`, or by releasing a child.
    ///
    /// In a disposer it waits for what that disposer has started, and so does ``close(file:line:)``: the other disposals may be waiting for this one.
    public func settled() async {
        await core.family.settled()
    }
}
