import Depot
import Logging

/// Logs what someone has to look at: failures, disposals that failed, builds that took long.
///
/// Scopes are logged at the level `debug`.
struct EventLog: Sendable {
    let logger: Logger
    let slow: Duration

    func take(_ event: ContainerEvent) {
        switch event {
        case .failed(let error):
            let diagnosis = error.diagnosis
            logger.error(
                "resolving failed: \(diagnosis.what)",
                metadata: [
                    "kind": "\(error.kind)", "path": "\(diagnosis.path.map(\.name).joined(separator: " > "))", "fix": "\(diagnosis.fix)",
                ])
        case .disposalFailed(let failure):
            logger.error("disposing failed: \(failure.error)", metadata: ["type": "\(failure.type)"])
        case .scopeOpened, .scopeClosed: logger.debug("\(event)")
        default: break
        }
    }

    func take(_ build: Build) {
        guard build.ownTime >= slow else { return }
        logger.warning(
            "slow build: \(build.service.name)",
            metadata: [
                "milliseconds": "\(build.ownTime.milliseconds)", "lifetime": "\(build.service.lifetime)",
                "source": "\(build.service.source)",
            ])
    }
}

extension ResolutionError {
    /// The name of the case, for a metric's dimension.
    var kind: String {
        switch self {
        case .notRegistered: "notRegistered"
        case .wrongArguments: "wrongArguments"
        case .cycle: "cycle"
        case .captive: "captive"
        case .requiresAsync: "requiresAsync"
        case .requiresMainActor: "requiresMainActor"
        case .factoryFailed: "factoryFailed"
        case .closed: "closed"
        case .scopeNotOpen: "scopeNotOpen"
        case .notProvided: "notProvided"
        case .tooDeep: "tooDeep"
        }
    }
}

extension Duration {
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
    var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
