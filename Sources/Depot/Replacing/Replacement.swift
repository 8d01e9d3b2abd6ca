/// A replacement that is in effect until it is restored.
public struct Replacement: Sendable {
    let core: Core
    let registration: Registration

    @usableFromInline
    init(core: Core, registration: Registration) {
        self.core = core
        self.registration = registration
    }

    /// Brings back what was there before, the very instances included, and tells whether it was still in effect.
    ///
    /// What was made meanwhile is released and, where it is `Disposable`, disposed: `await container.settled()` waits for that.
    /// Several replacements may be restored in any order. Restoring twice does nothing.
    @discardableResult
    @inline(never)  // `restoreAll()` would be as long.
    public func restore() -> Bool {
        let ending = core.family.decide { ledger in
            let ending = ledger.end(registration, in: core)
            ending?.lineUp(in: core.family, at: nil)
            return ending
        }
        guard let ending else { return false }
        Disposables.finish(ending, of: core, atOnce: true)
        core.family.emit(.restored(ContainerEvent.Service(registration)))
        return true
    }
}
