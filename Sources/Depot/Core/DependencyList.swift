/// What a run resolved, each once.
struct DependencyList {
    /// One thing that was resolved, in the form in which it can be checked to be still the same.
    enum Element {
        /// A shared instance.
        case instance(Instance)
        /// Something made for the run alone, or that a `Lazy`, `Provider` or `Factory` will ask for.
        case registration(Registration)
        /// All that is registered for a type, at a version of that list.
        case collection(any Any.Type, Int)

        fileprivate var id: ObjectIdentifier {
            switch self {
            case .instance(let instance): ObjectIdentifier(instance)
            case .registration(let registration): ObjectIdentifier(registration)
            case .collection(let type, _): ObjectIdentifier(type)
            }
        }
    }

    private(set) var elements: [Element] = []
    private var ids: Set<ObjectIdentifier>?
    private static let scanLimit = 8
    /// One bit for each of the first 64 elements that was resolved through another.
    private var indirect: UInt64 = 0

    /// Adds what was resolved.
    ///
    /// - Parameters:
    ///   - element: What it was.
    ///   - isIndirect: Whether something that the run resolved asked for it, and not the run's own factory.
    mutating func insert(_ element: Element, isIndirect: Bool = false) {
        let id = element.id
        if elements.count < Self.scanLimit {
            if let known = elements.firstIndex(where: { $0.id == id }) { return mark(known, isIndirect) }
        } else {
            if ids == nil { ids = Set(elements.map(\.id)) }
            if ids?.insert(id).inserted == false {
                if indirect != 0, !isIndirect, let known = elements.prefix(64).firstIndex(where: { $0.id == id }) { mark(known, false) }
                return
            }
        }
        if isIndirect, elements.count < 64 { indirect |= 1 << UInt64(elements.count) }
        elements.append(element)
    }

    private mutating func mark(_ index: Int, _ isIndirect: Bool) {
        if !isIndirect { indirect &= ~(1 << UInt64(index)) }
    }

    /// What the run's own factory asked for; beyond the first 64 elements, all of it.
    var direct: [Element] {
        elements.enumerated().filter { $0.offset >= 64 || indirect & (1 << UInt64($0.offset)) == 0 }.map(\.element)
    }
}

extension DependencyList.Element {
    /// What was asked for, as the graph shows it.
    var dependency: Dependency {
        switch self {
        case .instance(let instance): Dependency(key: instance.registration.key, kind: .required)
        case .registration(let registration): Dependency(key: registration.key, kind: .required)
        case .collection(let type, _): Dependency(key: Key(type), kind: .collection)
        }
    }
}
