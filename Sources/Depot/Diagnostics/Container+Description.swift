extension Container: CustomStringConvertible {
    /// Which container it is and what is in it, on one line; `report` and `graph` say the rest.
    ///
    /// Resolves nothing. Takes time in proportion to what is registered.
    public var description: String {
        var (madeAt, closedAt): (SourceLine?, SourceLine?)
        var (registrations, live) = (0, 0)
        core.family.decide { _ in
            (madeAt, closedAt) = (core.readable?.madeAt, core.readable?.closedAt)
            for slot in core.slots {
                if slot.isInUse { registrations += 1 }
                for cell in slot.cells { live += cell.instances.count }
            }
        }
        let isOverride = core.isOverride
        var text = isOverride ? "Override" : Container.isProcess(core) ? "The process's container" : "Container"
        if let madeAt { text += " made at \(madeAt)" }
        text += ": " + counted(registrations, "registration") + ", " + counted(live, "shared instance")
        if let closedAt { text += ", closed at \(closedAt)" }
        if let parent = kept.0 { text += isOverride ? "; of \(parent)" : "; child of \(parent)" }
        return text
    }
}
