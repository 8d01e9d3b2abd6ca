import Foundation

/// What the client sends and gets, as far as it looks at it.
struct Credentials: Codable {
    let name: String
    let password: String
}

struct Renewal: Codable {
    let refreshToken: String
}

struct Session: Codable {
    let id: String
    let account: String
    let accessToken: String
    let refreshToken: String
}

struct Account: Codable {
    let name: String
}

struct Refusal: Codable {
    let error: String
}

/// What GET /health says.
struct Health: Codable {
    let requestScopes: Int
    let sessionScopes: Int
    let transactionsCreated: Int
    let transactionsEnded: Int
    let began: Int
    let committed: Int
    let rolledBack: Int
    let sessionsCreated: Int
    let sessionsEnded: Int
    let sessionScopesOpened: Int
    let sessionScopesClosed: Int

    /// Whether nothing is open.
    var isQuiet: Bool { requestScopes == 0 && sessionScopes == 0 && writing == 0 }

    /// How many transactions have written something and are neither committed nor rolled back.
    var writing: Int { began - committed - rolledBack }
}
