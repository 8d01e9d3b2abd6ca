extension Ledger {
    /// Takes out the places of a registration's instances whose time is over.
    ///
    /// - Returns: What was in them.
    mutating func sweep(_ places: ArgumentCells, of registration: Registration, at now: Duration?) -> Ending {
        var ending = Ending()
        places.sweep(into: &ending) { $0.registration === registration && isOver($0, at: now) }
        return ending
    }
}
