import Depot
import DepotSharing
import Foundation
import Synchronization

/// What one command, or one step of the tour, has asked of the backend.
///
/// It lives in a request's scope. The network is one for the whole app and lives longer, so it asks for the log of the scope it is called
/// in; were it to keep one, `validate()` would refuse.
final class RequestLog: Disposable, Sendable {
    private let lines = Mutex<[String]>([])

    /// The requests, with the statuses that came back.
    var requests: [String] { lines.withLock { $0 } }

    /// Notes what was asked and which status came back, never a token or a body; an app that is verbose says so on standard error.
    func note(_ request: Request, _ reply: Reply, _ place: String) {
        lines.withLock { $0.append("\(request) → \(reply.status)") }
        say("\(request) → \(reply.status), \(place)")
    }

    /// Sums up, where there is more than one request to sum up.
    func dispose() async throws {
        let count = requests.count
        if count > 1 { say("\(count) requests in all") }
    }

    private func say(_ text: String) {
        @Shared(.settings) var settings
        if settings.isVerbose { StandardError.say(text) }
    }
}
