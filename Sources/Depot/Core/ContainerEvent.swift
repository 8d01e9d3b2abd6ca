/// Something that happened in a container.
///
/// `description` is one line for a log.
public enum ContainerEvent: Sendable {
    /// Something was registered, or registered anew.
    case registered(Service)
    /// Someone got an instance, in the time from asking to getting. `by` is who asked; nil for the app's own code.
    case resolved(Service, by: Service?, duration: Duration)
    /// A factory made an instance, in the time it ran. What was handed in, and an alias, is not made.
    case created(Service, by: Service?, duration: Duration)
    /// A replacement took effect; the place is the replacement's.
    case replaced(Service)
    /// A replacement ended: it was restored, its override is over, or its container was closed.
    case restored(Service)
    /// An instance of a type was disposed.
    case disposed(type: String)
    /// A disposal went wrong; the rest went on.
    case disposalFailed(DisposalFailure)
    /// A scope was opened.
    case scopeOpened(Scope)
    /// A scope was made the current one of its kind, for the first time or again.
    case scopeEntered(Scope)
    /// A scope was closed: how long it was open, how many shared instances were made for it, and how many of all that is disposed with it.
    case scopeClosed(Scope, open: Duration, made: Int, disposed: Int)
    /// A resolve failed. Told once, where it went wrong, and not again for each who passes the failure on.
    case failed(ResolutionError)

    /// What an event says of a registration.
    public struct Service: Sendable, Hashable, CustomStringConvertible {
        /// The service as a person would write it.
        public let name: String
        /// How long an instance lives.
        public let lifetime: String
        /// The layer it was registered in.
        public let layer: Layer?
        /// Where it was registered.
        public let source: SourceLine

        @inline(never)
        init(_ registration: Registration) {
            name = registration.key.description
            lifetime = registration.writtenLifetime
            layer = registration.layer
            source = registration.source
        }

        /// The name and the place.
        public var description: String { "\(name) (\(source))" }
    }
}

extension ContainerEvent: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .registered(let service): "registered \(service) as \(service.lifetime)"
        case .resolved(let service, let asker, let duration): "resolved \(service)\(Self.asked(asker)) in \(duration.written)"
        case .created(let service, let asker, let duration): "created \(service)\(Self.asked(asker)) in \(duration.written)"
        case .replaced(let service): "replaced \(service)"
        case .restored(let service): "restored \(service)"
        case .disposed(let type): "disposed \(type)"
        case .disposalFailed(let failure): "\(failure)"
        case .scopeOpened(let scope): "opened \(scope)"
        case .scopeEntered(let scope): "entered \(scope)"
        case .scopeClosed(let scope, let time, let made, let disposed):
            "closed \(scope), after \(time.written): \(made) made, \(disposed) disposed"
        case .failed(let error): "failed: \(error)"
        }
    }

    private static func asked(_ asker: Service?) -> String { asker.map { " for \($0.name)" } ?? "" }
}
