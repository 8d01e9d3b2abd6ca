import Depot
import Foundation

/// The network of an app that brings its own backend.
struct EmbeddedNetworkAssembly: Assembly {
    let directory: URL
    var dependencies: [any Assembly] { [RequestAssembly()] }

    func assemble(_ container: Container) {
        container.register(
            Backend.self, .singleton, in: .repository,
            using: { (hasher: any PasswordHasher) in Backend(directory: directory, hasher: hasher) })
        container.register(
            (any NetworkManager).self, .singleton, in: .repository,
            using: { (backend: Backend, log: Provider<RequestLog>) in LoggedNetwork(EmbeddedNetwork(backend: backend)) { log() } })
    }
}
