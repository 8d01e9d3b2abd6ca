/// A user at work: a login, some requests, its end, and all over again.
struct Worker {
    private var caller: Caller
    private let credentials: Credentials

    init(_ caller: Caller, as credentials: Credentials) {
        self.caller = caller
        self.credentials = credentials
    }

    /// Works until the deadline, or until something is wrong.
    mutating func run(until deadline: ContinuousClock.Instant) async -> Findings {
        repeat {
            let answer = await caller.send("POST /login", 200, commits: true, body: credentials)
            guard var session = caller.decode(Session.self, answer) else { return caller.findings }
            caller.findings.logins.insert(session.id)
            for _ in 0..<Int.random(in: 5...50) where .now < deadline && caller.findings.errorCount == 0 { await work(&session) }
            await logOut(session)
        } while .now < deadline && caller.findings.errorCount == 0
        return caller.findings
    }

    /// One request, of any kind.
    private mutating func work(_ session: inout Session) async {
        switch Int.random(in: 0..<100) {
        case 0..<70:
            let account = caller.decode(Account.self, await caller.send("GET /me", 200, token: session.accessToken))
            if let account, account.name != credentials.name { caller.findings.fail("GET /me of \(credentials.name): \(account.name)") }
        case 70..<78: await refused("GET /me", 401, "token_unknown", token: "nobody's")
        case 78..<86:
            let old = session.refreshToken
            let renewed = await caller.send("POST /refresh", 200, commits: true, body: Renewal(refreshToken: old))
            session = caller.decode(Session.self, renewed) ?? session
            if session.account != credentials.name { caller.findings.fail("POST /refresh of \(credentials.name): \(session.account)") }
        case 86..<90: await refused("POST /sign-up", 409, "name_taken", body: credentials)
        case 90..<92:
            let wrong = Credentials(name: credentials.name, password: "not the password")
            await refused("POST /login", 401, "wrong_password", body: wrong)
        case 92..<96: await refused("POST /rehearsal/fail", 500, "internal_error", token: session.accessToken)
        default: await caller.hangUp("GET /me", token: session.accessToken, mayAnswer: true) { await Task.yield() }
        }
    }

    /// Ends the login: while other requests of it are under way, or at the second try, after hanging up on the first.
    private mutating func logOut(_ session: Session) async {
        let token = session.accessToken
        switch Int.random(in: 0..<3) {
        case 0: _ = await caller.send("POST /log-out", 200, commits: true, token: token)
        case 1:
            await caller.hangUp("POST /log-out", token: token, mayAnswer: true) {
                try? await Task.sleep(for: .microseconds(Int.random(in: 0..<3000)))
            }
            // The first try may have been committed; the journal says so.
            _ = await caller.send("POST /log-out", 200, or: 401, commits: true, token: token)
        default:
            let callers = (0..<5).map { _ in caller.sibling() }
            await withTaskGroup(of: Findings.self) { group in
                for (number, sibling) in callers.enumerated() {
                    group.addTask {
                        var sibling = sibling
                        if number == 3 {
                            _ = await sibling.send("POST /log-out", 200, commits: true, token: token)
                        } else {
                            _ = await sibling.send("GET /me", 200, or: 401, token: token)
                        }
                        return sibling.findings
                    }
                }
                for await findings in group { caller.findings.add(findings) }
            }
        }
        caller.findings.logOuts += 1
        await refused("GET /me", 401, "token_unknown", token: token)
    }

    private mutating func refused(
        _ line: String, _ status: UInt, _ error: String, body: (any Encodable)? = nil, token: String? = nil
    ) async {
        let refusal = caller.decode(Refusal.self, await caller.send(line, status, body: body, token: token))
        if let refusal, refusal.error != error { caller.findings.fail("\(line): \(refusal.error), not \(error)") }
    }
}
