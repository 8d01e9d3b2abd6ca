/// The end of a scope that was set, or is held.
extension Core {
    /// Closes a scope, those inside it first, and starts the disposals; with no place in the source code, only where nobody holds it any more.
    func clear(_ scope: Scope, at source: SourceLine?) {
        Disposables.dispose(close(scope, at: source, isAwaited: false).disposal, of: self, atOnce: true)
    }

    /// Closes a scope, those inside it first, waits for the disposals, and gives those that failed.
    func close(_ scope: Scope, at source: SourceLine) async -> [DisposalFailure] {
        let (disposal, place) = close(scope, at: source, isAwaited: true)
        return await Disposables.disposed(disposal, at: place, of: family)
    }

    /// Gives what is to be disposed, and where: nowhere, if the scope had been closed before.
    @inline(never)
    private func close(_ scope: Scope, at source: SourceLine?, isAwaited: Bool) -> (disposal: Disposal?, place: DisposalPlace?) {
        let (ending, isFirst) = family.decide { ledger -> (Ending, Bool) in
            if source == nil, scope.holderCount > 0 { return (Ending(), false) }
            let isFirst = !scope.isClosed
            let ending = ledger.close(scope, at: source)
            ending.lineUp(in: family, at: .scope(scope), isAwaited: isAwaited)
            return (ending, isFirst)
        }
        // Nobody else has what it holds, so the instances are released in order.
        return ((consume ending).release(telling: family), isFirst ? .scope(scope) : nil)
    }
}
