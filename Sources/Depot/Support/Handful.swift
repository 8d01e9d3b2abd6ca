/// A list of objects that usually has one element, or none: those take no array, which costs 0.8 c to make and to free.
///
/// A list that is a property of a class is changed as in `list = list.adding(element)`: were it changed in place, each of its
/// accesses would be checked for exclusivity at run time.
struct Handful<Element: AnyObject> {
    fileprivate enum Content {
        case none
        case one(Element)
        case several([Element])
    }

    private var content = Content.none

    init() {}

    /// The list with an object behind the others.
    ///
    /// - Parameter element: The object.
    /// - Returns: The longer list.
    consuming func adding(_ element: Element) -> Handful {
        switch content {
        case .none: content = .one(element)
        case .one(let first): content = .several([first, element])
        case .several(var elements):
            // Let go of here, so that a list that nobody else has is not copied.
            content = .none
            elements.append(element)
            content = .several(elements)
        }
        return self
    }

    /// The list without an object, wherever that stands.
    ///
    /// - Parameter element: The object.
    /// - Returns: The shorter list, or the same where the object was not there.
    consuming func removing(_ element: Element) -> Handful {
        switch content {
        case .none: break
        case .one(let only): if only === element { content = .none }
        case .several(let elements):
            let rest = elements.filter { $0 !== element }
            content = rest.isEmpty ? .none : .several(rest)
        }
        return self
    }
}

// Written out where the collection's own are not as short.
extension Handful {
    /// The object that was added last.
    var last: Element? {
        switch content {
        case .none: nil
        case .one(let only): only
        case .several(let elements): elements.last
        }
    }

    /// The first object that a predicate holds for.
    ///
    /// - Parameter predicate: What is asked of each.
    /// - Returns: The object, or nil.
    @inline(__always)
    func first(where predicate: (Element) -> Bool) -> Element? {
        switch content {
        case .none: nil
        case .one(let only): predicate(only) ? only : nil
        case .several(let elements): elements.first(where: predicate)
        }
    }

    /// Whether a predicate holds for every object.
    ///
    /// - Parameter predicate: What is asked of each.
    /// - Returns: Whether it holds.
    @inline(__always)
    func allSatisfy(_ predicate: (Element) -> Bool) -> Bool {
        switch content {
        case .none: true
        case .one(let only): predicate(only)
        case .several(let elements): elements.allSatisfy(predicate)
        }
    }
}

extension Handful: RandomAccessCollection {
    var startIndex: Int { 0 }

    var endIndex: Int {
        switch content {
        case .none: 0
        case .one: 1
        case .several(let elements): elements.count
        }
    }

    subscript(position: Int) -> Element {
        switch content {
        case .one(let only) where position == 0: return only
        case .several(let elements): return elements[position]
        case .none, .one: fatalError("Depot: a list has no element \(position).")
        }
    }
}

extension Handful: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Element...) {
        for element in elements { self = adding(element) }
    }
}

extension Handful: Sendable where Element: Sendable {}
extension Handful.Content: Sendable where Element: Sendable {}
