extension Shared where Value: MutableCollection & RandomAccessCollection, Value.Element: Sendable {
    /// An element, which reads and writes through; `$meetings[0]`.
    ///
    /// An `Identifiable` element is followed by its identity, wherever it moves; where a write to this property gives it another identity, by
    /// that one. Another element is followed by its position, until elements are added or removed there or before. Once it is no longer there,
    /// this keeps the last value it had; what is written to it then changes only that.
    ///
    /// - Parameter position: Where it is; there has to be an element now.
    public subscript(position: Value.Index) -> Shared<Value.Element> {
        Shared<Value.Element>(pointer.element(at: position) { $2(&$0[$1]) })
    }

    /// All elements of this moment as shared properties, each followed as with `$meetings[0]`.
    ///
    /// ```swift
    /// for meeting in $meetings.elements { meeting.title.withLock { $0 += "!" } }
    /// ForEach($meetings.elements) { $meeting in MeetingRow(meeting: $meeting) }
    /// ```
    ///
    /// A shared property is not itself a `Sequence`: the language allows no conformance that depends on elements being `Sendable`.
    /// Observing the reader observes the collection.
    public var elements: [Shared<Value.Element>] {
        _ = pointer.reference.read()
        return pointer.elements { $2(&$0[$1]) }.map { Shared<Value.Element>($0) }
    }
}

extension Shared
where Value: MutableCollection & RandomAccessCollection, Value.Element: Identifiable & Sendable, Value.Element.ID: Sendable {
    /// The element with an identity, which reads and writes through; nil where there is none now.
    ///
    /// ```swift
    /// $meetings[id: id]?.title.withLock { $0 = "Retrospective" }
    /// ```
    ///
    /// When it is removed later, this keeps the last value it had; what is written to it then changes only that. When one with this identity is
    /// added again, this shows it. Who observes this is told when it comes or goes.
    ///
    /// - Parameter id: The element's identity.
    public subscript(id id: Value.Element.ID) -> Shared<Value.Element>? {
        pointer.element(id: id) { $2(&$0[$1]) }.map { Shared<Value.Element>($0) }
    }
}

extension SharedReader where Value: RandomAccessCollection, Value.Element: Sendable {
    /// An element, as with ``Shared``.
    public subscript(position: Value.Index) -> SharedReader<Value.Element> {
        SharedReader<Value.Element>(pointer.element(at: position) { _, _, _ in false })
    }

    /// All elements of this moment, as with ``Shared``.
    public var elements: [SharedReader<Value.Element>] {
        _ = pointer.reference.read()
        return pointer.elements { _, _, _ in false }.map { SharedReader<Value.Element>($0) }
    }
}

extension Shared: Identifiable where Value: Identifiable {
    /// The identity of the value.
    public var id: Value.ID { pointer.reference.current.id }
}

extension SharedReader: Identifiable where Value: Identifiable {
    /// The identity of the value.
    public var id: Value.ID { pointer.reference.current.id }
}

extension SharedReader where Value: RandomAccessCollection, Value.Element: Identifiable & Sendable, Value.Element.ID: Sendable {
    /// The element with an identity; nil where there is none now.
    public subscript(id id: Value.Element.ID) -> SharedReader<Value.Element>? {
        pointer.element(id: id) { _, _, _ in false }.map { SharedReader<Value.Element>($0) }
    }
}

// MARK: - Pointers to elements

/// Gives an element that is there to a closure that may change it; returns false without calling it where that is not allowed.
typealias ElementWriter<Whole: Collection> =
    @Sendable (
        _ whole: inout Whole, _ index: Whole.Index, _ body: (inout Whole.Element) -> Bool
    ) -> Bool

extension Pointer where Value: RandomAccessCollection, Value.Element: Sendable {
    /// The element at a position.
    func element(at position: Value.Index, _ modify: @escaping ElementWriter<Value>) -> Pointer<Value.Element> {
        let reference = reference
        let first = reference.moment()
        let offset = first.value.distance(from: first.value.startIndex, to: position)
        let part = element(first.value[position], at: offset, nil, modify)
        part.start(from: first, at: reference.moment())
        return Pointer<Value.Element>(part)
    }

    /// All elements, of one moment.
    func elements(_ modify: @escaping ElementWriter<Value>) -> [Pointer<Value.Element>] {
        let reference = reference
        let first = reference.moment()
        let index = ElementIndex()
        let parts = first.value.enumerated().map { element($1, at: $0, index, modify) }
        // One moment for all: what has changed since the first is seen by all or by none.
        let now = reference.moment()
        for part in parts { part.start(from: first, at: now) }
        return parts.map { Pointer<Value.Element>($0) }
    }

    private func element(
        _ value: Value.Element, at offset: Int, _ index: ElementIndex?, _ modify: @escaping ElementWriter<Value>
    ) -> DerivedReference<Value, Value.Element> {
        let name = identity(value).map { ElementName.id($0) } ?? .position(offset)
        let path = PartPath<Value, Value.Element>.element(name, at: offset, index, modify) { identity($0) }
        return DerivedReference(of: self, path, last: value)
    }
}

extension Pointer where Value: RandomAccessCollection, Value.Element: Identifiable & Sendable, Value.Element.ID: Sendable {
    /// The element with an identity; nil where there is none now.
    func element(id: Value.Element.ID, _ modify: @escaping ElementWriter<Value>) -> Pointer<Value.Element>? {
        guard id == id else { return nil }  // Not a number, for one, is nobody's identity.
        func path(_ offset: Int) -> PartPath<Value, Value.Element> {
            .element(.id(Part.Step(id)), at: offset, nil, modify) { Part.Step($0.id) }
        }
        observePresence(of: path(0))
        let reference = reference
        let first = reference.moment()
        for (offset, value) in first.value.enumerated() where value.id == id {
            let path = path(offset)
            let part = DerivedReference(of: self, path, last: value)
            part.start(from: first, at: reference.moment())
            return Pointer<Value.Element>(part)
        }
        return nil
    }
}

// MARK: - How an element is reached

extension PartPath where Whole: RandomAccessCollection, Whole.Element == Value {
    /// An element, at an offset now.
    static func element(
        _ name: ElementName, at offset: Int, _ index: ElementIndex?, _ modify: @escaping ElementWriter<Whole>,
        _ identity: @escaping @Sendable (Value) -> Part.Step?
    ) -> PartPath {
        switch name {
        case .position(let offset): element(at: offset, modify)
        case .id(let id): element(ElementPlace(id, at: offset, index, identity), modify)
        }
    }

    private static func element(at offset: Int, _ modify: @escaping ElementWriter<Whole>) -> PartPath {
        PartPath(
            get: { whole in whole.element(at: offset) },
            modify: { whole, body in
                guard let index = whole.position(at: offset) else { return false }
                return modify(&whole, index, body)
            },
            isGone: { change in
                guard let before = change.before, let after = change.after else { return false }
                return before.count != after.count && offset < before.count && offset >= ElementDifference.prefix(before, after)
            },
            node: { whole in whole.family { ElementParts(of: whole) }?.node(.position(offset)) })
    }

    private static func element(_ place: ElementPlace<Value>, _ modify: @escaping ElementWriter<Whole>) -> PartPath {
        PartPath(
            get: { whole in place.find(place.names, in: whole).map { whole[$0] } },
            modify: { whole, body in
                guard let index = place.find(place.names, in: whole) else { return false }
                return modify(&whole, index) { element in
                    guard body(&element) else { return false }
                    place.noteWrite(element)
                    return true
                }
            },
            isGone: { _ in false },
            node: { whole in whole.family { ElementParts(of: whole) }?.node(.id(place.names.id)) },
            named: NamedElement(
                place: place,
                frozen: {
                    let names = place.names
                    return { whole in place.find(names, in: whole).map { whole[$0] } }
                },
                copied: { element(place.copy, modify) }))
    }
}
