// Where a container keeps the instances that are its own.
extension Core {
    /// For an override: the place of its own instances of a service.
    func ownCell(for home: Cell) -> Cell {
        if let original { return original.ownCell(for: home) }
        if let pair = readable?.owned[ObjectIdentifier(home)] { return pair.own }
        let own = Cell()
        writable.owned[ObjectIdentifier(home)] = (home, own)
        home.add(own, of: self)
        return own
    }

    /// Forgets the place of an override's own instances of a service, for good.
    @inline(never)
    func forgetOwnCell(for home: Cell) {
        readable?.owned[ObjectIdentifier(home)] = nil
    }

    func existingOwnCell(for home: Cell) -> Cell? {
        if let original { return original.existingOwnCell(for: home) }
        return readable?.owned[ObjectIdentifier(home)]?.own
    }

    /// Calls a function for every cell of this container that something was made in.
    func forEachCell(_ body: (Cell) -> Void) {
        readable?.owned.values.forEach { body($0.own) }
        if hasMadeNothing { return }
        slots.forEach { slot in
            guard slot.hasCells else { return }
            body(slot)
            slot.details?.argumentCells?.cells.forEach(body)
        }
    }
}
