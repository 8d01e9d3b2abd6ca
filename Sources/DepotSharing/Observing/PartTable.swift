internal import Depot

/// The followed parts of one kind, by a key of the user's.
///
/// Neither hashing nor comparing a key happens under the lock of the tree.
final class PartTable: @unchecked Sendable {  // Each `var` is only touched under `lock`.
    private final class Entry: Buckets.Entry, @unchecked Sendable {  // The `var` is set before anybody else sees the entry.
        var part: FollowedPart?
    }

    let lock: PartLock
    /// Called when a part was taken out: what it was a part of may be unused then.
    private let left: @Sendable () -> Void
    private var buckets = Buckets()
    /// Whether what they are parts of has left its tree: one that were added would never be told.
    private var isClosed = false

    init(of whole: PartNode<some Sendable>) {
        lock = whole.lock
        left = { [weak whole] in whole?.leaveIfUnused() }
    }

    /// Whether there is no part; under the lock.
    var isEmpty: Bool { buckets.isEmpty }

    /// Nothing is added any more; under the lock.
    func close() { isClosed = true }

    /// Whether there is a part.
    var hasParts: Bool { lock.withLock { _ in !buckets.isEmpty } }

    /// All of them, with their keys.
    var all: [(key: AnyHashable, part: FollowedPart)] {
        lock.withLock { _ in buckets.all }.compactMap { entry in Self.part(entry).map { (entry.key, $0) } }
    }

    /// Whether Observation has a read of one; under the lock.
    var isRead: Bool { buckets.all.contains { Self.part($0)?.isRead ?? false } }

    /// What is kept for a key.
    func part(for key: AnyHashable) -> FollowedPart? { part(for: key, in: lock.withLock { [hash = key.hashValue] _ in buckets[hash] }) }

    private func part(for key: AnyHashable, in entries: [Buckets.Entry]) -> FollowedPart? {
        entries.first { $0.key == key }.flatMap(Self.part)
    }

    // Only an `Entry` is ever added.
    private static func part(_ entry: Buckets.Entry) -> FollowedPart? { unsafeDowncast(entry, to: Entry.self).part }

    /// What is kept for a key, made where there is nothing; nil once the table is closed.
    ///
    /// `make` is given what takes it out of the table again.
    func part(for key: AnyHashable, _ make: (_ detach: @escaping @Sendable () -> Void) -> FollowedPart) -> FollowedPart? {
        let hash = key.hashValue
        while true {
            let (seen, isClosed) = lock.withLock { _ in (buckets[hash], self.isClosed) }
            if isClosed { return nil }
            if let known = part(for: key, in: seen) { return known }
            let entry = Entry(key)
            let made = make { [weak self, weak entry] in if let self, let entry { remove(entry, hash) } }
            entry.part = made
            if lock.withLock({ _ in !self.isClosed && buckets.add(entry, hash, seen: seen) }) { return made }
        }
    }

    private func remove(_ entry: Entry, _ hash: Int) {
        let before = lock.withLock { _ in buckets.remove(hash) { $0 === entry } }
        withExtendedLifetime(before) {}  // Released outside the lock.
        left()
    }

    /// Tells all observers.
    func touch(_ observed: Observed) {
        for (_, part) in all { part.touch(observed) }
    }
}

/// A part that is followed, whatever its type.
class FollowedPart: @unchecked Sendable {  // The subclasses say why.
    /// Tells all observers.
    func touch(_ observed: Observed) {}

    /// Observation has given up an observed read of the part.
    func readEnded() {}

    /// Whether Observation has a read of the part, or of a part of it; under the lock of the tree.
    var isRead: Bool { false }
}
