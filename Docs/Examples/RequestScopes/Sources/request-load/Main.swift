import ArgumentParser
import AsyncHTTPClient
import Foundation

/// Puts a running server under load and checks what it promises; fails if anything is off.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request-load", abstract: "Puts RequestScopes --rehearsal under load, and checks every answer.")

    @Option(help: "The server's address.")
    var server: String
    @Option(help: "The server's database.")
    var database: String
    @Option(help: "The server's log, in a file, down to level info or below; it is looked at after the load.")
    var log: String?
    @Option(help: "How long.")
    var seconds = 5
    @Option(help: "How many requests at a time.")
    var connections = 32
    @Option(help: "How many clients that send slowly, or never to the end.")
    var slow = 16
    @Option(help: "How many accounts; the connections are shared out among them.")
    var users = 8

    func run() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections * 5 + 8
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let findings: Findings
        do {
            findings = try await check(client)
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
        for error in findings.errors { print("wrong: \(error)") }
        if findings.errorCount > 0 { throw ExitCode.failure }
    }

    private func check(_ client: HTTPClient) async throws -> Findings {
        let checks = try Checks(client: client, server: server, database: database)
        let earlier = try checks.journal()
        let before = try await checks.health()
        var findings = try await load(client)
        print(
            """
            \(findings.durations.count) requests in \(seconds) s by \(connections) connections: \
            \(findings.durations.count / max(1, seconds)) a second, \
            median \(findings.percentile(0.5)) ms, 99 % below \(findings.percentile(0.99)) ms
            """)
        try await hangUp(client, checks, &findings)

        let isQuiet = try await checks.wait(until: \.isQuiet)
        let health = try await checks.health()
        if !isQuiet { findings.fail("Something stays open: \(health)") }
        if health.transactionsCreated != health.transactionsEnded { findings.fail("Transactions were not disposed: \(health)") }
        if health.sessionsCreated != health.sessionsEnded { findings.fail("Sessions were not disposed: \(health)") }
        let opened = health.sessionScopesOpened - before.sessionScopesOpened
        if opened != findings.logins.count { findings.fail("\(opened) session scopes were opened for \(findings.logins.count) logins.") }
        if health.sessionScopesOpened != health.sessionScopesClosed { findings.fail("Session scopes were not closed: \(health)") }
        let uncertain = findings.uncertain
        let journal = try checks.journal().filter { earlier[$0.key] == nil && !uncertain.contains($0.value) }
        if journal != findings.committed {
            findings.fail("The journal has \(journal.count) transactions, the answers \(findings.committed.count), or not the same.")
        }
        let ghosts = try checks.ghosts()
        if ghosts != 0 { findings.fail("\(ghosts) writes were not rolled back.") }
        if let log { try check(log: log, &findings) }
        print(
            """
            \(findings.transactions.count) transactions, each its request's own; \(findings.committed.count) committed, as the journal says; \
            \(findings.logins.count) logins, \(findings.logOuts) log-outs, \(opened) session scopes opened; \
            \(findings.hungUp) requests hung up on; \(findings.slow) sent slowly or never to the end; \(findings.errorCount) errors; \
            scopes open at the end: \(health.requestScopes + health.sessionScopes), transactions: \(health.writing)
            """)
        return findings
    }

    private func check(log: String, _ findings: inout Findings) throws {
        var check = LogCheck(findings.traces)
        check.check(try String(contentsOfFile: log, encoding: .utf8))
        let answered = findings.traces.values.count { $0.answer != nil }
        print("looked at \(check.count) lines that were logged for requests, and at the traces of \(answered) answers")
        findings.add(check.findings)
    }

    /// All workers at once, the slow clients, and one that keeps hanging up.
    private func load(_ client: HTTPClient) async throws -> Findings {
        let run = UUID().uuidString.prefix(8).lowercased()
        let accounts = (0..<users).map { Credentials(name: "load-\(run)-\($0)", password: "correct horse \($0)") }
        var setUp = Caller(client: client, server: server, name: "\(run)-set-up")
        for account in accounts { _ = await setUp.send("POST /sign-up", 201, commits: true, body: account) }

        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        return await withTaskGroup(of: Findings.self) { group in
            for number in 0..<connections {
                group.addTask { [server] in
                    let caller = Caller(client: client, server: server, name: "\(run)-\(number)")
                    var worker = Worker(caller, as: accounts[number % accounts.count])
                    return await worker.run(until: deadline)
                }
            }
            for _ in 0..<slow {
                group.addTask { [server] in
                    do {
                        var client = try SlowClient(server: server)
                        return await client.run(until: deadline)
                    } catch {
                        var findings = Findings()
                        findings.fail("\(error)")
                        return findings
                    }
                }
            }
            group.addTask { [server] in
                var caller = Caller(client: client, server: server, name: "\(run)-gone")
                while .now < deadline {
                    await caller.hangUp("POST /rehearsal/hold") { try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<15))) }
                    try? await Task.sleep(for: .milliseconds(250))
                }
                return caller.findings
            }
            var findings = setUp.findings
            for await more in group { findings.add(more) }
            return findings
        }
    }

    /// Hangs up on a request that has certainly written.
    private func hangUp(_ client: HTTPClient, _ checks: Checks, _ findings: inout Findings) async throws {
        _ = try await checks.wait { $0.writing == 0 }
        let before = try await checks.health()
        var caller = Caller(client: client, server: server, name: "\(UUID().uuidString.prefix(8).lowercased())-certainly-gone")
        await caller.hangUp("POST /rehearsal/hold") { _ = try? await checks.wait { $0.writing == 1 } }
        findings.add(caller.findings)
        let isRolledBack = try await checks.wait { $0.rolledBack == before.rolledBack + 1 && $0.requestScopes == 0 }
        if !isRolledBack { findings.fail("A request that was hung up on was not rolled back: \(try await checks.health())") }
    }
}
