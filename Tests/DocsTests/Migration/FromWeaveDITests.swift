import Depot
import DepotTesting
import DepotValues
import Synchronization
import Testing
import XCTest

// The right-hand side of Docs/Depot.docc/MigratingFromWeaveDI.md, compiled and run; the last test compares the two.

// MARK: - A module

private protocol MemberRepository: Sendable { func name(of id: Int) async throws -> String }
private protocol MemberUseCase: Sendable { func greeting(for id: Int) async throws -> String }

private final class RemoteMemberRepository: MemberRepository {
    func name(of id: Int) async throws -> String { "user \(id)" }
}

private final class MockMemberRepository: MemberRepository {
    func name(of id: Int) async throws -> String { "Blob" }
}

private final class DefaultMemberUseCase: MemberUseCase {
    private let repository: any MemberRepository

    init(repository: any MemberRepository) { self.repository = repository }

    func greeting(for id: Int) async throws -> String { try await "Hello, \(repository.name(of: id))" }
}

@MainActor private final class MemberModel {
    private let users: any MemberUseCase
    private(set) var text = ""

    init(users: any MemberUseCase) { self.users = users }

    func load(_ id: Int) async { text = (try? await users.greeting(for: id)) ?? "" }
}

private struct MemberAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any MemberRepository).self, .singleton, in: .repository, using: RemoteMemberRepository.init)
        container.register((any MemberUseCase).self, .singleton, in: .useCase, using: DefaultMemberUseCase.init)
        container.register(MemberModel.self, in: .viewModel, using: MemberModel.init)
    }
}

private struct MemberTheme: DependencyKey {
    var name: String
    static let liveValue = MemberTheme(name: "live")
    static let testValue = MemberTheme(name: "test")
    static let previewValue = MemberTheme(name: "preview")
}

private extension DependencyValues {
    var memberTheme: MemberTheme {
        get { self[MemberTheme.self] }
        set { self[MemberTheme.self] = newValue }
    }
}

final class FromWeaveDIXCTests: XCTestCase {
    override class func setUp() { Container.shared.assemble { MemberAssembly() } }
    override func setUp() { Container.shared.replace((any MemberRepository).self, with: MockMemberRepository()) }
    override func tearDown() { Container.shared.restoreAll() }

    @MainActor func testTheMockReachesTheScreen() async {
        let model = Container.shared.resolve(MemberModel.self)
        await model.load(7)
        XCTAssertEqual(model.text, "Hello, Blob")
    }
}

@Suite struct FromWeaveDITests {
    final class ConsoleLogger: Logger {}
    final class SilentLogger: Logger {}
    final class PDFGenerator: Sendable {}
    final class Draft: Sendable {}

    struct DebugAssembly: Assembly {
        func assemble(_ container: Container) { container.register((any Logger).self, instance: ConsoleLogger()) }
    }

    final class ReportService: Sendable {
        let generator: Provider<PDFGenerator>
        init(generator: Provider<PDFGenerator>) { self.generator = generator }
    }

    private final class Screen {
        @Inject var users: any MemberUseCase
        @Inject var logger: (any Logger)?
        @Inject(.onEveryAccess) var generator: PDFGenerator
    }

    private struct Page { @Dependency(\.memberTheme) var theme }

    private let container = Container { MemberAssembly() }

    @Test @MainActor func `Bootstrap, resolve, validate`() async throws {
        let isDebug = true
        let app = Container {
            MemberAssembly()
            if isDebug { DebugAssembly() }
        }
        try app.validate()
        let model = app.resolve(MemberModel.self)
        await model.load(7)
        #expect(model.text == "Hello, user 7")
    }

    @Test func `Registering and resolving`() async throws {
        #expect(container.resolveIfRegistered((any Logger).self) == nil)
        let fallback = container.resolveIfRegistered((any Logger).self) ?? SilentLogger()
        #expect(fallback is SilentLogger)
        container.register((any Logger).self, instance: ConsoleLogger())
        container.register(PDFGenerator.self) { _ in PDFGenerator() }
        container.register(ReportService.self, .singleton, using: ReportService.init)
        container.registerAsync(Database.self, .singleton) { _ in await Database(url: "memory") }
        _ = try container.tryResolve((any MemberUseCase).self)
        let database = try await container.resolveAsync(Database.self)
        #expect(container.resolve(Database.self) === database)
        let reports = container.resolve(ReportService.self)
        #expect(reports.generator() !== reports.generator())
        #expect(container.isRegistered((any Logger).self))
        #expect(container.graph.tree.contains("any MemberUseCase"))
        #expect(container.graph.mermaid.contains("any MemberUseCase"))
        #expect("\(container.report)".contains("any Logger"))
    }

    @Test func `Eager singletons are made at start`() async throws {
        let made = Mutex(0)
        container.register((any Logger).self, .eager) { _ in
            made.withLock { $0 += 1 }
            return ConsoleLogger()
        }
        #expect(made.withLock { $0 } == 0)
        try await container.start()
        #expect(made.withLock { $0 } == 1)
    }

    @Test func `A child adds to its parent, and a container ends`() async {
        let child = Container(parent: container)
        child.register((any Logger).self, instance: SilentLogger())
        #expect(child.resolve((any Logger).self) is SilentLogger)
        await child.close()
        #expect(throws: ResolutionError.self) { try child.tryResolve((any Logger).self) }
    }

    @Test(
        .container(copying: Container { MemberAssembly() }) { container in
            container.register(PDFGenerator.self) { _ in PDFGenerator() }
        })
    func `Properties`() async throws {
        let screen = Screen()
        #expect(try await screen.users.greeting(for: 7) == "Hello, user 7")
        #expect(screen.logger == nil)
        #expect(screen.generator !== screen.generator)
    }

    @Test func `Values`() {
        #expect(Page().theme.name == "test")
        withDependencies {
            $0.memberTheme.name = "dark"
        } operation: {
            #expect(Page().theme.name == "dark")
        }
    }

    @Test func `What is prepared at start-up`() {
        prepareDependencies { $0.memberTheme.name = "prepared" }
        #expect(Page().theme.name == "prepared")
    }

    @Test(.container()) func `Scopes`() async throws {
        let container = Container.shared
        container.registerScoped(Draft.self, scope: .screen) { Draft() }
        container.registerAsyncScoped(Database.self, scope: .request) { await Database(url: "memory") }
        ScopeContext.shared.setCurrent(.screen, id: "Home")
        let draft = container.resolve(Draft.self)
        #expect(ScopeContext.shared.currentID(for: .screen) == "Home")
        ScopeContext.shared.clear(.screen)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Draft.self) }
        ScopeContext.shared.setCurrent(.screen, id: "Home")
        #expect(container.resolve(Draft.self) !== draft)
        ScopeContext.shared.clear(.screen, id: "Home")
        try await container.withScope(.request, id: "r-42") {
            _ = try await container.resolveAsync(Database.self)
        }
        container.strictScopes = false
        #expect(container.resolve(Draft.self) !== container.resolve(Draft.self))
    }

    @Test func `An observer hears what happens`() {
        let events = Mutex(0)
        let observation = container.observe { _ in events.withLock { $0 += 1 } }
        _ = container.resolve((any MemberUseCase).self)
        observation.end()
        #expect(events.withLock { $0 } > 0)
    }

    @Test func `The guide has no code that is not here`() throws {
        let bridge = ["FromWeaveDIBridgeTests.swift"]
        try expectExamples(of: "Docs/Depot.docc/MigratingFromWeaveDI.md", atLeast: 6, alsoIn: bridge)
        try expectTables(of: "Docs/Depot.docc/MigratingFromWeaveDI.md", atLeast: 30, alsoIn: bridge)
    }
}
