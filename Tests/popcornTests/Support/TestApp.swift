import Depot
import Foundation

@testable import popcorn

/// The whole app with only its edges mocked: a container of its own for each test.
struct TestApp {
    let container: Container
    let network: MockNetwork
    let keychain = MemoryKeychain()

    /// The app as the bootstrap makes it.
    ///
    /// Nothing is built in it; each test copies it.
    static let bootstrapped: Container = {
        let container = Container()
        Bootstrap.assemble(container, for: Configuration(home: URL(filePath: "/nowhere")))
        return container
    }()

    init(_ answers: [String: [Reply]] = [:]) {
        network = MockNetwork(answers)
        container = Self.bootstrapped.copy()
        container.replace((any NetworkManager).self, with: network)
        container.replace((any KeychainManager).self, with: keychain)
    }

    /// The login that the keychain holds.
    var session: Session? {
        get async throws { try await keychain.value(for: .session) }
    }
}
