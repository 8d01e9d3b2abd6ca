import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Dispatch
import Foundation
import Observation
import Synchronization
import Testing
import XCTest

private protocol Greeter: Sendable {
    func greet(_ name: String) -> String
}

private struct PoliteGreeter: Greeter {
    func greet(_ name: String) -> String { "Good evening, \(name)" }
}

@Observable @MainActor
private final class GreetingModel {
    var name = "Ada"
    @ObservationIgnored @Inject var greeter: any Greeter
    @ObservationIgnored @Dependency(\.locale) var locale
    @ObservationIgnored @Shared(.inMemory("greetings")) var greetings = 0

    init() {}

    var greeting: String { greeter.greet(name) }
}

private final class Screen: Sendable {
    let greeter: any Greeter
    let makeTitle: Factory<String, Int>
    let reached = Mutex(0)

    init(greeter: any Greeter, makeTitle: Factory<String, Int>) {
        self.greeter = greeter
        self.makeTitle = makeTitle
    }
}

@Suite("All libraries beside the system's modules in one file")
struct NamesTests {
    @MainActor
    @Test("@Observable, @Test, SourceLocation, @Inject, @Dependency, @Shared and Factory mean what they say")
    func together() throws {
        let container = Container()
        container.register((any Greeter).self, using: PoliteGreeter.init)
        container.register(String.self) { (_, number: Int) in "Screen \(number)" }
        container.register(Screen.self, .singleton, using: Screen.init)
        let here: SourceLocation = #_sourceLocation
        #expect(here.fileID.hasSuffix("NamesTests.swift"))
        let model = container.withOverrides { _ in
        } operation: {
            GreetingModel()
        }
        let changed = Mutex(false)
        withObservationTracking {
            container.withOverrides { _ in
            } operation: {
                #expect(model.greeting == "Good evening, Ada")
            }
        } onChange: {
            changed.withLock { $0 = true }
        }
        model.name = "Grace"
        #expect(changed.withLock { $0 })
        #expect(container.resolve(Screen.self).makeTitle(7) == "Screen 7")
        let observation: Container.Observation = container.observe { _ in }
        observation.end()
        let node = try #require(container.graph.nodes(of: Screen.self).first)
        let line: SourceLine? = node.source
        #expect(line?.fileID == "DepotSharingTests/NamesTests.swift")
    }
}

final class NamesXCTests: XCTestCase {
    func testAnExpectationBesideTheContainer() {
        XCTAssertEqual(Container().graph.nodes.count, 0)
    }
}
