import Foundation

/// Looks at every line that the server logged for a request: whether it carries that request's trace, and no other's.
struct LogCheck {
    /// What was sent, by the request's id.
    private let traces: [String: Trace]
    /// What the first line of each request said.
    private var spans: [String: Span] = [:]
    private var requests: [Span: String] = [:]
    /// The requests whose last line was there.
    private var ended: Set<String> = []
    /// How many lines were looked at.
    private(set) var count = 0
    var findings = Findings()

    private struct Span: Hashable {
        let trace: String
        let span: String
    }

    init(_ traces: [String: Trace]) {
        self.traces = traces
    }

    /// Looks at a whole log; what has no line end yet is still being written.
    mutating func check(_ log: String) {
        for text in log.components(separatedBy: "\n").dropLast() { check(line: text) }
        let missing = traces.filter { $0.value.answer != nil && !ended.contains($0.key) }
        for request in missing.keys { findings.fail("The log has no last line of \(request), which was answered.") }
    }

    private mutating func check(line text: String) {
        guard let line = LogLine(text) else { return findings.fail("The log has what is no line of it: \(text)") }
        guard line.isOfRequest else { return }
        count += 1
        guard let request = line.metadata["request"], let trace = line.metadata["trace_id"], let span = line.metadata["span_id"] else {
            return findings.fail("A line of a request does not say which, in which trace and span: \(text)")
        }
        let place = Span(trace: trace, span: span)
        if spans.updateValue(place, forKey: request) ?? place != place { findings.fail("\(request) has another span's line: \(text)") }
        if requests.updateValue(request, forKey: place) ?? request != request { findings.fail("A span has two requests' lines: \(text)") }
        guard let sent = traces[request] else { return }
        if trace != sent.id { findings.fail("\(request) is in the trace \(sent.id), and its line in another: \(text)") }
        guard let answer = sent.answer else { return }
        if span != answer.span { findings.fail("\(request) was answered by the span \(answer.span), and has another's line: \(text)") }
        guard line.message == answer.lastLine else { return }
        if !ended.insert(request).inserted { findings.fail("\(request) ends twice: \(text)") }
        if line.metadata["transaction"] != answer.transaction || line.metadata["parent_id"] != sent.parent {
            findings.fail("\(request) ends with another's transaction or parent: \(text)")
        }
    }
}
