import Depot
import DepotTesting
import DepotValues
import Dispatch
import Foundation
import Observation
import Testing
import XCTest

// The right-hand side of Docs/Depot.docc/MigratingFromSwiftDependencies.md, compiled and run; the last test compares the two.

// MARK: - A module

private struct FactClient: Sendable {
    var fetch: @Sendable (_ number: Int) async throws -> String
    var isOnline: @Sendable () -> Bool
}

extension FactClient: DependencyKey {
    static let liveValue = FactClient(fetch: { "\($0) is a number." }, isOnline: { true })
    static let testValue = FactClient(fetch: unimplemented("fetch"), isOnline: unimplemented("isOnline", placeholder: true))
    static let previewValue = FactClient(fetch: { "\($0) looks good." }, isOnline: { true })
}

private extension DependencyValues {
    var factClient: FactClient {
        get { self[FactClient.self] }
        set { self[FactClient.self] = newValue }
    }
}

private enum FactModule {
    @MainActor @Observable
    final class FactModel {
        @ObservationIgnored @Dependency(\.factClient) var facts
        @ObservationIgnored @Dependency(\.date.now) var now
        var text = ""
        var loadedAt: Date?

        func load(_ number: Int) async {
            text = (try? await facts.fetch(number)) ?? "No fact."
            loadedAt = now
        }
    }
}

private typealias FactModel = FactModule.FactModel

final class FromDependenciesXCTests: XCTestCase {
    override func invokeTest() {
        withDependencies {
            $0.uuid = .incrementing
        } operation: {
            super.invokeTest()
        }
    }

    func testTheFirstIdentifierIsZero() { XCTAssertEqual(FromSwiftDependenciesTests.Screen().uuid(), UUID(0)) }
}

@Suite(.dependencies { $0.uuid = .incrementing })
struct FromSwiftDependenciesTests {
    struct Mail: Sendable { var send: @Sendable (String) throws -> Void }
    enum MailKey: TestDependencyKey { static let testValue = Mail(send: unimplemented("send")) }

    private struct ByType { @Dependency(FactClient.self) var facts }

    protocol Ledger: Sendable { var name: String { get } }
    struct PaperLedger: Ledger { let name = "paper" }
    struct FromContainer { @Dependency((any Ledger).self) var ledger }

    struct Screen: Sendable {
        @Dependency(\.uuid) var uuid
        @Dependency(\.date) var date
        func child() -> Screen { withDependencies(from: self) { Screen() } }
    }

    struct Die {
        @Dependency(\.randomNumberGenerator) var random
        func roll() -> Int { random { Int.random(in: 1...6, using: &$0) } }
    }

    let noon = Date(timeIntervalSince1970: 43_200)

    @Test(.dependency(\.date, .constant(.distantPast))) @MainActor func `a fact is loaded`() async {
        let model = withDependencies {
            $0.factClient.fetch = { "\($0) is odd." }
        } operation: {
            FactModel()
        }
        await model.load(7)
        #expect(model.text == "7 is odd.")
        #expect(model.loadedAt == .distantPast)
    }

    @Test func `The forms of a read and of an override`() {
        let mock = FactClient(fetch: { _ in "mock" }, isOnline: { false })
        withDependencies {
            $0[FactClient.self] = mock
        } operation: {
            #expect(!ByType().facts.isOnline())
        }
        withDependencies {
            $0.date.now = noon
        } operation: {
            #expect(Screen().date() == noon)
        }
        withDependencies {
            $0.context = .live
        } operation: {
            @Dependency(\.context) var context
            #expect(context == .live)
        }
        withDependencies {
            $0.context = .preview
        } operation: {
            @Dependency(\.context) var context
            #expect(context == .preview)
        }
        withDependencies {
            $0.calendar = Calendar(identifier: .gregorian)
        } operation: {
            @Dependency(\.calendar) var calendar
            #expect(calendar.identifier == .gregorian)
        }
        withDependencies {
            $0[MailKey.self] = Mail(send: { _ in })
        } operation: {
            @Dependency(MailKey.self) var mail
            #expect(throws: Never.self) { try mail.send("hello") }
        }
        #expect(isTesting)
    }

    @Test(.dependencies { $0[FactClient.self] = FactClient(fetch: { _ in "" }, isOnline: { false }) })
    func `A trait sets a value by its key`() { #expect(!ByType().facts.isOnline()) }

    @Test func `A model passes on what it was given`() {
        let parent = withDependencies {
            $0.date = .constant(noon)
        } operation: {
            Screen()
        }
        #expect(parent.child().date.now == noon)
    }

    @Test func `A callback takes the values along`() async {
        let date = await withCheckedContinuation { continuation in
            withDependencies {
                $0.date = .constant(noon)
            } operation: {
                withEscapedDependencies { dependencies in
                    DispatchQueue.global().async { dependencies.yield { continuation.resume(returning: Screen().date.now) } }
                }
            }
        }
        #expect(date == noon)
    }

    @Test func `What is prepared holds for the test`() {
        prepareDependencies { $0.factClient.isOnline = { false } }
        #expect(!ByType().facts.isOnline())
    }

    @Test func `Clocks, chance and URLs`() async throws {
        let clock = TestClock()
        try await withDependencies {
            $0.continuousClock = clock; $0.suspendingClock = .immediate
        } operation: {
            @Dependency(\.continuousClock) var continuous
            @Dependency(\.suspendingClock) var suspending
            let sleeper = Task { [continuous] in try await continuous.sleep(for: .seconds(60)) }
            try await suspending.sleep(for: .seconds(3600))
            await clock.sleepers(1)
            await clock.advance(by: .seconds(60))
            try await sleeper.value
        }
        let roll = withDependencies {
            $0.randomNumberGenerator = .seeded(0)
        } operation: {
            Die().roll()
        }
        #expect((1...6).contains(roll))
        await withDependencies {
            $0.openURL = URLOpener { _ in true }
        } operation: {
            @Dependency(\.openURL) var openURL
            #expect(await openURL(URL(filePath: "/")))
        }
    }

    @Test(.container { $0.register((any Ledger).self) { _ in PaperLedger() } })
    func `A type that is no key comes from the container`() { #expect(FromContainer().ledger.name == "paper") }

    @Test func `The guide has no code that is not here`() throws {
        try expectExamples(
            of: "Docs/Depot.docc/MigratingFromSwiftDependencies.md", atLeast: 5, alsoIn: ["FromSwiftDependenciesTrapsTests.swift"])
        try expectTables(
            of: "Docs/Depot.docc/MigratingFromSwiftDependencies.md", atLeast: 30, alsoIn: ["FromSwiftDependenciesTrapsTests.swift"])
    }
}
