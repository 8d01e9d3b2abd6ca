/// A replacement that is in effect until it is restored.
public struct Replacement: Sendable {
    @usableFromInline let core: Core
    @usableFromInline let registration: Registration

    @inlinable
    init(core: Core, registration: Registration) {
        self.core = core
        self.registration = registration
    }

    /// Brings back what was there before, the very instances included; what was made meanwhile is released and, where it
    /// is `Disposable`, disposed: `await container.settled()` waits for that.
    ///
    /// Several replacements may be restored in any order. Restoring twice does nothing.
    ///
    /// - Returns: Whether it was still in effect.
    @discardableResult
    public func restore() -> Bool {
        let ending = core.family.decide { $0.end(registration, in: core) }
        guard let ending else { return false }
        Disposables.dispose(ending.release(), of: core, atOnce: true)
        core.family.emit(.restored(ContainerEvent.Service(registration)))
        return true
    }
}

extension Ledger {
    /// Puts a replacement in effect.
    ///
    /// What depends on the key finds out when it is next resolved.
    mutating func begin(_ registration: Registration, in core: Core) {
        core.replace(with: registration)
        if core.isOverride { open(core) }
        advanceEpoch(of: core)
    }

    /// Ends a replacement.
    ///
    /// - Returns: What was made because of it, to be released and disposed outside the lock; nil where it had ended.
    mutating func end(_ registration: Registration, in core: Core) -> Ending? {
        guard !core.isOver, let active = core.replacements.first(where: { $0.registration === registration }), active.isActive else {
            return nil
        }
        active.slot.remove(active)
        core.replacements = core.replacements.removing(active)
        var ending = Ending()
        end(active, into: &ending)
        advanceEpoch(of: core)
        return ending
    }
}
