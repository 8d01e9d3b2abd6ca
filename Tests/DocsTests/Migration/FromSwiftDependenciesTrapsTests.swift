import DepotTesting
import DepotValues
import Foundation
import Testing

// What swift-dependencies has and Depot has not, both in one app, and the traps of Docs/Depot.docc/MigratingFromSwiftDependencies.md.

@Suite struct FromSwiftDependenciesTrapsTests {
    struct Screen: Sendable {
        @Dependency(\.date) var date
    }

    struct Background: DependencyKey {
        var run: @Sendable (@escaping @Sendable () async -> Void) async -> Void
        static let liveValue = Background { work in Task { await work() } }
        static let testValue = Background { work in await work() }
    }

    struct Sorter: DependencyKey {
        var sort: @Sendable (inout [String]) -> Bool
        static let liveValue = Sorter { names in
            names.sort()
            return true
        }
        static let testValue = Sorter { _ in
            let sort: @Sendable () -> Bool = unimplemented("sort", placeholder: false)
            return sort()
        }
    }

    enum CenterKey: DependencyKey {
        static let liveValue = NotificationCenter.default
        static var testValue: NotificationCenter { NotificationCenter() }
    }

    enum Theirs {
        @TaskLocal static var greet: @Sendable () -> String = { "live" }
    }

    struct Greeter: DependencyKey {
        var greet: @Sendable () -> String
        static let liveValue = Greeter(greet: { Theirs.greet() })  // reads theirs at each call
        static let testValue = liveValue
    }

    func withBoth<Result>(
        greet: @escaping @Sendable () -> String, _ update: (inout DependencyValues) -> Void, operation: () throws -> Result
    ) rethrows -> Result {
        try Theirs.$greet.withValue(greet) { try withDependencies(update, operation: operation) }
    }

    struct Label: DependencyKey {
        var text: String
        static let liveValue = Label(text: "live")
        static let testValue = Label(text: "test")
    }

    struct Stamp: DependencyKey {
        let second: Double
        static var liveValue: Stamp {
            @Dependency(\.date.now) var now
            return Stamp(second: now.timeIntervalSince1970)
        }
        static var testValue: Stamp { liveValue }
    }

    final class Plain: Sendable {}

    let noon = Date(timeIntervalSince1970: 43_200)

    @Test func `Work in the background is awaited in a test`() async {
        await confirmation { done in
            @Dependency(Background.self) var background
            await background.run { done() }
        }
        @Dependency(CenterKey.self) var center
        #expect(center !== NotificationCenter.default)
    }

    @Test func `An endpoint with an inout parameter reports that it is not implemented`() {
        @Dependency(Sorter.self) var sorter
        var names = ["b", "a"]
        withKnownIssue {
            #expect(!sorter.sort(&names))
        } matching: { issue in
            "\(issue)".contains("a closure was called that is not implemented") && "\(issue)".contains("Name:  sort")
        }
        #expect(names == ["b", "a"])
        withDependencies {
            $0.context = .live
        } operation: {
            @Dependency(Sorter.self) var sorter
            #expect(sorter.sort(&names))
        }
        #expect(names == ["a", "b"])
    }

    @Test func `Their overrides are seen through a bridge`() {
        @Dependency(Greeter.self) var greeter
        #expect(greeter.greet() == "live")
        let greeting = withBoth(greet: { "mock" }, { $0.date = .constant(noon) }) { "\(greeter.greet()) at \(Screen().date.now == noon)" }
        #expect(greeting == "mock at true")
    }

    @Test func `A preview takes the test value where there is no preview value`() {
        withDependencies {
            $0.context = .preview
        } operation: {
            @Dependency(Label.self) var label
            #expect(label.text == "test")
        }
    }

    @Test(.dependency(\.date, .constant(.distantPast))) func `A default does not see the override around its first read`() {
        let seen = withDependencies {
            $0.date = .constant(noon)
        } operation: {
            @Dependency(Stamp.self) var stamp
            return stamp.second
        }
        #expect(seen == Date.distantPast.timeIntervalSince1970)
    }

    @Test(.dependency(\.date, .constant(.distantPast))) func `A model without a dependency passes nothing on`() {
        let plain = withDependencies {
            $0.date = .constant(noon)
        } operation: {
            Plain()
        }
        let screen = withDependencies(from: plain) { Screen() }
        #expect(screen.date.now == .distantPast)
    }
}
