import Synchronization

extension Family {
    /// The family of a root.
    convenience init() {
        self.init(ending: { core in if !core.endBareOverride() { core.shutDown() } })
    }
}

/// The end of a container.
extension Core {
    /// Releases everything the container keeps, in reverse order of creation, and starts its disposals.
    ///
    /// Called when nobody holds the container any more, so there are no readers left.
    func shutDown() {
        let ending = family.decide { ledger in
            ledger.endOverride(self)
            var ending = ledger.close(self)
            unlinkFromParent()
            slots.forEach { slot in
                slot.hideAll(into: &ending)
                // Some may be in the cells of containers further up.
                slot.details?.active.forEach { replacement in
                    replacement.wentWithContainer = true
                    ledger.end(replacement, into: &ending)
                }
            }
            forEachCell { cell in
                // Overrides of containers further up may have made services of this one, too.
                for (override, own) in cell.takeBeside() {
                    ending.end(own.removeAll())
                    override.forgetOwnCell(for: cell)
                }
                ending.end(cell.removeAll())
            }
            dropInner(into: &ending)
            forgetOverride(into: &ending)
            dropSlots(into: &ending)
            ending.lineUp(in: family, at: .core(self))
            return ending
        }
        Disposables.finish(ending, of: self)
    }

    /// Ends an override in which nothing was made: under one lock, and without a list of anything.
    ///
    /// - Returns: Whether that was all there is to do.
    fileprivate func endBareOverride() -> Bool {
        guard isOpen.load(ordering: .relaxed) else { return false }
        var contents: (Handful<Slot>, Handful<Registration>)?
        defer { withExtendedLifetime(contents) {} }  // Released outside the lock.
        return decide { ledger in
            ledger.endOverride(self)
            // What observers are to be told is put together there.
            guard !family.isObserved, hasMadeNothing, !mayBeInScopes, hasOnlySlots, disposables.isEmpty else { return false }
            unlinkFromParent()
            isClosed = true
            isOver = true
            contents = takeContents()
            return true
        }
    }
}

extension Container {
    /// Closes the container, its children first: what they made is disposed, in reverse order of creation, and they resolve nothing more.
    ///
    /// Disposals that are under way in it, or in what is closed with it, come first. A resolve on another thread either works wholly or fails with
    /// ``ResolutionError/closed(_:)``. Closing twice is nothing, and the second does not wait for the first: it may be in a task that a disposer
    /// waits for; ``settled()`` waits. Published singletons are released with the container itself.
    /// Returns the disposals that failed; they do not stop the rest. Diagnostics name `file` and `line`.
    @discardableResult
    public func close(file: StaticString = #fileID, line: UInt = #line) async -> [DisposalFailure] {
        await close(at: SourceLine(file, line))
    }

    /// The same, at a line that is known at run time only.
    package func close(at source: SourceLine) async -> [DisposalFailure] {
        let (ending, isFirst) = core.family.decide { ledger in
            let isFirst = !core.isClosed
            if isFirst { core.writable.closedAt = source }
            let ending = ledger.close(core)
            ending.lineUp(in: core.family, at: .core(core), isAwaited: true)
            return (ending, isFirst)
        }
        let place = isFirst ? DisposalPlace.core(core) : nil
        let failures = await Disposables.disposed(ending.release(telling: core.family), at: place, of: core.family)
        await core.family.settled()
        return failures
    }

    /// Waits for the disposals that were started without waiting, by `restore` or by releasing a child, and for those in this container and its
    /// children that somebody awaits.
    ///
    /// What was disposed is released by then, unless others keep it, or this container, which keeps what all share until it goes. In a
    /// disposer it waits for what that disposer has started, and so does ``close(file:line:)``: the other disposals may be waiting for this one.
    public func settled() async {
        await core.family.settled(at: core)
    }
}
