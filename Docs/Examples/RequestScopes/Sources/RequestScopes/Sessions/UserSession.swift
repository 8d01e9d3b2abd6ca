import Depot

/// What is kept of a login while it is in use: one for each session scope, shared by all its requests.
final class UserSession: Disposable, Sendable {
    /// The login's id.
    let id: String
    /// How many requests asked for it.
    let requests = Tally.Count()
    private let tally: Tally

    init(tally: Tally) {
        id = ScopeContext.shared.currentID(for: .session) ?? "none"
        self.tally = tally
        tally.sessions.created.add(1)
    }

    func dispose() async throws { tally.sessions.ended.add(1) }
}
