import Depot
import Foundation

/// The network of an app that talks to a server.
struct ServerNetworkAssembly: Assembly {
    let server: URL
    var dependencies: [any Assembly] { [RequestAssembly()] }

    func assemble(_ container: Container) {
        container.register(
            (any NetworkManager).self, .singleton, in: .repository,
            using: { (log: Provider<RequestLog>) in LoggedNetwork(ServerNetwork(server: server)) { log() } })
    }
}
