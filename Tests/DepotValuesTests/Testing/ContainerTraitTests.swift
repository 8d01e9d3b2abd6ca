import Depot
import DepotTesting
import Synchronization
import Testing

/// What a test with a container of its own gets wrong is an issue of that test.
@Suite struct ContainerTraitTests {
    private protocol Network: Sendable {}
    private struct RealNetwork: Network {}
    private struct MockNetwork: Network {}

    private static func app() -> Container {
        let container = Container()
        container.register((any Network).self, name: "main", .singleton) { _ in RealNetwork() }
        return container
    }

    /// Runs a body with a trait, as the test library does.
    ///
    /// - Returns: What was recorded, and whether the body ran.
    private func run(
        _ trait: ContainerTrait, _ body: @escaping @Sendable () -> Void = {}
    ) async throws -> (issues: [String], didRun: Bool) {
        let told = Mutex<[String]>([])
        let ran = Mutex(false)
        let test = try #require(Test.current)
        try await withKnownIssue(isIntermittent: true) {
            try await trait.provideScope(for: test, testCase: nil) {
                ran.withLock { $0 = true }
                body()
            }
        } matching: { issue in
            told.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return true
        }
        return (told.withLock { $0 }, ran.withLock { $0 })
    }

    @Test func `replacing in an empty container fails the test, and its code does not run`() async throws {
        let trait: ContainerTrait = .container(copying: Container()) { $0.replace((any Network).self, with: MockNetwork()) }
        let (issues, didRun) = try await run(trait)
        #expect(
            issues == [
                """
                any Network cannot be replaced, because it is not registered.
                  fix:  the container is empty: name one by `copying:`, or assemble first.
                """
            ])
        #expect(!didRun)
    }

    @Test func `R5: replacing what is not registered fails the test with the near miss`() async throws {
        let trait: ContainerTrait = .container(copying: Self.app()) { $0.replace((any Network).self, name: "mian", with: MockNetwork()) }
        let (issues, didRun) = try await run(trait)
        #expect(
            issues == [
                """
                any Network named "mian" cannot be replaced, because it is not registered.
                  fix:  did you mean "main"? Replace it under that name: \
                container.replace((any ContainerTraitTests.Network).self, name: "main", with: …)
                """
            ])
        #expect(!didRun)
    }

    @Test func `R5 C20: so does the test's code that replaces it in a copy, a child or an override of its container`() async throws {
        let (issues, didRun) = try await run(.container(copying: Self.app())) {
            let container = Container.shared
            container.copy().replace((any Network).self, with: MockNetwork())
            Container(parent: container).replace((any Network).self, with: MockNetwork())
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                Container.shared.copy().replace((any Network).self, with: MockNetwork())
            }
        }
        #expect(issues.count == 4)
        #expect(didRun)
    }

    @Test func `S5: the container of a test that throws is closed, and what could not be disposed is an issue of the test`() async throws {
        final class Held: Disposable, Sendable {
            func dispose() throws { throw Refused() }
        }
        struct Refused: Error {}
        let app = Container()
        app.register(Held.self, .singleton) { _ in Held() }
        let copy = Mutex<Container?>(nil)
        let issues = Mutex<[String]>([])
        let test = try #require(Test.current)
        await withKnownIssue {
            await #expect(throws: CancellationError.self) {
                try await ContainerTrait.container(copying: app).provideScope(for: test, testCase: nil) {
                    copy.withLock { $0 = Container.shared }
                    _ = Container.shared.resolve(Held.self)
                    throw CancellationError()
                }
            }
        } matching: { issue in
            issues.withLock { $0.append("\(issue)") }
            return issue.sourceLocation == test.sourceLocation
        }
        #expect(issues.withLock { $0.count } == 1)
        #expect(throws: ResolutionError.self) { try copy.withLock { $0 }?.tryResolve(Held.self) }
    }

    @Test func `C16: what goes on after a test is told the line of that test, and to be awaited`() async throws {
        let kept = Mutex<Container?>(nil)
        let test = try #require(Test.current)
        try await ContainerTrait.container(copying: Self.app()).provideScope(for: test, testCase: nil) {
            kept.withLock { $0 = .shared }
        }
        let container = try #require(kept.withLock { $0 })
        let place = "\(test.sourceLocation.fileID):\(test.sourceLocation.line)"
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve((any Network).self, name: "main") }
        #expect(
            error.map { "\($0)" } == """
                any Network named "main" was resolved from the container made at \(place), which was closed at \(place).
                  path: any Network named "main"
                  fix:  resolve before close(), and keep the container for as long as something resolves from it. \
                That of a test is closed when it ends: await in the test what it starts.
                """)
        withKnownIssue { _ = container.replace((any Network).self, name: "main", with: MockNetwork()) }
    }

    @Test func `R5: in the test's own code it fails the test, and what replace gives does nothing`() async throws {
        let restored = Mutex<Bool?>(nil)
        let (issues, didRun) = try await run(.container(copying: Self.app())) {
            let replacement = Container.shared.replace(String.self, with: "mock")
            restored.withLock { $0 = replacement.restore() }
            Container.shared.withOverrides {
                $0.replace(Int.self) { _ in 1 }
            } operation: {
            }
        }
        #expect(issues.count == 2)
        #expect(issues.first?.hasPrefix("String cannot be replaced, because it is not registered.") == true)
        #expect(issues.last?.hasPrefix("Int cannot be replaced, because it is not registered.") == true)
        #expect(restored.withLock { $0 } == false)
        #expect(didRun)
    }

    @Test(.container) func `R5: a line that was given by hand is the line of the issue, and stops nothing`() {
        let container = Container.shared
        let places = Mutex<[SourceLocation?]>([])
        withKnownIssue {
            container.replace(String.self, with: "", file: "Mocks.swift", line: 3)
            container.replace(String.self, with: "", file: "", line: 0)
        } matching: { issue in
            places.withLock { $0.append(issue.sourceLocation) }
            return true
        }
        #expect(places.withLock { $0.map { $0.map { "\($0.fileName):\($0.line)" } } } == ["Mocks.swift:3", ":1"])
    }
}
