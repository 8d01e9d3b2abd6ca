/// How replacements begin and end.
extension Ledger {
    /// The registration that a replacement would replace.
    func target(of key: Key, in core: Core) -> Registration? {
        if core.isClosed { return nil }
        // A fresh override, as most are, has nothing of its own yet.
        if core.isOverride, core.constant == nil, core.hasNoSlots, core.original == nil, let parent = core.unretainedParent {
            return parent._withUnsafeGuaranteedRef { registrationInEffect(for: key, home: $0, view: $0) }
        }
        return registrationInEffect(for: key, home: core, view: core)
    }

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

    /// Ends a replacement: what saw it is not handed out any more.
    mutating func end(_ replacement: ActiveReplacement, into ending: inout Ending) {
        let start = ending.disposables.count
        for instance in replacement.end() {
            let cell = instance.cell
            _ = cell?.remove { $0 === instance }
            ending.end(Handful(instance))
            cell?.place?.removeIfUnused(into: &ending)
        }
        ending.order(from: start)
        ending.remains.append(replacement)
    }
}
