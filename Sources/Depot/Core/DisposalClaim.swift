/// The right to dispose an object: that of the first whose factory gave it.
///
/// A closure may give what it has resolved, and a decorator what it wraps: that is not theirs to dispose. What was handed in is the app's,
/// and is claimed so that nobody disposes it.
struct DisposalClaim {
    private let object: ObjectIdentifier
    private let number: Int

    private struct Known {
        let number: Int
        /// How many have it: the entry that disposes the object, and each place where it was handed in.
        var holders = 1
        /// The object, where the claim does not keep it; another may be in its place by now.
        let weakly: WeakObject?

        var isOver: Bool { weakly?.isGone ?? false }
    }

    private struct Table {
        var claims: [ObjectIdentifier: Known] = [:]
        var count = 0

        /// The claim on an object that is there.
        func known(_ object: ObjectIdentifier) -> Known? { claims[object].flatMap { $0.isOver ? nil : $0 } }

        /// Adds a claim, and gives its number.
        mutating func add(_ object: ObjectIdentifier, _ weakly: WeakObject? = nil) -> Int {
            count += 1
            claims[object] = Known(number: count, weakly: weakly)
            return count
        }
    }

    /// For all containers, because what is passed on may come from another one; in parts, so that threads seldom wait for each other.
    private static let tables = (0..<16).map { _ in Locked(Table(), isAlone: true) }

    /// The table of an object; two of them are at least 16 bytes apart.
    private static func table(of object: ObjectIdentifier) -> Locked<Table> { tables[Int(UInt(bitPattern: object) >> 4 & 15)] }

    /// Claims an object; nil where someone has.
    ///
    /// - Parameters:
    ///   - object: The object, which the caller keeps.
    ///   - isWeak: Whether it may go before the claim ends.
    init?(first object: AnyObject, isWeak: Bool) {
        let (id, weakly) = (ObjectIdentifier(object), isWeak ? WeakObject(object) : nil)
        let number = Self.table(of: id).withLock { $0.known(id) == nil ? $0.add(id, weakly) : nil }
        guard let number else { return nil }
        (self.object, self.number) = (id, number)
    }

    /// Claims an object that was handed in, also where others have.
    init(handedIn object: AnyObject) {
        let id = ObjectIdentifier(object)
        self.object = id
        number = Self.table(of: id).withLock { table in
            guard let known = table.known(id) else { return table.add(id) }
            table.claims[id]?.holders += 1
            return known.number
        }
    }

    /// Gives it back.
    func end() {
        Self.table(of: object).withLock { table in
            guard let known = table.claims[object], known.number == number else { return }
            if known.holders == 1 { table.claims[object] = nil } else { table.claims[object]?.holders -= 1 }
        }
    }
}

/// An object that others keep, or nothing.
private final class WeakObject: Sendable {
    private nonisolated(unsafe) weak let object: AnyObject?  // Only compared with nil, by one who keeps what may be there.

    init(_ object: AnyObject) {
        self.object = object
    }

    var isGone: Bool { object == nil }
}
