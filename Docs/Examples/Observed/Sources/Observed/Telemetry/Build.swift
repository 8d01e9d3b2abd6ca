import Depot

/// A factory that ran, with those that ran for it.
struct Build: Sendable, Equatable {
    let service: ContainerEvent.Service
    /// How long the factory ran, with what it needed.
    let duration: Duration
    /// How long it waited for what it needed.
    let waited: Duration
    /// When it was done.
    let end: UInt64
    let children: [Build]

    /// The time of the factory itself.
    ///
    /// Zero where it waited for several at the same time.
    var ownTime: Duration { max(.zero, duration - waited) }

    /// Whether something was built that is built only once: not what a request makes for itself.
    var isCold: Bool { ["singleton", "eager"].contains(service.lifetime) || children.contains(where: \.isCold) }
}

/// Puts builds together from events, which say for which service something was built or resolved, and come before that service's own.
///
/// A singleton is built once, so what was built for it is known. Two builds of one transient service at the same time may get what was
/// built for the other one.
struct BuildTrees {
    /// What was built for a service whose own event has not come.
    private var children: [ContainerEvent.Service: [Build]] = [:]
    /// How long such a service waited for what it resolved.
    private var waits: [ContainerEvent.Service: Duration] = [:]

    /// Notes that a service has got what it needed.
    mutating func wait(_ asker: ContainerEvent.Service, _ duration: Duration) { waits[asker, default: .zero] += duration }

    /// Adds a build.
    ///
    /// - Parameters:
    ///   - service: What was built.
    ///   - asker: The service that it was built for; nil for the app's own code.
    ///   - duration: How long the factory ran.
    ///   - end: When it was done, in nanoseconds.
    /// - Returns: The build, with all that was built for it.
    mutating func add(_ service: ContainerEvent.Service, for asker: ContainerEvent.Service?, _ duration: Duration, end: UInt64) -> Build {
        let waited = waits.removeValue(forKey: service) ?? .zero
        let build = Build(
            service: service, duration: duration, waited: waited, end: end, children: children.removeValue(forKey: service) ?? [])
        if let asker { children[asker, default: []].append(build) }
        return build
    }

    /// Forgets what was noted for services on the path of a failure: their own events do not come.
    mutating func forget(_ names: Set<String>) {
        children = children.filter { !names.contains($0.key.name) }
        waits = waits.filter { !names.contains($0.key.name) }
    }
}
