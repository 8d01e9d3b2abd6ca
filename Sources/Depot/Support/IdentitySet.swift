/// A set of objects by identity, which most often has a few: those are a list, and only what is larger has a table.
///
/// Adding and removing take constant time, however many there are.
struct IdentitySet<Element: AnyObject> {
    private var elements: [Element] = []
    /// Where each stands in the list; nil while that is short.
    private var positions: [ObjectIdentifier: Int]?
    private static var scanLimit: Int { 8 }

    /// Adds an object, unless it is there.
    ///
    /// - Parameter element: The object.
    mutating func insert(_ element: Element) {
        guard position(of: element) == nil else { return }
        if positions == nil, elements.count == Self.scanLimit {
            positions = Dictionary(uniqueKeysWithValues: elements.enumerated().map { (ObjectIdentifier($0.element), $0.offset) })
        }
        positions?[ObjectIdentifier(element)] = elements.count
        elements.append(element)
    }

    /// Removes an object; the last one takes its place.
    ///
    /// - Parameter element: The object, which the caller holds.
    mutating func remove(_ element: Element) {
        guard let position = position(of: element) else { return }
        positions?[ObjectIdentifier(element)] = nil
        let last = elements.removeLast()
        guard last !== element else { return }
        elements[position] = last
        positions?[ObjectIdentifier(last)] = position
    }

    /// Removes all.
    ///
    /// - Returns: What there was, in no order.
    mutating func removeAll() -> [Element] {
        defer { self = IdentitySet() }
        return elements
    }

    private func position(of element: Element) -> Int? {
        if let positions { return positions[ObjectIdentifier(element)] }
        return elements.firstIndex { $0 === element }
    }
}

extension IdentitySet: Sequence {
    func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}
