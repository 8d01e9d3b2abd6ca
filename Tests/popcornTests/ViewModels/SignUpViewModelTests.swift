import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Testing

@testable import popcorn

/// Swift Testing with the trait: in each test, `Container.shared` is a copy of the app with its edges replaced.
@MainActor
@Suite(
    .container(copying: TestApp.bootstrapped) {
        $0.replace((any NetworkManager).self, with: MockNetwork(["POST /sign-up": [try .success(Account.sample("ada"), status: 201)]]))
        $0.replace((any KeychainManager).self, with: MemoryKeychain())
    }, .dependency(\.date, .constant(.newYear)))
struct SignUpViewModelTests {
    private let coordinator = Container.shared.resolve(AppCoordinator.self)
    private let keychain = Container.shared.resolve((any KeychainManager).self)

    @Test func `the name of an unfinished sign-up is suggested again`() async throws {
        await coordinator.signUp().choose(name: "ada")

        let again = coordinator.signUp()
        await again.appear()
        #expect(again.suggestion?.rawValue == "ada")
    }

    @Test func `the second screen makes the account of the name that the first one chose`() async throws {
        let first = coordinator.signUp()
        await first.choose(name: "ada")

        let second = coordinator.signUp(as: try #require(try first.phase.value))
        await second.finish(password: .good)

        #expect(try second.phase.value == .sample("ada"))
        #expect(try await keychain.data(for: .signUpDraft) == nil, "a finished sign-up leaves no draft")
        @Shared(.knownAccounts) var accounts
        #expect(accounts == [KnownAccount(name: "ada", since: .newYear)])
    }

    @Test(.container { $0.replace((any NetworkManager).self, with: MockNetwork()) })
    func `a short password does not get as far as the network`() async throws {
        let second = coordinator.signUp(as: try AccountName("ada"))

        await second.finish(password: Password(rawValue: "1234567"))

        let problem = #expect(throws: Problem.self) { try second.phase.value }
        #expect(
            problem?.description == """
                The password is too short.
                  where: the password of "ada"
                  fix:   choose one of at least 8 characters.
                """)
        let network = try #require(Container.shared.resolve((any NetworkManager).self) as? MockNetwork)
        #expect(await network.sent.isEmpty)
    }

    @Test(
        .container { $0.replace((any NetworkManager).self, with: MockNetwork()) },
        arguments: ["two tickets\0", "\(String(repeating: "é", count: 129))"])
    func `a password that no hash can take does not get as far as the network`(password: String) async throws {
        let second = coordinator.signUp(as: try AccountName("ada"))

        await second.finish(password: Password(rawValue: password))

        let problem = #expect(throws: Problem.self) { try second.phase.value }
        #expect(
            problem?.description == """
                A password has at most 256 bytes of UTF-8, and no NUL character.
                  where: the password of "ada"
                  fix:   choose a shorter password, or one without that character.
                """)
    }

    @Test(
        .container {
            let refusal = try Reply.refusal(409, .nameTaken, "The name \"ada\" is taken.")
            $0.replace((any NetworkManager).self, with: MockNetwork(["POST /sign-up": [refusal]]))
        })
    func `a taken name is told on the second screen`() async throws {
        let second = coordinator.signUp(as: try AccountName("ada"))

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
