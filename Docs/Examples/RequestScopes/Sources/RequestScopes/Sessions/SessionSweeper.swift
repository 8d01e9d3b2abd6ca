import DepotValues
import ServiceLifecycle

/// Closes the sessions that have expired, once a minute, for as long as the server runs.
struct SessionSweeper: Service {
    let sessions: SessionScopes
    @Dependency(\.continuousClock) private var clock

    init(sessions: SessionScopes) {
        self.sessions = sessions
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await clock.sleep(for: .seconds(60))) != nil { await sessions.closeExpired() }
        }
    }
}
