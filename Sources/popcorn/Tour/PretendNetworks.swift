import DepotValues
import Foundation

/// A network that is down.
struct OfflineNetwork: NetworkManager {
    let place = "a network that is down"

    func send(_ request: Request) async throws(Problem) -> Reply {
        throw Problem(.unreachable, "There is no network.", at: "\(request), \(place)", fix: "plug it in again.")
    }
}

/// A network that lets everyone in, whatever the password.
struct WelcomingNetwork: NetworkManager {
    let place = "a network that lets everyone in"

    func send(_ request: Request) async throws(Problem) -> Reply {
        @Dependency(\.uuid) var uuid
        let session = Session(
            id: uuid(), account: "anyone", accessToken: "a", accessExpires: .distantFuture, refreshToken: "r",
            refreshExpires: .distantFuture)
        do {
            return try Reply(status: 200, session)
        } catch {
            throw Problem(.badAnswer, "\(error)", at: place, fix: "none")
        }
    }
}
