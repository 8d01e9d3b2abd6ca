import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

@testable import popcorn

/// The Swift Testing way: each test has a copy of the app, so all of them run at once.
@MainActor
@Suite(.dependency(\.date, .constant(.newYear)))
struct LoginViewModelTests {
    @Test func `a login goes through the whole graph and is kept`() async throws {
        let app = TestApp(["POST /login": [try .success(Session.sample("ada"))]])
        let screen = app.container.resolve(LoginViewModel.self)

        await screen.logIn(name: "ada", password: .good)

        #expect(try screen.phase.value == .sample("ada"))
        #expect(try await app.session == .sample("ada"))
        #expect(await app.network.sent == ["POST /login"])
    }

    @Test func `who logged in last is offered again, in this test alone`() async throws {
        let app = TestApp(["POST /login": [try .success(Session.sample("ada"))]])
        #expect(app.container.resolve(LoginViewModel.self).suggestion == nil)

        await app.container.resolve(LoginViewModel.self).logIn(name: "ada", password: .good)
        #expect(app.container.resolve(LoginViewModel.self).suggestion == "ada")

        @Shared(.settings) var settings
        $settings.withLock { $0.name = "grace" }
        #expect(app.container.resolve(LoginViewModel.self).suggestion == "grace")
    }

    @Test func `a login is on the list of known accounts, and the one before is not logged in any more`() async throws {
        let app = TestApp(["POST /login": [try .success(Session.sample("ada")), try .success(Session.sample("grace"))]])
        for name in ["ada", "grace"] {
            await app.container.resolve(LoginViewModel.self).logIn(name: name, password: .good)
        }
        @Shared(.knownAccounts) var accounts
        #expect(
            accounts == [
                KnownAccount(name: "ada", since: .newYear), KnownAccount(name: "grace", since: .newYear, isLoggedIn: true),
            ])
    }

    @Test func `a name that cannot be one is not sent to the network`() async throws {
        let app = TestApp()
        let screen = app.container.resolve(LoginViewModel.self)

        await screen.logIn(name: "Ada Lovelace", password: .good)

        let problem = #expect(throws: Problem.self) { try screen.phase.value }
        #expect(
            problem?.description == """
                "Ada Lovelace" cannot be the name of an account.
                  where: the account's name
                  fix:   use 1 to 32 lowercase letters, digits, dots, dashes or underscores.
                """)
        #expect(await app.network.sent.isEmpty)
    }

    @Test func `a screen can try again after a failure`() async throws {
        let app = TestApp([
            "POST /login": [try .refusal(401, .wrongPassword, "The name or the password is wrong."), try .success(Session.sample())]
        ])
        let screen = app.container.resolve(LoginViewModel.self)

        await screen.logIn(name: "ada", password: .wrong)
        #expect(throws: Problem.self) { try screen.phase.value }
        await screen.logIn(name: "ada", password: .good)
        #expect(try screen.phase.value?.account == "ada")
    }

    @Test func `an override is seen by its operation only`() async throws {
        let app = TestApp(["POST /login": [try .success(Session.sample("everyone"))]])
        let inside = MockNetwork(["POST /login": [try .success(Session.sample("insider"))]])

        try await app.container.withOverrides {
            $0.replace((any NetworkManager).self, with: inside)
        } operation: { () async throws in
            let screen = Container.shared.resolve(LoginViewModel.self)
            await screen.logIn(name: "ada", password: .good)
            #expect(try screen.phase.value?.account == "insider")
        }

        let screen = app.container.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: .good)
        #expect(try screen.phase.value?.account == "everyone")
        #expect(await inside.sent == ["POST /login"])
    }

    @Test(arguments: 0..<100)
    func `a hundred apps at once do not see each other`(number: Int) async throws {
        let app = TestApp(["POST /login": [try .success(Session.sample("user-\(number)"))]])
        let screen = app.container.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: .good)
        #expect(try screen.phase.value?.account == "user-\(number)")
        #expect(try await app.session?.account == "user-\(number)")
    }
}
