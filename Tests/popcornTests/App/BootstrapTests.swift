import Depot
import DepotTesting
import Foundation
import Testing

@testable import popcorn

@MainActor
struct BootstrapTests {
    @Test(arguments: [nil, URL(string: "https://popcorn.example")])
    func `the bootstrap makes an app that resolves, whoever answers`(server: URL?) throws {
        let container = Container()
        Bootstrap.assemble(container, for: Configuration(home: URL(filePath: "/nowhere"), server: server))

        let coordinator = try container.tryResolve(AppCoordinator.self)
        _ = coordinator.login()
        _ = coordinator.socialLogin(with: .cinepass)
        _ = coordinator.signUp()
        _ = coordinator.signUp(as: try AccountName("ada"))
        _ = try container.tryResolve((any TokenUseCase).self)
        _ = try container.tryResolve((any PasswordSource).self)
        _ = try container.tryResolve((any Opener).self)
        #expect(container.graph.nodes.count == (server == nil ? 23 : 22))
        expectValid(container)
    }

    @Test func `the configuration chooses the network`() throws {
        func network(server: URL?) -> any NetworkManager {
            let container = Container()
            Bootstrap.assemble(container, for: Configuration(home: URL(filePath: "/nowhere"), server: server))
            return container.resolve()
        }
        #expect(network(server: nil).place == "the embedded backend in /nowhere/backend")
        #expect(network(server: URL(string: "http://127.0.0.1:8080")).place == "the server at http://127.0.0.1:8080")
    }

    @Test func `repositories are shared, use cases and screens are not`() {
        let container = TestApp().container
        #expect(container.resolve((any TokenRepository).self) === container.resolve((any TokenRepository).self))
        #expect(container.resolve(LoginViewModel.self) !== container.resolve(LoginViewModel.self))
    }
}
