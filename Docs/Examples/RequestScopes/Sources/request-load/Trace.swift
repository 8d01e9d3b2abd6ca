/// The trace of one request, and what came back of it.
struct Trace: Sendable {
    /// The trace's id.
    let id: String
    /// The span of the client.
    let parent: String
    /// What was answered; nil for a request that was hung up on.
    var answer: Answer?

    /// What the server says of a request.
    struct Answer: Sendable {
        /// The span of the server.
        let span: String
        let transaction: String
        /// The request's last line in the server's log.
        let lastLine: String
    }

    /// A new trace.
    init() {
        id = Self.digits(UInt64.random(in: 1...UInt64.max)) + Self.digits(UInt64.random(in: 0...UInt64.max))
        parent = Self.digits(UInt64.random(in: 1...UInt64.max))
    }

    /// What is sent.
    var header: String { "00-\(id)-\(parent)-01" }

    /// The span in an answer's header; nil where that is not of this trace, or has no span of the server's own.
    func span(in header: String?) -> String? {
        guard let header, header.hasPrefix("00-\(id)-"), header.hasSuffix("-01") else { return nil }
        let span = String(header.dropFirst(36).dropLast(3))
        guard let number = UInt64(span, radix: 16), number != 0, span == Self.digits(number), span != parent else { return nil }
        return span
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
