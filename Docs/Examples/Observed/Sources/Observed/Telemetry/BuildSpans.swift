import Depot
import Tracing

/// Makes spans of cold builds, each inside that of the service it was built for.
///
/// An event says how long a build took when it is over. So the spans are made then, with the times they had. The outermost is a child of the
/// span that was current when the service was resolved, that of a request for instance. What requests make for themselves has no spans.
struct BuildSpans: Sendable {
    let tracer: any Tracer

    func take(_ build: Build) {
        if build.isCold { emit(build, in: .current ?? .topLevel) }
    }

    private func emit(_ build: Build, in context: InstrumentationContext) {
        let start = build.end - min(build.end, UInt64(build.duration.nanoseconds))
        let span = tracer.startSpan(
            "build \(build.service.name)", context: context, at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: start))
        span.attributes["depot.lifetime"] = build.service.lifetime
        span.attributes["depot.source"] = "\(build.service.source)"
        if let layer = build.service.layer { span.attributes["depot.layer"] = layer.name }
        for child in build.children { emit(child, in: span.context) }
        span.end(at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: build.end))
    }
}
