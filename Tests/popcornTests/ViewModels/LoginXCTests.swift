import Depot
import DepotTesting
import DepotValues
import Foundation
import XCTest

@testable import popcorn

/// The XCTest way: the app's own container, with the edges replaced in `setUp` and restored in `tearDown`.
final class LoginXCTests: XCTestCase {
    private let keychain = MemoryKeychain()

    override class func setUp() {
        Bootstrap.assemble(.shared, for: Configuration(home: URL(filePath: "/nowhere")))
    }

    override func invokeTest() {
        withDependencies {
            $0.date = .constant(.newYear)
        } operation: {
            super.invokeTest()
        }
    }

    override func setUp() {
        Container.shared.replace((any NetworkManager).self, with: MockNetwork())
        Container.shared.replace((any KeychainManager).self, with: keychain)
    }

    override func tearDown() {
        Container.shared.restoreAll()
    }

    @MainActor
    func testALoginThatSucceedsIsKeptInTheKeychain() async throws {
        let network = MockNetwork(["POST /login": [try .success(Session.sample("ada"))]])
        Container.shared.replace((any NetworkManager).self, with: network)

        let screen = Container.shared.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: .good)

        XCTAssertEqual(try screen.phase.value?.account, "ada")
        let kept: Session? = try await keychain.value(for: .session)
        XCTAssertEqual(kept, .sample("ada"))
    }

    @MainActor
    func testALoginThatIsRefusedLeavesTheKeychainEmpty() async throws {
        let network = MockNetwork(["POST /login": [try .refusal(401, .wrongPassword, "The name or the password is wrong.")]])
        Container.shared.replace((any NetworkManager).self, with: network)

        let screen = Container.shared.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: .wrong)

        XCTAssertThrowsError(try screen.phase.value) { error in
            XCTAssertEqual(
                "\(error)",
                """
                The name or the password is wrong.
                  where: POST /login, a mock network
                  fix:   check the spelling and type it again, or make another account with: popcorn sign-up NAME
                """)
        }
        let kept: Session? = try await keychain.value(for: .session)
        XCTAssertNil(kept)
    }

    @MainActor
    func testTheNextTestStartsWithTheNetworkOfSetUp() async {
        let screen = Container.shared.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: .good)
        XCTAssertThrowsError(try screen.phase.value) { error in
            XCTAssertEqual((error as? Problem)?.what, "The mock has no answer.")
        }
    }

    func testRestoringBringsBackTheVeryRepository() {
        let mocked = Container.shared.resolve((any LoginRepository).self)
        Container.shared.restoreAll()
        let real = Container.shared.resolve((any LoginRepository).self)
        XCTAssertFalse(mocked === real)

        Container.shared.replace((any NetworkManager).self, with: MockNetwork())
        XCTAssertFalse(Container.shared.resolve((any LoginRepository).self) === real)
        Container.shared.restoreAll()
        XCTAssertTrue(Container.shared.resolve((any LoginRepository).self) === real)
    }
}
