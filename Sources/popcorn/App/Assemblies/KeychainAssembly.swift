import Depot
import Foundation

/// Where secrets are kept.
struct KeychainAssembly: Assembly {
    let file: URL

    func assemble(_ container: Container) {
        container.register((any KeychainManager).self, .singleton, in: .repository, using: { FileKeychain(file: file) })
    }
}
