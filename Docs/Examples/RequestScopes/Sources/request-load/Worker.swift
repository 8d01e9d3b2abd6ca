/// A user at work: a login of its own, and then one request after the other.
struct Worker {
    private var caller: Caller
    private let credentials: Credentials

    init(_ caller: Caller, as credentials: Credentials) {
        self.caller = caller
        self.credentials = credentials
    }

    /// Works until the deadline.
    mutating func run(until deadline: ContinuousClock.Instant) async -> Findings {
        let answer = await caller.send("POST /login", 200, commits: true, body: credentials)
        guard var session = caller.decode(Session.self, answer) else { return caller.findings }
        while .now < deadline, caller.findings.errorCount == 0 {
            switch Int.random(in: 0..<100) {
            case 0..<70:
                let account = caller.decode(Account.self, await caller.send("GET /me", 200, token: session.accessToken))
                if let account, account.name != credentials.name { caller.findings.fail("GET /me of \(credentials.name): \(account.name)") }
            case 70..<78: await refused("GET /me", 401, "token_unknown", token: "nobody's")
            case 78..<88:
                let old = session.refreshToken
                let renewed = await caller.send("POST /refresh", 200, commits: true, body: Renewal(refreshToken: old))
                session = caller.decode(Session.self, renewed) ?? session
                if session.account != credentials.name { caller.findings.fail("POST /refresh of \(credentials.name): \(session.account)") }
            case 88..<94: await refused("POST /sign-up", 409, "name_taken", body: credentials)
            default: await refused("POST /rehearsal/fail", 500, "internal_error", token: session.accessToken)
            }
        }
        _ = await caller.send("POST /log-out", 200, commits: true, token: session.accessToken)
        return caller.findings
    }

    private mutating func refused(
        _ line: String, _ status: UInt, _ error: String, body: (any Encodable)? = nil, token: String? = nil
    ) async {
        let refusal = caller.decode(Refusal.self, await caller.send(line, status, body: body, token: token))
        if let refusal, refusal.error != error { caller.findings.fail("\(line): \(refusal.error), not \(error)") }
    }
}
