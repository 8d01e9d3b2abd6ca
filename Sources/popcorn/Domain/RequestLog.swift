import DepotSharing
import Foundation

/// Shows the requests of an app that is verbose.
enum RequestLog {
    /// Says on standard error what was asked and which status came back; never a token or a body.
    static func show(_ request: Request, _ reply: Reply, _ place: String) {
        @Shared(.isVerbose) var isVerbose
        guard isVerbose else { return }
        FileHandle.standardError.write(Data("popcorn: \(request) → \(reply.status), \(place)\n".utf8))
    }
}
