import Depot
import Hummingbird

/// What GET /health says: what is open, and what was made and put away.
///
/// It is not itself a request with a scope.
struct Health: ResponseCodable, Equatable, Sendable {
    /// The request scopes that are open.
    let requestScopes: Int
    /// The requests whose body is still to come: they have no scope yet.
    let receiving: Int
    /// The session scopes that are open.
    let sessionScopes: Int
    let transactionsCreated: Int
    let transactionsEnded: Int
    /// The transactions that began to write.
    let began: Int
    let committed: Int
    let rolledBack: Int
    let sessionsCreated: Int
    let sessionsEnded: Int
    /// The session scopes that were opened: one for each login.
    let sessionScopesOpened: Int
    let sessionScopesClosed: Int

    init(of container: Container, _ tally: Tally) {
        let scopes = container.scopes
        requestScopes = scopes.count { $0.kind == .request }
        sessionScopes = scopes.count { $0.kind == .session }
        receiving = tally.receiving.value
        transactionsCreated = tally.transactions.created.value
        transactionsEnded = tally.transactions.ended.value
        began = tally.began.value
        committed = tally.committed.value
        rolledBack = tally.rolledBack.value
        sessionsCreated = tally.sessions.created.value
        sessionsEnded = tally.sessions.ended.value
        sessionScopesOpened = tally.sessionScopes.created.value
        sessionScopesClosed = tally.sessionScopes.ended.value
    }

    /// Whether no scope is open and all that was made was put away.
    var isClean: Bool {
        requestScopes == 0 && sessionScopes == 0 && transactionsCreated == transactionsEnded && began == committed + rolledBack
            && sessionsCreated == sessionsEnded && sessionScopesOpened == sessionScopesClosed
    }
}

extension Health: CustomStringConvertible {
    var description: String {
        """
        scopes open: \(requestScopes + sessionScopes); \
        transactions: \(transactionsCreated) created, \(transactionsEnded) ended, \(began) wrote, \(committed) committed, \(rolledBack) rolled back; \
        sessions: \(sessionsCreated) created, \(sessionsEnded) ended, \(sessionScopesOpened) scopes opened, \(sessionScopesClosed) closed
        """
    }
}
