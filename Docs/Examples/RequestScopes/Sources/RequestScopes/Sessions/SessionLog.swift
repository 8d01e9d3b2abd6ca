import Depot
import Logging

/// Logs when the scope of a session is opened and closed: what it was given, how long it was open, how much it made and disposed.
///
/// What a request does is in the lines of that request, with its trace.
enum SessionLog {
    /// Begins, where the logger takes such lines: resolving takes longer while somebody observes.
    ///
    /// - Parameters:
    ///   - container: Whose sessions.
    ///   - logger: What takes the lines, at the level `debug`.
    /// - Returns: The observation, to be ended with the server; nil where there is none.
    static func begin(on container: Container, _ logger: Logger) -> Container.Observation? {
        guard logger.logLevel <= .debug else { return nil }
        return container.observe { event in
            switch event {
            case .scopeOpened(let scope) where scope.kind == .session, .scopeClosed(let scope, _, _, _) where scope.kind == .session:
                logger.debug("\(event)", source: "Sessions")
            default: break
            }
        }
    }
}
