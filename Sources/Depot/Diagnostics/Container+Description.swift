extension Container: CustomStringConvertible {
    /// Which container it is and what is in it, on one line; `report` and `graph` say the rest.
    ///
    /// Resolves nothing. Takes time in proportion to what is registered.
    public var description: String {
        let (madeAt, closedAt, registrations, live, isOverride) = core.family.decide { _ in
            (
                core.readable?.madeAt, core.readable?.closedAt, core.slots.filter(\.isInUse).count,
                core.slots.flatMap(\.cells).reduce(0) { $0 + $1.instances.count }, core.isOverride
            )
        }
        var text = isOverride ? "Override" : isProcess ? "The process's container" : "Container"
        if let madeAt { text += " made at \(madeAt)" }
        text += ": " + counted(registrations, "registration") + ", " + counted(live, "shared instance")
        if let closedAt { text += ", closed at \(closedAt)" }
        if let parent = kept.0 { text += isOverride ? "; of \(parent)" : "; child of \(parent)" }
        return text
    }
}
