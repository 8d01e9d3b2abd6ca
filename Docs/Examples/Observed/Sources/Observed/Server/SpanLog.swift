import InMemoryTracing
import Logging
import Tracing

/// Logs the spans of an in-memory tracer: this example's exporter.
///
/// A server bootstraps a tracer that sends them to a collector; nothing else changes.
enum SpanLog {
    static func write(_ tracer: InMemoryTracer, _ logger: Logger) {
        let spans = tracer.popFinishedSpans()
        let names = Dictionary(spans.map { ($0.spanID, $0.operationName) }) { first, _ in first }
        for span in spans {
            logger.info("span \(span.operationName)", metadata: ["in": "\(span.parentSpanID.map { names[$0] ?? $0 } ?? "nothing")"])
        }
    }
}
