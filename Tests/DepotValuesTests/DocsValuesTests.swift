import Depot
import DepotTesting
import DepotValues
import Foundation
import Testing
import XCTest

// The code of Docs/Depot.docc/AmbientValues.md, compiled and run; the last test compares the two.

struct Session {
    let id: UUID
    let expiry: Date
}

struct Login {
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid

    func start() -> Session { Session(id: uuid(), expiry: date.now + 3600) }
}

struct Tracer: Sendable {
    @TaskLocal static var current = Tracer { _ in }
    var trace: @Sendable (String) -> Void
}

func checkout() { Tracer.current.trace("checkout") }

struct World: Sendable {
    @TaskLocal static var current = World()
    var now: @Sendable () -> Date = { Date() }
    var makeID: @Sendable () -> UUID = { UUID() }
}

struct APIClient: Sendable {
    var user: @Sendable (Int) async throws -> String
    var rename: @Sendable (Int, String) async throws -> Void
}

struct APIClientKey: DependencyKey {
    static let liveValue = APIClient(
        user: { "user \($0) of the server" },
        rename: { _, _ in })
}

extension DependencyValues {
    var apiClient: APIClient {
        get { self[APIClientKey.self] }
        set { self[APIClientKey.self] = newValue }
    }
}

struct NetworkClient: DependencyKey {
    var isOnline: @Sendable () -> Bool
    static let liveValue = Self(isOnline: { true })
    static let testValue = Self(isOnline: { false })
}

struct Banner {
    @Dependency(NetworkClient.self) var network
    var text: String { network.isOnline() ? "" : "You are offline." }
}

struct Mailer: Sendable {
    var send: @Sendable (String) async throws -> Void
    var unread: @Sendable () -> Int
}

enum MailerKey: TestDependencyKey {
    static let testValue = Mailer(send: unimplemented("send"), unread: unimplemented("unread", placeholder: 0))
}

extension MailerKey: DependencyKey {
    static let liveValue = Mailer(send: { print($0) }, unread: { 0 })
}

struct ClockModel: Sendable {
    @Dependency(\.date) private var date
    var now: Date { date.now }
}

final class ListModel {
    @Dependency(\.date) private var date
    func row() -> ClockModel { withDependencies(from: self) { ClockModel() } }
}

@Suite(.dependencies { $0.uuid = .incrementing })
struct LoginTests {
    @Test(.dependency(\.date, .constant(.distantPast))) func `a session starts`() {
        #expect(Login().start().id == UUID(0))
    }
}

final class LoginXCTests: XCTestCase {
    override func invokeTest() {
        withDependencies {
            $0.uuid = .incrementing
            $0.date = .constant(.distantPast)
        } operation: {
            super.invokeTest()
        }
    }

    func testASessionStarts() { XCTAssertEqual(Login().start().id, UUID(0)) }
}

struct Reminder: Sendable {
    @Dependency(\.continuousClock) private var clock
    func ring() async throws -> String {
        try await clock.sleep(for: .seconds(60))
        return "ring"
    }
}

struct Die {
    @Dependency(\.randomNumberGenerator) private var random
    func roll() -> Int { random { Int.random(in: 1...6, using: &$0) } }
}

protocol Feature: Sendable {
    associatedtype State: Equatable & Sendable
    associatedtype Action: Sendable
    func reduce(_ state: inout State, _ action: Action) async throws
}

struct Profile: Feature {
    struct State: Equatable {
        var name = ""
        var savedAt: Date?
    }

    enum Action {
        case load(Int)
        case rename(Int, String)
    }

    @Dependency(\.apiClient) private var api
    @Dependency(\.date) private var date

    func reduce(_ state: inout State, _ action: Action) async throws {
        switch action {
        case .load(let id):
            state.name = try await api.user(id)
        case .rename(let id, let name):
            try await api.rename(id, name)
            state.name = name
            state.savedAt = date.now
        }
    }
}

actor TestStore<F: Feature> {
    private(set) var state: F.State
    private let feature: F

    init(_ state: F.State, feature: () -> F, dependencies: (inout DependencyValues) -> Void) {
        self.state = state
        self.feature = withDependencies(dependencies, operation: feature)
    }

    func send(_ action: F.Action, changes expected: @Sendable (inout F.State) -> Void) async throws {
        var wanted = state
        expected(&wanted)
        var next = state
        try await feature.reduce(&next, action)
        state = next
        #expect(next == wanted)
    }
}

@Test func `a user is loaded and renamed`() async throws {
    let store = TestStore(Profile.State()) {
        Profile()
    } dependencies: {
        $0.apiClient.user = { _ in "Blob" }
        $0.apiClient.rename = { _, _ in }
        $0.date = .constant(.distantPast)
    }
    try await store.send(.load(1)) { $0.name = "Blob" }
    try await store.send(.rename(1, "Bob")) {
        $0.name = "Bob"
        $0.savedAt = .distantPast
    }
}

final class AlmanacPage: Sendable {
    private let date = Dependency(\.date)
    var today: Date { date.wrappedValue.now }
}

@Suite struct DocsValuesTests {
    @Test func `A Sendable class reads values, too`() {
        let page = withDependencies {
            $0.date = .constant(.distantPast)
        } operation: {
            AlmanacPage()
        }
        #expect(page.today == .distantPast)
    }

    private struct ReadOnly: Error {}
    private let noon = Date(timeIntervalSince1970: 43_200)
    private let midnight = Date(timeIntervalSince1970: 0)

    @Test func `The first example works`() {
        let session = withDependencies {
            $0.date = .constant(Date(timeIntervalSince1970: 0))
            $0.uuid = .incrementing
        } operation: {
            Login().start()
        }
        #expect(session.id == UUID(0))
        #expect(session.expiry == Date(timeIntervalSince1970: 3600))
    }

    @Test func `One task-local for each type works`() {
        let lines = Lines()
        Tracer.$current.withValue(Tracer { lines.append($0) }) { checkout() }
        #expect(lines.all == ["checkout"])
    }

    @Test func `One struct of closures works`() {
        var printed: [Date] = []
        func print(_ date: Date) { printed.append(date) }
        var world = World.current
        world.now = { Date(timeIntervalSince1970: 0) }
        World.$current.withValue(world) { print(World.current.now()) }
        #expect(printed == [Date(timeIntervalSince1970: 0)])
    }

    @Test func `A type that is its own key works`() {
        #expect(Banner().text == "You are offline.")
    }

    @Test func `A model keeps what it was made with`() {
        let model = withDependencies {
            $0.date = .constant(noon)
        } operation: {
            ClockModel()
        }
        #expect(model.now == noon)  // what it was made with, also outside
        withDependencies {
            $0.date = .constant(midnight)
        } operation: {
            #expect(model.now == midnight)  // entered later, around the use
        }
        let list = withDependencies {
            $0.date = .constant(noon)
        } operation: {
            ListModel()
        }
        #expect(list.row().now == noon)
    }

    @Test func `Values can be taken along`() async {
        let noon = noon
        let date = await withCheckedContinuation { continuation in
            let completion: @Sendable (Date) -> Void = { continuation.resume(returning: $0) }
            withDependencies {
                $0.date = .constant(noon)
            } operation: {
                withEscapedDependencies { dependencies in
                    DispatchQueue.global().async {
                        dependencies.yield { completion(ClockModel().now) }
                    }
                }
            }
        }
        #expect(date == noon)
    }

    @Test func `A value can be prepared`() async {
        prepareDependencies { $0.apiClient.rename = { _, _ in throw ReadOnly() } }
        @Dependency(\.apiClient) var api
        await #expect(throws: ReadOnly.self) { try await api.rename(1, "Bob") }
    }

    @Test func `Time is turned by the test`() async throws {
        let clock = TestClock()
        try await withDependencies {
            $0.continuousClock = clock
        } operation: {
            let reminder = Task { try await Reminder().ring() }
            await clock.sleepers(1)  // until it sleeps
            await clock.advance(by: .seconds(60))
            let sound = try await reminder.value
            #expect(sound == "ring")
        }
    }

    @Test func `Chance is seeded by the test`() {
        let die = withDependencies {
            $0.randomNumberGenerator = .seeded(1)
        } operation: {
            Die().roll()
        }
        #expect((1...6).contains(die))
    }

    @Test func `Every example in the guide is in this file`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Docs/Depot.docc/AmbientValues.md"), encoding: .utf8)
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = ["DocsValuesTests.swift", "DocsValuesContainerTests.swift"].map { folder.appending(path: $0) }
        let here = squeezed(try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined())
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count >= 17)
        for part in blocks.flatMap({ $0.components(separatedBy: "\n\n") }) {
            #expect(here.contains(squeezed(part)), "Only in the guide:\n\(part)")
        }
    }

    private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

private final class Lines: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
