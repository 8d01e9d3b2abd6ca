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
