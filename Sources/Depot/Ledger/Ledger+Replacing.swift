/// How replacements begin and end.
extension Ledger {
    /// Puts a replacement in effect.
    ///
    /// What depends on the key finds out when it is next resolved.
    mutating func begin(_ registration: Registration, in core: Core) {
        core.makeSlot(registration.key)._withUnsafeGuaranteedRef { $0.push(registration) }
        core.replacements.append(registration)
        if core.isOverride { open(core) }
        advanceEpoch(of: core)
    }

    /// Ends a replacement.
    ///
    /// - Returns: What was made because of it, to be released and disposed outside the lock; nil where it had ended.
    mutating func end(_ registration: Registration, in core: Core) -> Ending? {
        guard !core.isOver, core.replacements.contains(where: { $0 === registration }), let slot = core.slot(registration.key) else {
            return nil
        }
        core.replacements.remove(registration)
        var ending = Ending()
        if let active = slot._withUnsafeGuaranteedRef({ $0.remove(registration) }) { end(active, into: &ending) }
        ending.remains.append(registration)
        advanceEpoch(of: core)
        return ending
    }

    /// Ends a replacement: what saw it is not handed out any more.
    mutating func end(_ replacement: ActiveReplacement, into ending: inout Ending) {
        let start = ending.disposalCount
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
