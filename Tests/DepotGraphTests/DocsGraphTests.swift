import Depot
import DepotGraph
import DepotTesting
import Foundation
import Synchronization
import Testing

// The code of Docs/Depot.docc/TheGraph.md, compiled and run; the last test compares the two.

private protocol NetworkManager: Sendable {}
private protocol LoginRepository: Sendable {}
private protocol LoginUseCase: Sendable {}

private final class URLSessionNetwork: NetworkManager {}
private final class MockNetwork: NetworkManager {}

private final class DefaultLoginRepository: LoginRepository {
    init(network: any NetworkManager) {}
}

private final class DefaultLoginUseCase: LoginUseCase {
    init(repository: any LoginRepository) {}
}

@MainActor private final class LoginViewModel {
    init(login: any LoginUseCase) {}
}

private struct LoginAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
        container.register((any LoginRepository).self, in: .repository, using: DefaultLoginRepository.init)
        container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
        container.register(LoginViewModel.self, in: .viewModel, using: LoginViewModel.init)
    }
}

@Suite struct DocsGraphTests {
    @Test func `The registrations are checked`() throws {
        let container = Container { LoginAssembly() }
        try container.validate()
        expectValid(Container { LoginAssembly() })
        container.register(String.self) { r in "\(try r.resolve((any LoginUseCase).self))" }
        #expect(container.graph.opaque.map(\.name) == ["String"])
        _ = container.resolve(String.self)
        #expect(container.graph.opaque.isEmpty)
    }

    @Test func `The graph is asked and drawn`() throws {
        let container = Container { LoginAssembly() }
        let graph = container.graph
        #expect(graph.dependents(of: (any LoginRepository).self).map(\.name) == ["any LoginUseCase"])
        #expect(graph.dependencies(of: LoginViewModel.self, transitively: true).count == 3)
        print(graph.mermaid)  // for a README
        print(graph.dot)  // for Graphviz: dot -Tsvg
        print(graph.tree)  // for a terminal
        #expect(try guide().contains("```mermaid\n\(graph.mermaid)```"))
    }

    @Test func `The graph is explored and compared`() throws {
        let container = Container { LoginAssembly() }
        let graph = container.graph
        let file = URL.temporaryDirectory.appending(path: "depot-graph-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try graph.html(title: "Shop").write(to: file, atomically: true, encoding: .utf8)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("<title>Shop</title>"))
        try graph.json.write(to: file)
        container.register((any LoginRepository).self, .singleton, in: .repository, using: DefaultLoginRepository.init)
        let earlier = try Graph(json: Data(contentsOf: file))
        let changes = container.graph.changes(since: earlier)
        print(changes)  // for a terminal
        print(changes.markdown)  // for a review, with a Mermaid picture of what changed and its neighbours
        #expect(changes.description.contains("~ any LoginRepository  lifetime: transient → singleton"))
        #expect(container.graph.html(changes: changes).contains("transient"))
    }

    @Test func `What happens is watched`() {
        let container = Container { LoginAssembly() }
        let log = Lines()
        let observation = container.observe { event in log.add("\(event)") }
        _ = container.resolve((any LoginUseCase).self)
        observation.end()
        #expect(log.count == 6)
        let (login, trace) = container.trace { container.resolve((any LoginUseCase).self) }
        print(trace)
        #expect(login is DefaultLoginUseCase)
        #expect(trace.steps.map(\.name) == ["any LoginUseCase", "any LoginRepository", "any NetworkManager"])
        #expect(container.report.contains("Never resolved:\n- LoginViewModel"))
    }

    @Test func `Every example in the guide is in this file`() throws {
        let here = squeezed(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        let blocks = try guide().components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count == 10)
        for part in blocks.flatMap({ $0.components(separatedBy: "\n\n") }) {
            #expect(here.contains(squeezed(part)), "Only in the guide:\n\(part)")
        }
    }

    private func guide() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Docs/Depot.docc/TheGraph.md"), encoding: .utf8)
    }

    /// Types of the guide are the file's own here, and white space does not count.
    private func squeezed(_ text: String) -> String { text.replacing("private ", with: "").filter { !$0.isWhitespace } }
}

private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var count: Int { lines.withLock { $0.count } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
