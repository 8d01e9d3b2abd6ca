import Depot
import Foundation

/// The network of an app that brings its own backend.
struct EmbeddedNetworkAssembly: Assembly {
    let directory: URL

    func assemble(_ container: Container) {
        container.register(
            Backend.self, .singleton, in: .repository,
            using: { (hasher: any PasswordHasher) in Backend(directory: directory, hasher: hasher) })
        container.register((any NetworkManager).self, .singleton, in: .repository, using: EmbeddedNetwork.init)
    }
}
