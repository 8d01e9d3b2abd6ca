import Synchronization

/// Counts what is made and put away in scopes, for /health and for the last line of the log.
final class Tally: Sendable {
    let transactions = Lives()
    let sessions = Lives()
    /// The session scopes, whether anything was made in them or not.
    let sessionScopes = Lives()
    /// The requests whose body is still to come, now.
    let receiving = Count()
    /// The transactions that wrote something, or tried to.
    let began = Count()
    /// Of them, those that were committed.
    let committed = Count()
    /// And those that were rolled back.
    let rolledBack = Count()

    /// How many began, and how many ended.
    struct Lives: Sendable {
        let created = Count()
        let ended = Count()
    }

    /// A number that any thread may add to.
    final class Count: Sendable {
        private let number = Atomic<Int>(0)

        var value: Int { number.load(ordering: .relaxed) }

        func add(_ amount: Int) { number.add(amount, ordering: .relaxed) }
    }
}
