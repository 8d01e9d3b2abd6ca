import Depot
import Logging
import Metrics
import Synchronization
import Tracing

/// Tells a container's events to swift-log, swift-metrics and swift-distributed-tracing.
///
/// An observer is called on the thread where the event happens and without a lock held, so what it does is part of the resolve. This one
/// does little for each event. Of `resolved`, which every resolve tells, it takes only what a factory waited for.
final class Telemetry: Sendable {
    private let log: EventLog
    private let metrics: EventMetrics
    private let spans: BuildSpans
    private let trees = Mutex(BuildTrees())

    /// - Parameters:
    ///   - logger: What takes the lines.
    ///   - metrics: What makes the counters and timers.
    ///   - tracer: What takes the spans.
    ///   - slow: From when on a build is logged as slow: the time of its own factory.
    init(logger: Logger, metrics: any MetricsFactory, tracer: any Tracer, slow: Duration) {
        log = EventLog(logger: logger, slow: slow)
        self.metrics = EventMetrics(factory: metrics)
        spans = BuildSpans(tracer: tracer)
    }

    /// Begins to observe.
    ///
    /// - Parameter container: The container; its children and overrides are observed as well.
    /// - Returns: What ends the observation, at the latest when it is released.
    func observe(_ container: Container) -> Container.Observation {
        container.observe { event in self.take(event) }
    }

    private func take(_ event: ContainerEvent) {
        switch event {
        case .created(let service, let asker, let duration):
            let end = DefaultTracerClock.now.nanosecondsSinceEpoch
            let build = trees.withLock { $0.add(service, for: asker, duration, end: end) }
            log.take(build)
            metrics.take(build)
            if asker == nil { spans.take(build) }
        case .resolved(_, let asker?, let duration) where duration >= .microseconds(100):
            trees.withLock { $0.wait(asker, duration) }
        case .failed(let error):
            trees.withLock { $0.forget(Set(error.diagnosis.path.map(\.name))) }
            fallthrough
        default:
            log.take(event)
            metrics.take(event)
        }
    }
}
