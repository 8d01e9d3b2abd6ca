import Depot
import DepotTesting
import DepotValues
import Foundation
import Testing

@Suite(.dependencies { $0.uuid = .incrementing }, .dependency(\.number, 7))
struct DependenciesTraitTests {
    @Dependency(\.uuid) private var uuid
    @Dependency(\.number) private var number

    @Test func `V9 a suite's values reach its tests, fresh in each`() {
        #expect(uuid() == UUID(0))
        #expect(uuid() == UUID(1))
        #expect(number == 7)
    }

    @Test(arguments: [1, 2, 2]) func `V9 and fresh in each case`(argument: Int) {
        #expect(uuid() == UUID(0))
        #expect(uuid() == UUID(1))
    }

    @Test(.dependency(\.number, 8)) func `A test's own value wins over the suite's`() {
        #expect(number == 8)
        #expect(uuid() == UUID(0))
    }

    @Test(.dependency(\.uuid, .incrementing), arguments: [1, 2])
    func `V9 a value given to a parameterised test is made anew for each case`(argument: Int) {
        #expect(uuid() == UUID(0))
        #expect(uuid() == UUID(1))
    }

    @Test(.dependency(\.number, 8), .dependencies { $0.number += 1 })
    func `Traits apply in the order in which they are written`() {
        #expect(number == 9)
    }

    @Suite(.dependency(\.maybe, nil))
    struct Inner {
        @Test func `A suite inside has the outer one's values and its own`() {
            #expect(Reader().number == 7)
            #expect(Reader().maybe == nil)
        }

        @Test(.dependency(\.number, 9)) func `The innermost value wins`() {
            #expect(Reader().number == 9)
        }
    }

    @Test func `V9 a detached task finds the defaults of the test that a trait was given`() async {
        @Dependency(CounterKey.self) var counter
        #expect(counter() == 0)
        let reading = Counting()
        let next = await Task.detached { reading.counter() }.value
        #expect(next == 1)
    }
}

private struct Counting: Sendable {
    @Dependency(CounterKey.self) var counter
}

/// What tests share is not a way from the traits of one to another.
@Suite struct SharedAmongTestsTests {
    private final class Service: Sendable {
        private let reader = Reader()
        var number: Int { reader.number }
    }

    /// Runs an operation as a test of its own with a trait.
    private func run(_ trait: DependenciesTrait, _ operation: @escaping @Sendable () -> Void) async throws {
        try await Task.detached { [test = try #require(Test.current)] in
            try await trait.provideScope(for: test, testCase: nil) { operation() }
        }.value
    }

    @Test func `V9 a singleton of a container that tests share has the values of the test that uses it`() async throws {
        let container = Container()
        container.register(Service.self, .singleton, using: Service.init)
        try await run(.dependency(\.number, 8)) { #expect(container.resolve(Service.self).number == 8) }
        #expect(container.resolve(Service.self).number == 2)
        try await run(.dependency(\.number, 9)) { #expect(container.resolve(Service.self).number == 9) }
    }

    @Test(.dependencies { $0.context = .live }) func `V6 a default and a singleton are of the context that a trait sets`() async {
        let container = Container()
        container.register(Service.self, .singleton, using: Service.init)
        let service = container.resolve(Service.self)
        #expect(service.number == 1)
        #expect(await Task.detached { service.number }.value == 1)
        #expect(
            withDependencies {
                $0.context = .test
            } operation: {
                service.number
            } == 2)
    }
}

/// An object that is made by the first test that uses it, and read in all of them.
@Suite(.serialized) struct SharedByTestsTests {
    private final class Session: Sendable {
        static let shared = Session()
        private let property = Dependency(\.number)
        var number: Int { property.wrappedValue }
    }

    @Test(.dependency(\.number, 7)) func `V6 V9 the test that makes a shared object gives it its values`() {
        #expect(Session.shared.number == 7)
    }

    @Test func `V6 V9 a later test reads its own values in it, which are the defaults`() {
        #expect(Session.shared.number == 2)
        withDependencies {
            $0.number = 3
        } operation: {
            #expect(Session.shared.number == 3)
        }
    }

    @Test(.dependency(\.number, 9)) func `V6 V9 so does one with values of its own`() {
        #expect(Session.shared.number == 9)
    }
}
