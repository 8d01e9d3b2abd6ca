import Synchronization

/// Counts the receipts of the process, from 1.
final class ReceiptNumbers: Sendable {
    private let last = Atomic(0)

    func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
