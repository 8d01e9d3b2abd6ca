internal import Depot

/// The references that are being made, each by one thread: a key that is read while its value is made, for which it would be made again,
/// stops the program with the keys and not at the end of the stack.
enum Making {
    private static let underWay = Locked<[Making.Entry]>([])
    /// How many one thread makes inside each other at most; a stack of 512 KiB has room for them.
    private static let deepest = 50

    private final class Entry: Sendable {
        let thread = CurrentThread.id
        let name: @Sendable () -> String

        init(_ name: @escaping @Sendable () -> String) { self.name = name }
    }

    /// Runs what makes the reference of a key.
    static func run<Made>(_ name: @escaping @Sendable () -> String, _ make: () throws -> Made) rethrows -> Made {
        let entry = Entry(name)
        let outer = underWay.withLock { all in
            defer { all.append(entry) }
            return all.filter { $0.thread == entry.thread }
        }
        if outer.count >= deepest { fatalError(SharedError.needsItself(keys: ring(outer.map { $0.name() } + [name()]))) }
        defer { underWay.withLock { $0.removeAll { $0 === entry } } }
        return try make()
    }

    /// The names from the last one's occurrence before on.
    private static func ring(_ names: [String]) -> [String] {
        guard let last = names.last, let start = names.dropLast().lastIndex(of: last) else { return names }
        return Array(names[start...])
    }
}
