/// What is kept by keys of the user's, by the hashes of the keys.
///
/// Hashing and comparing a key is user code, so it happens outside the lock that this is kept under: what was looked at is added to only if
/// nothing has changed there meanwhile.
struct Buckets {
    /// What is kept for one key.
    class Entry: @unchecked Sendable {  // Keys are Sendable.
        let key: AnyHashable

        init(_ key: AnyHashable) { self.key = key }
    }

    private var entries: [Int: [Entry]] = [:]

    var isEmpty: Bool { entries.isEmpty }

    /// All of them.
    var all: [Entry] { entries.values.reduce(into: []) { $0 += $1 } }

    /// What there is under a hash.
    subscript(hash: Int) -> [Entry] { entries[hash] ?? [] }

    /// Adds an entry; false where something has changed under its hash since that was looked at.
    mutating func add(_ entry: Entry, _ hash: Int, seen: [Entry]) -> Bool {
        guard self[hash].elementsEqual(seen, by: { $0 === $1 }) else { return false }
        entries[hash] = seen + [entry]
        return true
    }

    /// Takes entries out.
    ///
    /// - Returns: What was there, to be released outside the lock.
    mutating func remove(_ hash: Int, where isOver: (Entry) -> Bool) -> [Entry] {
        let before = self[hash]
        let rest = before.filter { !isOver($0) }
        entries[hash] = rest.isEmpty ? nil : rest
        return before
    }
}
