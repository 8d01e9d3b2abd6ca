import Depot
import DepotSharing

/// Says on standard error which sessions are opened and closed, where the app is verbose.
final class SessionLog: Sendable {
    private let observation: Container.Observation?

    init(of container: Container) {
        @Shared(.settings) var settings
        // Resolving takes longer while somebody observes.
        observation = settings.isVerbose ? container.observe(SessionLog.tell) : nil
    }

    func end() { observation?.end() }

    private static func tell(_ event: ContainerEvent) {
        switch event {
        case .scopeOpened(let scope) where scope.kind == .session, .scopeClosed(let scope, _, _, _) where scope.kind == .session:
            StandardError.say("\(event)")
        default: break
        }
    }
}
