import Depot
import DepotTesting
import Foundation
import Synchronization
import Testing
import XCTest

// The code of Docs/Depot.docc/Testing.md, compiled and run; the last test compares the two.

struct AppAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
        container.register((any KeychainManager).self, .singleton, in: .repository, using: FileKeychain.init)
        container.register((any LoginUseCase).self, .singleton, in: .useCase, using: DefaultLoginUseCase.init)
        container.register(TokenUseCase.self, .singleton, in: .useCase, using: TokenUseCase.init)
        container.register(LoginViewModel.self, in: .viewModel, using: LoginViewModel.init)
    }
}

final class LoginXCTests: XCTestCase {
    override class func setUp() {
        Container.shared.assemble { AppAssembly() }  // an assembly is applied once
    }

    override func setUp() {
        Container.shared.replace((any NetworkManager).self, with: MockNetwork())
    }

    override func tearDown() {
        Container.shared.restoreAll()
    }

    @MainActor
    func testAWrongPasswordIsTold() async {
        let screen = Container.shared.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: "wrong")
        XCTAssertEqual(screen.message, "The password is wrong.")
    }
}

final class TokenXCTests: XCTestCase {
    override class func setUp() {
        Container.shared.assemble { AppAssembly() }
    }

    func testTheTokenComesFromTheKeychain() {
        replace((any KeychainManager).self, with: MemoryKeychain("secret"))
        XCTAssertEqual(Container.shared.resolve(TokenUseCase.self).keychain.token, "secret")
    }
}

final class FreshXCTests: XCTestCase {
    private static let app = Container { AppAssembly() }

    override func invokeTest() {
        Self.app.copy().withOverrides {
            $0.replace((any NetworkManager).self, with: MockNetwork())
        } operation: {
            super.invokeTest()
        }
    }

    override func setUp() {
        Container.shared.replace((any KeychainManager).self, with: MemoryKeychain("secret"))
    }

    @MainActor
    func testAWrongPasswordIsTold() async {
        let screen = Container.shared.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: "wrong")
        XCTAssertEqual(screen.message, "The password is wrong.")
        XCTAssertEqual(Container.shared.resolve(TokenUseCase.self).keychain.token, "secret")
    }
}

/// Two methods in the same order: each finds a container without instances.
final class FreshInstancesXCTests: XCTestCase {
    private final class Session: Sendable { let isUsed = Mutex(false) }

    private static let app = Container { AppAssembly() }

    override class func setUp() { app.register(Session.self, .singleton, using: Session.init) }

    override func invokeTest() {
        Self.app.copy().withOverrides { _ in
        } operation: {
            super.invokeTest()
        }
    }

    func testOneFindsNothing() { expectUnused() }

    func testTwoFindsNothing() async {
        await Task.yield()
        expectUnused()
    }

    private func expectUnused() {
        let wasUsed = Container.shared.resolve(Session.self).isUsed.withLock { isUsed in
            defer { isUsed = true }
            return isUsed
        }
        XCTAssertFalse(wasUsed)
        XCTAssertTrue(Container.shared.resolve(Session.self).isUsed.withLock { $0 })
    }
}

enum TestApp {
    static let container = Container { AppAssembly() }
}

private struct StoreConfig: Sendable { let url: String }
private final class Store: Sendable {
    let url: String
    init(_ config: StoreConfig) async { url = config.url }
}

@MainActor
@Suite(.container(copying: TestApp.container) { $0.replace((any NetworkManager).self, with: MockNetwork()) })
struct LoginTests {
    @Test func `a wrong password is told`() async {
        let screen = Container.shared.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: "wrong")
        #expect(screen.message == "The password is wrong.")
    }

    @Test(.container { $0.replace((any NetworkManager).self, with: MockNetwork("Welcome.")) })
    func `a login is greeted`() async {
        let screen = Container.shared.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: "right")
        #expect(screen.message == "Welcome.")
    }

    @Test(arguments: ["ada", "grace"])
    func `each case has a network of its own`(name: String) async throws {
        let network = try #require(Container.shared.resolve((any NetworkManager).self) as? MockNetwork)
        await Container.shared.resolve(LoginViewModel.self).logIn(name: name, password: "wrong")
        #expect(network.sent == ["/login \(name)"])
    }
}

@Suite(.container(copying: TestApp.container))
struct PlainContainerTests {
    @Test(.container) func `A copy as it is needs no closure`() {
        let kept = Container.shared.resolve(TokenUseCase.self)
        #expect(Container.shared.resolve(TokenUseCase.self) === kept)
        #expect(TestApp.container.resolve(TokenUseCase.self) !== kept)
    }
}

@Suite struct TestingGuideTests {
    private let container = TestApp.container.copy()

    @Test func `An override is seen by its operation only`() {
        let tested = container.withOverrides {
            $0.replace((any NetworkManager).self, with: MockNetwork())
        } operation: {
            Container.shared.resolve((any LoginUseCase).self)
        }
        #expect(tested.network is MockNetwork)
        #expect(container.resolve((any LoginUseCase).self).network is URLSessionNetwork)
    }

    @Test @MainActor func `The inner of two overrides wins`() async {
        await container.withOverrides {
            $0.replace((any NetworkManager).self, with: MockNetwork("outer"))
        } operation: {
            await container.withOverrides {
                $0.replace((any NetworkManager).self, with: MockNetwork("inner"))
            } operation: {
                let screen = Container.shared.resolve(LoginViewModel.self)
                await screen.logIn(name: "ada", password: "right")
                #expect(screen.message == "inner")
            }
        }
    }

    @Test func `An operation throws what its body throws`() async throws {
        try await container.withOverrides {
            $0.replace((any NetworkManager).self, with: MockNetwork("Welcome."))
        } operation: { () async throws in
            #expect(try await container.resolve((any LoginUseCase).self).logIn(name: "ada", password: "right") == "Welcome.")
        }
    }

    @Test func `A copy has the registrations and no instances`() {
        let copy = container.copy()
        copy.replace((any NetworkManager).self, with: MockNetwork())
        #expect(copy.resolve((any LoginUseCase).self).network is MockNetwork)
        #expect(copy.resolve(TokenUseCase.self) !== container.resolve(TokenUseCase.self))
    }

    @Test func `A copy has what was replaced as if it were the registration`() {
        let replacement = container.replace((any NetworkManager).self, with: MockNetwork())
        let copy = container.copy()
        replacement.restore()
        #expect(container.resolve((any LoginUseCase).self).network is URLSessionNetwork)
        #expect(copy.resolve((any LoginUseCase).self).network is MockNetwork)
    }

    @Test func `What depends on the key is made anew, and comes back`() {
        let login = container.resolve((any LoginUseCase).self)
        let token = container.resolve(TokenUseCase.self)
        let replacement = container.replace((any NetworkManager).self, with: MockNetwork())
        #expect(container.resolve((any LoginUseCase).self).network is MockNetwork)  // made anew
        #expect(container.resolve(TokenUseCase.self) === token)  // does not use the network
        replacement.restore()
        #expect(container.resolve((any LoginUseCase).self) === login)  // the very instance
    }

    @Test func `What an object was made with stays in it, but for its handles`() {
        struct Screen: Sendable {
            let login: any LoginUseCase
            let lazy: Lazy<any NetworkManager>
            let provider: Provider<any NetworkManager>
        }
        container.register(Screen.self, using: Screen.init)
        let screen = container.resolve(Screen.self)
        #expect(screen.lazy() is URLSessionNetwork)
        container.replace((any NetworkManager).self, with: MockNetwork())
        #expect(screen.login.network is URLSessionNetwork)
        #expect(screen.lazy() is MockNetwork)
        #expect(screen.provider() is MockNetwork)
    }

    @Test func `A replacement by a factory keeps the lifetime`() {
        container.replace((any LoginUseCase).self) { r in DefaultLoginUseCase(try r.resolve()) }
        #expect(container.resolve((any LoginUseCase).self) === container.resolve((any LoginUseCase).self))
        container.register(MemoryKeychain.self) { _ in MemoryKeychain() }
        let mock = MemoryKeychain()
        container.replace(MemoryKeychain.self, with: mock)
        #expect(container.resolve(MemoryKeychain.self) === mock)
        #expect(container.resolve(MemoryKeychain.self) === mock)
    }

    @Test func `Several replacements are restored in any order`() async throws {
        let outer = container.replace((any NetworkManager).self, with: MockNetwork("outer"))
        let inner = container.replace((any NetworkManager).self, with: MockNetwork("inner"))
        #expect(outer.restore())
        #expect(try await container.resolve((any LoginUseCase).self).logIn(name: "ada", password: "right") == "inner")
        #expect(inner.restore())
        #expect(!inner.restore())
        #expect(container.resolve((any LoginUseCase).self).network is URLSessionNetwork)
    }

    @Test func `A mock that nobody used is told`() {
        container.replace((any NetworkManager).self, with: MockNetwork())
        container.replace((any KeychainManager).self, with: MemoryKeychain())
        _ = container.resolve((any LoginUseCase).self)
        #expect(container.unusedReplacements == ["any KeychainManager"])
    }

    @Test @MainActor func `A mock may be confined to the main actor`() {
        container.register((any Router).self, .singleton, onMainActor: { _ in AppRouter() })
        container.replace((any Router).self, onMainActor: { _ in FakeRouter() })
        #expect(container.resolve((any Router).self).screens == [])
    }

    @Test func `An async service is replaced`() async throws {
        container.registerAsync(Database.self, .singleton) { r in try await Database(r.resolve()) }
        container.replaceAsync(Database.self) { _ in await Database(url: "memory") }
        #expect(try await container.resolveAsync(Database.self).url == "memory")
        container.replace(Database.self, with: await Database(url: "given"))
        #expect(container.resolve(Database.self).url == "given")
    }

    @Test func `What is below an async service is replaced, and it is started again`() async throws {
        container.register(StoreConfig.self, .singleton) { _ in StoreConfig(url: "store.sqlite") }
        container.registerAsync(Store.self, .singleton, using: Store.init)  // init(_ config: StoreConfig) async
        try await container.start()
        container.replace(StoreConfig.self, with: StoreConfig(url: ":memory:"))
        try await container.start()
        #expect(container.resolve(Store.self).url == ":memory:")
    }

    @Test func `The container in effect is taken along`() async {
        let container = container
        let network = await withCheckedContinuation { continuation in
            let completion: @Sendable (any NetworkManager) -> Void = { continuation.resume(returning: $0) }
            container.withOverrides {
                $0.replace((any NetworkManager).self, with: MockNetwork())
            } operation: {
                withEscapedContext { context in
                    DispatchQueue.global().async {
                        context.yield { completion(Container.shared.resolve((any NetworkManager).self)) }
                    }
                }
            }
        }
        #expect(network is MockNetwork)
    }

    @Test func `Tasks inherit the container in effect, and detached ones do not`() async {
        let container = container
        await container.withOverrides {
            $0.register(String.self, instance: "inside")
        } operation: {
            async let child = Container.shared.resolveIfRegistered(String.self)
            let task = Task { Container.shared.resolveIfRegistered(String.self) }
            let detached = Task.detached { Container.shared.resolveIfRegistered(String.self) }
            #expect(await child == "inside")
            #expect(await task.value == "inside")
            #expect(await detached.value == nil)
        }
    }

    @Test func `What a replacement made is disposed when it is restored`() async {
        let log = DisposalLog()
        container.register(Cache.self, .singleton) { _ in Cache("real", log) }
        let cached = container.replace(Cache.self) { _ in Cache("mock", log) }
        _ = container.resolve(Cache.self)
        cached.restore()
        await container.settled()
        #expect(log.lines == ["mock"])
        container.replace(Cache.self, with: Cache("given", log))
        container.restoreAll()
        await container.settled()
        #expect(log.lines == ["mock"])
    }

    @Test func `What an override made is disposed when it is over`() async {
        let log = DisposalLog()
        container.register(Cache.self, .singleton) { _ in Cache("real", log) }
        await container.withOverrides {
            $0.replace(Cache.self) { _ in Cache("mock", log) }
        } operation: {
            _ = Container.shared.resolve(Cache.self)
        }
        await container.settled()
        #expect(log.lines == ["mock"])
    }

    @Test func `The container of a test is closed when the test ends, and a failed disposal is an issue`() async throws {
        let log = DisposalLog()
        let trait: ContainerTrait = .container(copying: TestApp.container) {
            $0.register(Cache.self, .singleton) { _ in Cache("failing", log) }
        }
        let test = try #require(Test.current)
        await withKnownIssue {
            try await trait.provideScope(for: test, testCase: nil) { _ = Container.shared.resolve(Cache.self) }
        }
        #expect(log.lines == ["failing"])
    }

    @Test func `Replacing what is not registered stops the process with the diagnosis`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().replace((any NetworkManager).self, with: MockNetwork())
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("any NetworkManager cannot be replaced, because it is not registered."))
    }

    @Test func `Every example in the guide is in this file`() throws {
        try expectExamples(of: "Docs/Depot.docc/Testing.md", atLeast: 16)
    }
}

/// Each method finds what was there before the other one replaced it.
final class ReplaceXCTests: XCTestCase {
    private let container = TestApp.restored

    private func replaceForTheRestOfTheMethod() {
        XCTAssertTrue(container.resolve((any LoginUseCase).self).network is URLSessionNetwork)
        replace((any NetworkManager).self, in: container, with: MockNetwork())
        XCTAssertTrue(container.resolve((any LoginUseCase).self).network is MockNetwork)
    }

    func testReplacingRestoresByItself() { replaceForTheRestOfTheMethod() }

    func testReplacingRestoresByItselfAgain() { replaceForTheRestOfTheMethod() }

    @MainActor
    func testTheOtherForms() {
        replace((any NetworkManager).self, in: container) { _ in MockNetwork() }
        XCTAssertTrue(container.resolve((any LoginUseCase).self).network is MockNetwork)
        container.register((any Router).self, .singleton, onMainActor: { _ in AppRouter() })
        replace((any Router).self, in: container, onMainActor: { _ in FakeRouter() })
        XCTAssertTrue(container.resolve((any Router).self) is FakeRouter)
    }
}

#if !canImport(Darwin)
    /// Takes the failures of its own test, to look at them.
    final class UnregisteredXCTests: XCTestCase {
        private var failures: [String] = []

        override func recordFailure(withDescription description: String, inFile file: String, atLine line: Int, expected: Bool) {
            failures.append(description)
        }

        func testReplacingWhatIsNotRegisteredFailsTheTest() {
            replace((any NetworkManager).self, in: Container(), with: MockNetwork())
            let found = failures.joined()
            failures = []
            let isTold = found.contains("any NetworkManager cannot be replaced, because it is not registered.")
            if !isTold { super.recordFailure(withDescription: "Told: \(found)", inFile: #filePath, atLine: #line, expected: true) }
        }
    }
#endif

extension TestApp {
    fileprivate static let restored = container.copy()
}

private final class DisposalLog: Sendable {
    private let log = Locked<[String]>([])
    var lines: [String] { log.withLock { $0 } }
    func add(_ line: String) { log.withLock { $0.append(line) } }
}

private final class Cache: Disposable, Sendable {
    private let name: String
    private let log: DisposalLog

    init(_ name: String, _ log: DisposalLog) {
        self.name = name
        self.log = log
    }

    func dispose() async throws {
        log.add(name)
        if name == "failing" { throw Refusal() }
    }
}
