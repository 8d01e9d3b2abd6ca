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
    private var ids: Set<ObjectIdentifier> = []
    private static let scanLimit = 8

    mutating func insert(_ element: Element) {
        let id = element.id
        if elements.count < Self.scanLimit {
            if elements.contains(where: { $0.id == id }) { return }
        } else {
            if ids.isEmpty { ids = Set(elements.map(\.id)) }
            if !ids.insert(id).inserted { return }
        }
        elements.append(element)
    }
}
