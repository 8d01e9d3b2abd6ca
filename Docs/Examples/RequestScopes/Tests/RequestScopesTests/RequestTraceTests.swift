import Depot
import DepotTesting
import DepotValues
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import RequestScopes

/// Which trace a request, its answer and its lines in the log are in.
@Suite(.serverValues) struct RequestTraceTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let header = "00-\(trace)-00f067aa0ba902b7-00"

    @Test(arguments: ["/me", "/elsewhere", "/rehearsal/fail"], [HTTPRequest.Method.get, .post])
    func `an answer, also a no, has the trace of its request, and the server's span in it`(
        path: String, method: HTTPRequest.Method
    ) async throws {
        try await withClient { _, client in
            var spans: Set<SpanID> = []
            for _ in 0..<2 {
                let answer = try await client.send(method, path, trace: Self.header)
                let own = try #require(answer.trace)
                #expect("\(own.trace)" == Self.trace)
                #expect("\(own.span)" != "00f067aa0ba902b7")
                #expect(!own.isSampled)
                spans.insert(own.span)
            }
            #expect(spans.count == 2)
        }
    }

    @Test(arguments: [
        nil, "", "nonsense", "00-\(trace)-00f067aa0ba902b7", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-\(trace)-0000000000000000-01", "ff-\(trace)-00f067aa0ba902b7-01", "00-\(trace.uppercased())-00f067aa0ba902b7-01",
    ])
    func `a request without a good traceparent gets a trace of its own`(header: String?) async throws {
        let log = RecordedLog()
        try await withClient(log: log) { _, client in
            var traces: Set<TraceID> = []
            for number in 0..<2 {
                let answer = try await client.send(.get, "/me", id: "r-\(number)", trace: header)
                let own = try #require(answer.trace)
                #expect("\(own.trace)" != Self.trace)
                traces.insert(own.trace)
                let last = try #require(log.lines.last { $0.metadata["request"] == "r-\(number)" })
                #expect(last.metadata["trace_id"] == "\(own.trace)")
                #expect(last.metadata["parent_id"] == nil)
            }
            #expect(traces.count == 2)
        }
    }

    @Test func `two headers are no good one`() async throws {
        try await withClient(.live) { _, client in
            let raw = try await RawClient.connected(to: #require(client.port))
            let header = "traceparent: \(Self.header)\r\n"
            try await raw.send("GET /me HTTP/1.1\r\nHost: a\r\n\(header)\(header)Connection: close\r\n\r\n")
            await eventually { raw.isClosed }
            #expect(raw.text.contains("\r\ntraceparent: 00-"))
            #expect(!raw.text.contains(Self.trace))
        }
    }

    @Test func `all that is logged for a request carries its trace, its span and its login`() async throws {
        let log = RecordedLog()
        try await withClient(log: log) { _, client in
            let session = try await client.logIn(as: "ada")
            let seen = log.lines.count
            let failed = try await client.send(
                .post, "/rehearsal/fail", token: session.accessToken, id: "r-1", trace: Self.header, agent: "popcorn/1 (test)")
            let out = try await client.send(.post, "/log-out", token: session.accessToken, id: "r-2", trace: Self.header)
            let lines = log.lines.dropFirst(seen).filter { $0.source == "RequestScopes" }
            #expect(
                lines.map(\.message) == [
                    "begins to write", "is rolled back", "POST /rehearsal/fail failed: Rehearsed()", "POST /rehearsal/fail 500",
                    "begins to write", "is committed", "POST /log-out 200",
                ])
            for (line, answer) in zip(lines, Array(repeating: failed, count: 4) + Array(repeating: out, count: 3)) {
                #expect(line.metadata["request"] == answer.headers[.requestID])
                #expect(line.metadata["trace_id"] == Self.trace)
                #expect(line.metadata["span_id"] == answer.trace.map { "\($0.span)" })
                #expect(line.metadata["login"] == session.id)
            }
            #expect(lines.compactMap(\.metadata["agent"]) == ["popcorn/1"])
            #expect(lines.last?.metadata["parent_id"] == "00f067aa0ba902b7")
        }
    }

    @Test func `what Hummingbird logs for a request carries its trace`() async throws {
        let log = RecordedLog()
        try await withClient(log: log) { _, client in
            let body = #"{"name": "ada", "password": "\#(String(repeating: "x", count: 257))"}"#
            #expect(try await client.send(.post, "/login", body, trace: Self.header).outcome == "400 unusable_password")
            let line = try #require(log.lines.first { $0.source == "Hummingbird" && $0.message.hasPrefix("Decode Error") })
            #expect(line.metadata["trace_id"] == Self.trace)
            #expect(line.metadata["hb.request.id"] != nil)
        }
    }

    @Test func `also where its scope has no logger`() async throws {
        let log = RecordedLog()
        struct Broken: Error {}
        let breakLogger = { (container: Container) in
            container.replace(Logger.self) { _ in throw Broken() }
            return ()
        }
        try await withClient(log: log, breakLogger) { _, client in
            let answer = try await client.send(.get, "/me", trace: Self.header)
            #expect(answer.outcome == "500 internal_error")
            #expect(answer.trace.map { "\($0.trace)" } == Self.trace)
            let lines = log.lines.filter { $0.source == "RequestScopes" }
            #expect(lines.count == 2)
            for line in lines { #expect(line.metadata["trace_id"] == Self.trace) }
        }
    }

    @Test func `a session that would keep the logger of one of its requests is found`() async throws {
        final class Audit: Sendable {
            init(logger: Logger) {}
        }
        try await withServer { container in
            let copy = container.copy()
            copy.register(Audit.self, .scoped(.session), using: Audit.init)
            let error = #expect(throws: ValidationError.self) { try copy.validate() }
            #expect(
                error?.problems.map(\.what) == [
                    "Audit (scoped to session) would keep Logger (scoped to request) for longer than that lives."
                ])
            await copy.close()
        }
    }

    @Test func `a request scope that is not given its request says so`() async throws {
        try await withServer { container in
            try await container.withScope(.request, id: "r-1") {
                let error = #expect(throws: ResolutionError.self) { try Container.shared.tryResolve(RequestInfo.self) }
                guard case .notProvided = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }
}

extension TestResponse {
    /// The trace and the server's span.
    var trace: TraceParent? { headers[.traceParent].flatMap(TraceParent.init(header:)) }
}
