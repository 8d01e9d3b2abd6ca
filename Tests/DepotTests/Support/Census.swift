import Depot
import Synchronization

/// How many of the objects that a test makes are alive.
final class Census: Sendable {
    private let count = Atomic<Int>(0)
    private let total = Atomic<Int>(0)
    /// How many are alive.
    var alive: Int { count.load(ordering: .sequentiallyConsistent) }
    /// How many there ever were.
    var made: Int { total.load(ordering: .sequentiallyConsistent) }

    fileprivate func come() {
        count.add(1, ordering: .sequentiallyConsistent)
        total.add(1, ordering: .sequentiallyConsistent)
    }

    fileprivate func go() { count.subtract(1, ordering: .sequentiallyConsistent) }
}

/// An object that is counted, and that may keep another.
final class Resident: Sendable {
    private let census: Census
    let other: (any AnyObject & Sendable)?

    init(_ census: Census, _ other: (any AnyObject & Sendable)? = nil) {
        self.census = census
        self.other = other
        census.come()
    }

    deinit { census.go() }
}

/// An argument that is counted; two of one number are equal.
final class Ticket: Hashable, Sendable {
    let number: Int
    private let resident: Resident
    private let onEnd: @Sendable () -> Void

    init(_ number: Int, _ census: Census, onEnd: @escaping @Sendable () -> Void = {}) {
        self.number = number
        resident = Resident(census)
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    static func == (lhs: Ticket, rhs: Ticket) -> Bool { lhs.number == rhs.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Census {
    /// One object that is counted for as long as it lives.
    typealias Member = Resident
}

/// A network that is counted.
final class CountedNetwork: Network {
    let tag: String
    private let member: Census.Member

    init(_ tag: String, _ census: Census) {
        self.tag = tag
        member = Census.Member(census)
    }
}

/// Has a network in it, and is made anew each time.
final class Client: Sendable {
    let network: any Network

    init(_ network: any Network) {
        self.network = network
    }
}

/// Makes its client when it needs one.
final class ClientHolder: Sendable {
    let client: Lazy<Client>

    init(_ client: Lazy<Client>) {
        self.client = client
    }
}
