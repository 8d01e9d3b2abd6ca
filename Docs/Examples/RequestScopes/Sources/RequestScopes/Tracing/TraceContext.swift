import DepotValues

/// Where a request stands in a trace: one for each request scope, which is given it.
struct TraceContext: Hashable, Sendable {
    let trace: TraceID
    /// What the server does for this request.
    let span: SpanID
    /// The caller's span; nil where the trace begins here.
    let parent: SpanID?
    let isSampled: Bool

    /// Goes on with the caller's trace, or begins one; the span is new in any case.
    ///
    /// - Parameters:
    ///   - header: The caller's `traceparent`; one that is not well-formed is as good as none.
    ///   - random: Makes the ids.
    init(continuing header: String?, _ random: RandomNumbers) {
        let caller = header.flatMap(TraceParent.init(header:))
        trace = caller?.trace ?? TraceID(random)
        span = SpanID(random)
        parent = caller?.span
        // A trace that begins here is in the log.
        isSampled = caller?.isSampled ?? true
    }

    /// What the response says: the trace, and the server's span in it.
    var answer: TraceParent { TraceParent(trace: trace, span: span, isSampled: isSampled) }
}
