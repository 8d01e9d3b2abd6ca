import Testing

@testable import request_load

/// What the load client finds in a log.
@Suite struct LogCheckTests {
    private static let trace = Trace()
    private static let span = "00f067aa0ba902b7"

    /// A line of the request "r-1", in its own trace and span where nothing else is said.
    private static func line(
        request: String? = "r-1", trace id: String? = trace.id, span: String? = span, source: String = "RequestScopes",
        _ message: String = "GET /me 200", transaction: String = "t-1"
    ) -> String {
        let metadata = [
            id.map { "parent_id=\(trace.parent) trace_id=\($0)" }, request.map { "request=\($0)" }, span.map { "span_id=\($0)" },
            "transaction=\(transaction)",
        ]
        return "2026-01-01T00:00:00+0000 info RequestScopes: \(metadata.compactMap(\.self).joined(separator: " ")) [\(source)] \(message)\n"
    }

    private static func check(_ log: String) -> LogCheck {
        var sent = trace
        sent.answer = Trace.Answer(span: span, transaction: "t-1", lastLine: "GET /me 200")
        var check = LogCheck(["r-1": sent, "r-2": Trace()])
        check.check(log)
        return check
    }

    @Test func `a log in which all is right`() {
        let other = Self.line(request: "r-9", trace: Trace().id, span: "00f067aa0ba902b8", "GET /me 401")
        let ofNobody = "2026-01-01T00:00:00+0000 info RequestScopes: [HummingbirdCore] Server started\n"
        let check = Self.check(ofNobody + Self.line("begins to write") + other + Self.line() + "2026-01-01T00:")
        #expect(check.findings.errors == [])
        #expect(check.count == 3)
    }

    private static let faults: [(log: [String], finding: String)] = [
        ([], "no last line of r-1"),
        ([line("GET /me 500")], "no last line of r-1"),
        ([line(), line()], "r-1 ends twice"),
        ([line(trace: nil), line()], "does not say"),
        ([line(span: nil), line()], "does not say"),
        ([line(request: nil), line()], "does not say"),
        ([line(trace: nil, source: "Hummingbird", "Decode Error"), line()], "does not say"),
        ([line(trace: String(repeating: "1", count: 32), "begins to write"), line()], "is in the trace"),
        ([line(span: "1111111111111111", "begins to write"), line()], "another's"),
        ([line(request: "r-9", "begins to write"), line()], "two requests"),
        ([line(request: "r-2", span: "1111111111111111"), line()], "r-2 is in the trace"),
        ([line(transaction: "t-2")], "another's transaction"),
        (["Fatal error: it crashed\n", line()], "no line of it"),
    ]

    @Test(arguments: faults)
    func `what is wrong is found`(log: [String], finding: String) {
        let errors = Self.check(log.joined()).findings.errors
        #expect(errors.contains { $0.contains(finding) }, "\(errors)")
    }

    @Test func `an answer is of its request's trace, with a span of the server's own`() {
        let trace = Self.trace
        #expect(trace.span(in: "00-\(trace.id)-\(Self.span)-01") == Self.span)
        #expect(trace.span(in: nil) == nil)
        #expect(trace.span(in: "") == nil)
        #expect(trace.span(in: Trace().header) == nil)
        #expect(trace.span(in: trace.header) == nil)
        #expect(trace.span(in: "00-\(trace.id)-0000000000000000-01") == nil)
        #expect(trace.span(in: "00-\(trace.id)-\(Self.span)-01, 00-\(trace.id)-\(Self.span)-01") == nil)
        #expect(trace.span(in: "00-\(trace.id)-\(Self.span.uppercased())-01") == nil)
    }
}
