import Depot
import DepotTesting
import DepotValues
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import RequestScopes

/// That requests at the same time are never mixed up.
@Suite(.serverValues) struct RequestIsolationTests {
    private static let count = 240

    @Test func `S1: 240 requests at once each keep their own request, trace, user and logger`() async throws {
        let log = RecordedLog()
        try await withServer(log: log) { container in
            let router = Router(context: ServerContext.self)
            router.add(middleware: try SessionScopeMiddleware(container: container))
            router.add(middleware: RequestScopeMiddleware(container: container))
            Routes.add(to: router)
            Self.addMeeting(to: router)
            try await Application(router: router, logger: log.logger).test(.router) { client in
                let users = ["nobody", "ada", "bob"]
                let tokens = try await [nil, client.logIn(as: "ada").accessToken, client.logIn(as: "bob").accessToken]
                try await withThrowingTaskGroup { group in
                    for number in 0..<Self.count {
                        group.addTask {
                            // Each fourth has no trace yet.
                            let caller = number % 4 == 3 ? nil : TraceContext(continuing: nil, .system).answer
                            let answer = try await client.send(
                                .get, "/meeting/\(number)", token: tokens[number % 3], id: "r-\(number)", trace: caller?.header,
                                agent: "agent/\(number)")
                            let own = try #require(answer.trace)
                            if let caller { #expect(own.trace == caller.trace) }
                            let expected = "r-\(number) /meeting/\(number) agent/\(number) \(own.trace) \(own.span) \(users[number % 3])"
                            #expect(String(buffer: answer.body) == expected)
                            Self.check(log, of: "r-\(number)", own, parent: caller?.span)
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
        let traces = log.lines.filter { $0.metadata["request"]?.hasPrefix("r-") == true }.compactMap { $0.metadata["trace_id"] }
        #expect(traces.count == 3 * Self.count)
        #expect(Set(traces).count == Self.count)
    }

    /// A path that answers when all requests are there, with what each knows of itself then.
    private static func addMeeting(to router: Router<ServerContext>) {
        let arrived = Tally.Count()
        router.get("meeting/:number") { _, context -> String in
            let before = try Routes.resolve(RequestInfo.self)
            try Routes.resolve(Logger.self).info("arrived")
            arrived.add(1)
            await eventually { arrived.value == count }
            _ = try await Routes.resolve(Transaction.self).read { db in try AccountRecord.fetchCount(db) }
            context.logger.info("leaves")
            let info = try Routes.resolve(RequestInfo.self)
            #expect(info.trace == before.trace)
            let words = [info.id, info.request.path, info.request.agent ?? "none", "\(info.trace.trace)", "\(info.trace.span)"]
            return (words + [info.visitor.user?.account ?? "nobody"]).joined(separator: " ")
        }
    }

    /// Looks at what was logged for one request.
    private static func check(_ log: RecordedLog, of id: String, _ own: TraceParent, parent: SpanID?) {
        let lines = log.lines.filter { $0.metadata["request"] == id }
        #expect(lines.map(\.message) == ["arrived", "leaves", "GET /meeting/\(id.dropFirst(2)) 200"])
        for line in lines {
            #expect(line.metadata["trace_id"] == "\(own.trace)")
            #expect(line.metadata["span_id"] == "\(own.span)")
        }
        #expect(lines.last?.metadata["parent_id"] == parent.map { "\($0)" })
    }
}
