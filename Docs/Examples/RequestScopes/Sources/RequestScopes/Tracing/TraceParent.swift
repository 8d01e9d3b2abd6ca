/// The header `traceparent` of [W3C Trace Context](https://www.w3.org/TR/trace-context/): a trace, and the sender's span in it.
///
/// This is version 00: `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
struct TraceParent: Hashable, Sendable {
    let trace: TraceID
    /// The sender's span.
    let span: SpanID
    /// Whether the sender may have recorded its span.
    let isSampled: Bool
}

extension TraceParent {
    /// Reads the header.
    ///
    /// Of a later version it takes what version 00 has, as the specification says. The value is nil where anything is malformed, an id is
    /// all zeros, or the version is ff; two headers in one, joined by a comma, are malformed as well.
    init?(header: String) {
        let parts = header.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 4, let version = UInt8(hexadecimal: parts[0]), version != 0xff, parts.count == 4 || version > 0,
            let trace = TraceID(parts[1]), let span = SpanID(parts[2]), let flags = UInt8(hexadecimal: parts[3])
        else { return nil }
        // The other bits say nothing that is passed on.
        self.init(trace: trace, span: span, isSampled: flags & 1 == 1)
    }

    /// The header's value.
    var header: String { "00-\(trace)-\(span)-\(isSampled ? "01" : "00")" }
}
