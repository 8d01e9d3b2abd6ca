extension Ledger {
    /// Takes out the places of a registration's instances whose time is over.
    mutating func sweep(_ places: ArgumentCells, of registration: Registration, at now: Duration?) {
        let effects = leftover
        places.sweep(into: &effects.ending) { $0.registration === registration && isOver($0, at: now) }
    }
}
