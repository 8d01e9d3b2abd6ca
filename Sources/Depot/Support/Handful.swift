/// A list of objects that usually has one element, or none: those take no array, which costs 0.8 c to make and to free.
///
/// Two references, and not an enum: an enum's copies go through what its type says at run time, 100 instructions each.
struct Handful<Element: AnyObject> {
    private var only: Element?
    /// Those behind the first; nil where there are none.
    private var rest: [Element]?

    init() {}

    init(_ element: Element) {
        only = element
    }

    init(_ elements: [Element]) {
        only = elements.first
        if elements.count > 1 { rest = Array(elements.dropFirst()) }
    }

    /// Puts an object behind the others.
    mutating func append(_ element: consuming Element) {
        if only == nil { only = element } else { appendToRest(element) }
    }

    @inline(never)
    private mutating func appendToRest(_ element: consuming Element) {
        if rest == nil { rest = [element] } else { rest?.append(element) }
    }

    /// Puts the objects of another list behind the others.
    mutating func append(_ others: consuming Handful) {
        if only == nil {
            self = others
            return
        }
        guard let first = others.only else { return }
        append(first)
        for other in others.rest ?? [] { append(other) }
    }

    /// Takes out those behind the first.
    mutating func takeRest() -> [Element] { rest.take() ?? [] }

    /// Takes an object out, wherever it stands.
    mutating func remove(_ element: Element) {
        if only === element {
            only = rest?.removeFirst()
        } else if let index = rest?.lastIndex(where: { $0 === element }) {
            rest?.remove(at: index)
        }
        if rest?.isEmpty == true { rest = nil }
    }
}

// Written out where the collection's own are not as short.
extension Handful {
    var isEmpty: Bool { only == nil }

    /// Whether there is no more than one object.
    var hasNoMoreThanOne: Bool { rest == nil }

    /// Calls a function for each object.
    @inline(__always)
    func forEach(_ body: (Element) -> Void) {
        // Not bound to a name: that would be counted.
        if only == nil { return }
        body(only.unsafelyUnwrapped)
        guard let rest else { return }
        // The list keeps them meanwhile, so each is not counted as well.
        rest.withUnsafeBufferPointer { others in
            others.withMemoryRebound(to: Unmanaged<Element>.self) { for other in $0 { other._withUnsafeGuaranteedRef(body) } }
        }
    }

    /// The object that was added first.
    var first: Element? { only }

    /// The first object that a predicate holds for.
    @inline(__always)
    func first(where predicate: (Element) -> Bool) -> Element? {
        guard let only else { return nil }
        return predicate(only) ? only : rest?.first(where: predicate)
    }

    /// Whether a predicate holds for every object.
    @inline(__always)
    func allSatisfy(_ predicate: (Element) -> Bool) -> Bool {
        guard let only else { return true }
        return predicate(only) && rest?.allSatisfy(predicate) ?? true
    }
}

extension Handful: RandomAccessCollection {
    var startIndex: Int { 0 }

    var endIndex: Int { only == nil ? 0 : 1 + (rest?.count ?? 0) }

    subscript(position: Int) -> Element {
        guard let only else { fatalError("Depot: a list has no element \(position).") }
        return position == 0 ? only : rest.unsafelyUnwrapped[position - 1]
    }
}

extension Handful: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Handful: Sendable where Element: Sendable {}
