import Depot
import Testing

@testable import popcorn

@MainActor
struct SignUpViewModelTests {
    @Test func `the name of an unfinished sign-up is suggested again`() async throws {
        let app = TestApp()
        let coordinator = app.container.resolve(AppCoordinator.self)
        await coordinator.signUp().choose(name: "ada")

        let again = coordinator.signUp()
        await again.appear()
        #expect(again.suggestion?.rawValue == "ada")
    }

    @Test func `the second screen makes the account of the name that the first one chose`() async throws {
        let app = TestApp(["POST /sign-up": [try .success(Account.sample("ada"), status: 201)]])
        let coordinator = app.container.resolve(AppCoordinator.self)
        let first = coordinator.signUp()
        await first.choose(name: "ada")

        let second = coordinator.signUp(as: try #require(try first.phase.value))
        await second.finish(password: .good)

        #expect(try second.phase.value == .sample("ada"))
        #expect(await app.keychain.entries.isEmpty, "a finished sign-up leaves no draft")
    }

    @Test func `a short password does not get as far as the network`() async throws {
        let app = TestApp()
        let second = app.container.resolve(AppCoordinator.self).signUp(as: try AccountName("ada"))

        await second.finish(password: Password(rawValue: "1234567"))

        let problem = #expect(throws: Problem.self) { try second.phase.value }
        #expect(
            problem?.description == """
                The password is too short.
                  where: the password of "ada"
                  fix:   choose one of at least 8 characters.
                """)
        #expect(await app.network.sent.isEmpty)
    }

    @Test func `a taken name is told on the second screen`() async throws {
        let app = TestApp(["POST /sign-up": [try .refusal(409, .nameTaken, "The name \"ada\" is taken.")]])
        let second = app.container.resolve(AppCoordinator.self).signUp(as: try AccountName("ada"))

        await second.finish(password: .good)

        let problem = #expect(throws: Problem.self) { try second.phase.value }
        #expect(
            problem?.description == """
                The name "ada" is taken.
                  where: POST /sign-up, a mock network
                  fix:   choose another name, or, if it is yours: popcorn login NAME
                """)
    }
}
