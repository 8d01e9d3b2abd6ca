// What only the caller got is disposed, too, when its owner ends.
extension Container {
    /// Keeps what was made during a run until its owner ends: the shared instance that the run is part of, or the scope or container of that; else
    /// the scope that is bound to the task, or the override that was opened in that; else the scope or the container it was made for.
    ///
    /// - Returns: Whether it is kept, or is another's to dispose; where its owner has ended, it is disposed.
    func keep(_ disposable: any Disposable, for build: Build?, isOfGraph: Bool) -> Bool {
        guard let entry = Disposables.Entry(disposable) else { return true }
        let bound = Context.boundScope(of: core.family)
        return core.family.decide { $0.keep(entry, for: build, isOfGraph: isOfGraph, bound: bound, in: core) }
    }
}
