import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Testing

@testable import popcorn

@MainActor
@Suite(.dependency(\.date, .constant(.newYear)))
struct SocialLoginViewModelTests {
    @Test func `the coordinator makes the screen of the provider that was chosen`() {
        let coordinator = TestApp().container.resolve(AppCoordinator.self)
        #expect(coordinator.socialLogin(with: .reelID).provider == .reelID)
    }

    @Test func `the first login keeps the provider's ticket, and the second shows the same one`() async throws {
        let app = TestApp(["POST /social-login": [try .success(Session.sample("ada@cinepass"))]])
        let key = KeychainKey.ticket(.cinepass, try AccountName("ada"))
        let screen = app.container.resolve(AppCoordinator.self).socialLogin(with: .cinepass)

        await screen.logIn(name: "ada")
        let first: Password? = try await app.keychain.value(for: key)
        await screen.logIn(name: "ada")
        let second: Password? = try await app.keychain.value(for: key)

        #expect(try screen.phase.value?.account == "ada@cinepass")
        #expect(first?.rawValue.count == 64)
        #expect(first == second)
    }

    @Test func `a login that is refused keeps no ticket`() async throws {
        let app = TestApp(["POST /social-login": [try .refusal(401, .wrongTicket, "cinepass does not recognise you as \"ada\".")]])
        let screen = app.container.resolve(AppCoordinator.self).socialLogin(with: .cinepass)

        await screen.logIn(name: "ada")

        #expect(throws: Problem.self) { try screen.phase.value }
        #expect(await app.keychain.entries.isEmpty)
        @Shared(.knownAccounts) var accounts
        #expect(accounts.isEmpty)
    }
}
