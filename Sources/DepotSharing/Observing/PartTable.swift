internal import Depot

/// The followed parts of one kind, by a key of the user's.
///
/// Kept by the hashes of the keys, so that neither hashing nor comparing them happens under the lock of the tree.
final class PartTable<Item: Sendable>: @unchecked Sendable {  // The `var` is only touched under `lock`.
    private struct Entry: Sendable {
        let key: Part.Step
        let node: ObjectIdentifier
        let item: Item
    }

    private let lock: PartLock
    private var buckets: [Int: [Entry]] = [:]

    init(lock: PartLock) { self.lock = lock }

    /// Whether there is no part; under the lock.
    var isEmpty: Bool { buckets.isEmpty }

    /// Whether there is a part.
    var hasParts: Bool { lock.withLock { _ in !buckets.isEmpty } }

    /// All of them, with their keys.
    var all: [(key: Part.Step, item: Item)] {
        lock.withLock { _ in buckets.values }.flatMap { $0.map { ($0.key, $0.item) } }
    }

    /// What is kept for a key.
    func item(for key: Part.Step) -> Item? {
        let hash = key.hashValue
        return lock.withLock { _ in buckets[hash] }?.first { $0.key == key }?.item
    }

    /// What is kept for a key, made where there is nothing.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - make: Makes it, from what takes a node out of the table again.
    /// - Returns: It.
    func item<Value>(
        for key: Part.Step, _ make: (_ detach: @escaping @Sendable (ObjectIdentifier) -> Void) -> (item: Item, node: PartNode<Value>)
    ) -> Item {
        let hash = key.hashValue
        while true {
            let seen = lock.withLock { _ in buckets[hash] ?? [] }
            if let known = seen.first(where: { $0.key == key }) { return known.item }
            let made = make { [weak self] node in self?.remove(node, hash) }
            let isAdded = lock.withLock { _ in
                guard (buckets[hash] ?? []).elementsEqual(seen, by: { $0.node == $1.node }) else { return false }
                buckets[hash, default: []].append(Entry(key: key, node: ObjectIdentifier(made.node), item: made.item))
                return true
            }
            if isAdded { return made.item }
        }
    }

    private func remove(_ node: ObjectIdentifier, _ hash: Int) {
        let removed = lock.withLock { _ -> Entry? in
            guard let index = buckets[hash]?.firstIndex(where: { $0.node == node }) else { return nil }
            let removed = buckets[hash]?.remove(at: index)
            if buckets[hash]?.isEmpty == true { buckets[hash] = nil }
            return removed
        }
        withExtendedLifetime(removed) {}  // Released outside the lock.
    }
}
