import Depot

/// What is kept of a login while it is in use: one for each session scope, shared by all its requests.
final class UserSession: Disposable, Sendable {
    let user: SessionUser
    /// How many requests asked for it.
    let requests = Tally.Count()
    private let tally: Tally

    init(user: SessionUser, tally: Tally) {
        self.user = user
        self.tally = tally
        tally.sessions.created.add(1)
    }

    func dispose() async throws { tally.sessions.ended.add(1) }
}
