/// What a run resolved, each once.
struct DependencyList {
    /// One thing that was resolved, in the form in which it can be checked to be still the same.
    ///
    /// One word: what is rare has an object of its own.
    enum Resolved {
        /// A shared instance.
        case instance(Instance)
        /// Something made for the run alone.
        case registration(Registration)
        /// Something that a `Lazy`, `Provider` or `Factory` will ask for, as the kind says.
        indirect case handle(Registration, kind: Dependency.Kind)
        /// All that is registered for a type, or all of that with a name, at a version of that list.
        indirect case collection(any Any.Type, isNamed: Bool, version: Int)
        /// Nothing: the key was not registered.
        indirect case absent(Key)
        /// A shared instance that is not to be kept by this, for what its `Lazy`s and properties have yet to resolve.
        case watched(WatchedInstance)
    }

    /// What was resolved, and where it was looked up.
    struct Element: Hashable {
        private enum Noted {
            case seen(Resolved)
            indirect case aside(Resolved)
        }

        private let noted: Noted
        /// The container that it was looked up in; nil for the one that the owner of this list resolves from.
        let place: Core?

        init(resolved: Resolved, place: Core?, isAside: Bool = false) {
            noted = isAside ? .aside(resolved) : .seen(resolved)
            self.place = place
        }

        var resolved: Resolved {
            switch noted {
            case .seen(let resolved), .aside(let resolved): resolved
            }
        }

        /// Whether a container was asked for it that does not have all overrides which its owner was made in: one that the owner's factory knows
        /// by itself.
        var isAside: Bool { if case .aside = noted { true } else { false } }

        /// Whether it is told by the object alone.
        fileprivate var isPlain: Bool {
            switch noted {
            case .seen(.instance), .seen(.registration), .seen(.watched): true
            case .seen(.handle), .seen(.collection), .seen(.absent), .aside: false
            }
        }

        func hash(into hasher: inout Hasher) {
            let object =
                switch resolved {
                case .instance(let instance): ObjectIdentifier(instance)
                case .registration(let registration), .handle(let registration, _): ObjectIdentifier(registration)
                case .collection(let type, _, _): ObjectIdentifier(type)
                case .absent(let key): key.typeID
                case .watched(let watched): ObjectIdentifier(watched)
                }
            hasher.combine(object)
        }

        @inline(never)
        static func == (first: Element, second: Element) -> Bool {
            guard first.place === second.place, first.isAside == second.isAside else { return false }
            return switch (first.resolved, second.resolved) {
            case (.instance(let one), .instance(let other)): one === other
            case (.registration(let one), .registration(let other)): one === other
            case (.handle(let one, let kind), .handle(let other, let otherKind)): one === other && kind == otherKind
            case (.collection(let one, let isNamed, _), .collection(let other, let isOtherNamed, _)):
                one == other && isNamed == isOtherNamed
            case (.absent(let one), .absent(let other)): one == other
            case (.watched(let one), .watched(let other)): one === other
            default: false
            }
        }
    }

    private(set) var elements: [Element]
    /// Where they are many: the position of each, and of one that was resolved through another the complement of that.
    private var positions: [Element: Int]?
    /// Where they are few: a bit for each that was resolved through another.
    private var bits: UInt64
    private static let scanLimit = 8

    init(_ elements: [Element] = [], indirect: Marks = Marks()) {
        self.elements = elements
        bits = indirect.first
        if !indirect.rest.isEmpty { index(indirect) }
    }

    /// Adds what was resolved, by something that the run resolved or by the run's own factory; says whether it was not there.
    @discardableResult
    mutating func insert(_ element: consuming Element, isIndirect: Bool = false) -> Bool {
        if elements.count < Self.scanLimit {
            let known = index(of: element)
            let bit: UInt64 = 1 << UInt64(known ?? elements.count)
            if !isIndirect { bits &= ~bit } else if known == nil { bits |= bit }
            if known != nil { return false }
        } else if !insertIntoMany(copy element, isIndirect: isIndirect) {
            return false
        }
        // Room for what most factories take.
        if elements.isEmpty { elements.reserveCapacity(4) }
        elements.append(element)
        return true
    }

    private mutating func insertIntoMany(_ element: Element, isIndirect: Bool) -> Bool {
        if positions == nil { index(Marks(first: bits)) }
        if let position = positions?[element] {
            if position < 0, !isIndirect { positions?[element] = ~position }
            return false
        }
        positions?[element] = isIndirect ? ~elements.count : elements.count
        return true
    }

    private mutating func index(_ indirect: Marks) {
        positions = Dictionary(uniqueKeysWithValues: elements.indices.map { (elements[$0], indirect[$0] ? ~$0 : $0) })
    }

    /// Which elements were resolved through another.
    var indirect: Marks {
        guard let positions else { return Marks(first: bits) }
        var marks = Marks()
        for position in positions.values where position < 0 { marks[~position] = true }
        return marks
    }

    /// Where an equal element is among the first few.
    ///
    /// The same object is the same word, so that nothing that is looked through is counted; only what is rare is compared by what is in it.
    private func index(of element: Element) -> Int? {
        typealias Words = (UInt, UInt)
        // A word of 32 bits, as watches have, has no room for which of the five kinds it is.
        guard MemoryLayout<Element>.size == MemoryLayout<Words>.size else { return elements.firstIndex(of: element) }
        let words = unsafeBitCast(element, to: Words.self)  // It is one word and a reference.
        let same = elements.withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: Words.self).firstIndex { $0.0 == words.0 && $0.1 == words.1 }
        }
        return same ?? (element.isPlain ? nil : elements.firstIndex(of: element))
    }

    /// The elements that were added first.
    func first(_ count: Int) -> DependencyList {
        DependencyList(Array(elements.prefix(count)), indirect: indirect)
    }

    /// What the run's own factory asked for.
    var direct: [Element] {
        let indirect = indirect
        return elements.indices.filter { !indirect[$0] }.map { elements[$0] }
    }
}

extension DependencyList.Element {
    /// What was asked for, as the graph shows it; nil for what was not there.
    var dependency: Dependency? {
        switch resolved {
        case .instance(let instance): Dependency(key: instance.registration.key, kind: .required)
        case .registration(let registration): Dependency(key: registration.key, kind: .required)
        case .handle(let registration, let kind): Dependency(key: registration.key, kind: kind)
        case .collection(let type, let isNamed, _): Dependency(key: Key(type), kind: isNamed ? .named : .collection)
        case .absent, .watched: nil
        }
    }
}
