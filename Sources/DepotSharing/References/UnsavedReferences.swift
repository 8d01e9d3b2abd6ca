internal import Depot
internal import Dispatch

/// The references that may be written, so that a process that exits hands what they hold to their stores.
final class UnsavedReferences: Sendable {
    static let shared = {
        let shared = UnsavedReferences()
        AtExit.run(.references) { shared.handOver() }
        return shared
    }()

    /// How long a process waits for stores that are at work on other threads.
    private static let patience = DispatchTimeInterval.seconds(10)

    /// By their numbers.
    private let entries = Locked(Buckets())

    /// Takes note of a reference, before anybody can write it.
    func add(_ reference: AnyStoredReference) {
        let entry = References.Entry(reference.number, reference)
        entries.withLock { _ = $0.add(entry, reference.number, seen: []) }
    }

    func remove(_ number: Int) { _ = entries.withLock { $0.remove(number) { _ in true } } }

    private func handOver() {
        let deadline = DispatchTime.now() + Self.patience
        for entry in entries.withLock({ $0.all }) { (entry as? References.Entry)?.reference?.handOver(until: deadline) }
    }
}

/// A key whose store may be called while it is being called, as nothing of the user's is under way in it.
protocol SavesInside {}

extension AppStorageKey: SavesInside {}
extension FileStorageKey: SavesInside {}
