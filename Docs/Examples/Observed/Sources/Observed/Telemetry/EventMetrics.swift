import Depot
import Metrics
import Synchronization

/// Counts and times what a container does.
///
/// | name | what | dimensions |
/// |---|---|---|
/// | `depot.build.duration` | timer: the time of each factory by itself; a backend counts the builds with it | `service`, `lifetime` |
/// | `depot.resolution.failures` | counter | `kind`, the case of `ResolutionError` |
/// | `depot.scopes.open` | meter: the scopes that are open | `kind` |
/// | `depot.scope.duration` | timer: how long each scope was open; a backend counts the scopes with it | `kind` |
/// | `depot.disposal.failures` | counter | `type` |
///
/// The values of a dimension are types, lifetimes and kinds of scopes, so there are as many as the program has. Ids of scopes and values of
/// arguments are none: there is no end of them. A service's registration may have a name that is made at run time, so after `limit` services
/// the dimension is `other`.
final class EventMetrics: Sendable {
    private let factory: any MetricsFactory
    private let limit: Int
    private let handlers = Mutex(Handlers())

    /// Kept, because making one is a look-up in the backend.
    private struct Handlers {
        var builds: [ContainerEvent.Service: Timer] = [:]
        var open: [ScopeKind: Meter] = [:]
        var durations: [ScopeKind: Timer] = [:]
    }

    init(factory: any MetricsFactory, limit: Int = 500) {
        self.factory = factory
        self.limit = limit
    }

    func take(_ build: Build) {
        let timer = handlers.withLock { handlers in
            if let timer = handlers.builds[build.service] { return timer }
            let isNamed = handlers.builds.count < limit
            let dimensions = [("service", isNamed ? build.service.name : "other"), ("lifetime", build.service.lifetime)]
            let timer = Timer(label: "depot.build.duration", dimensions: dimensions, factory: factory)
            if isNamed { handlers.builds[build.service] = timer }
            return timer
        }
        timer.recordNanoseconds(build.ownTime.nanoseconds)
    }

    func take(_ event: ContainerEvent) {
        switch event {
        case .failed(let error):
            Counter(label: "depot.resolution.failures", dimensions: [("kind", error.kind)], factory: factory).increment()
        case .disposalFailed(let failure):
            Counter(label: "depot.disposal.failures", dimensions: [("type", failure.type)], factory: factory).increment()
        case .scopeOpened(let scope): open(scope.kind).increment()
        case .scopeClosed(let scope, let time, _, _):
            open(scope.kind).decrement()
            duration(scope.kind).recordNanoseconds(time.nanoseconds)
        default: break
        }
    }

    private func open(_ kind: ScopeKind) -> Meter {
        handlers.withLock { handlers in
            if let meter = handlers.open[kind] { return meter }
            let meter = Meter(label: "depot.scopes.open", dimensions: [("kind", kind.name)], factory: factory)
            handlers.open[kind] = meter
            return meter
        }
    }

    private func duration(_ kind: ScopeKind) -> Timer {
        handlers.withLock { handlers in
            if let timer = handlers.durations[kind] { return timer }
            let timer = Timer(label: "depot.scope.duration", dimensions: [("kind", kind.name)], factory: factory)
            handlers.durations[kind] = timer
            return timer
        }
    }
}
