import DepotSharing
import Observation
import Testing

/// What a list of rows does with the elements of a shared collection, and what it observes of them.
@Suite struct SharedRowsTests {
    @Test func `H18 rows are found after a sort in time that grows with their number`() {
        let (looks, count) = (Counter(), 2_000)
        let list = Shared(value: (0..<count).map { Counted(number: $0, looks: looks) })
        let rows = list.elements
        list.withLock { $0.reverse() }
        for (number, row) in rows.enumerated() { #expect(row.wrappedValue.number == number) }
        #expect(looks.value < count * 400)
        list.withLock { $0.removeFirst() }
        #expect(rows[0].wrappedValue.number == 0)
        #expect(rows[count - 1].wrappedValue.number == count - 1)
        list.withLock { $0.insert(Counted(number: -1, looks: looks), at: 0) }
        #expect(rows[1].wrappedValue.number == 1)
    }

    private struct Odd: Identifiable, Sendable, Equatable {
        var id: Double
        var name: String
    }

    @Test func `H18 an element whose identity is not equal to itself is followed by its position`() {
        let list = Shared(value: [Odd(id: .nan, name: "none"), Odd(id: 1, name: "one")])
        let rows = list.elements + [list[0], list[1]]
        #expect(list[id: .nan] == nil)
        rows[0].name.withLock { $0 += "!" }
        #expect(rows.map(\.wrappedValue.name) == ["none!", "one", "none!", "one"])
        rows[1].withLock { $0 = Odd(id: .nan, name: "other") }
        #expect(list.wrappedValue.map(\.name) == ["none!", "other"])
        #expect(rows[2].wrappedValue.name == "none!")
    }

    private struct Plain: Sendable { var number = 0 }

    private struct Whole: Sendable {
        var count = 0
        var plain = Plain()
        var maybe: Plain?
    }

    @Test func `H11 H17 who observes a part of numbers that cannot be compared is told of that alone`() {
        let whole = Shared(value: Whole())
        func told(by write: () -> Void) -> Int {
            let told = Counter()
            withObservationTracking {
                _ = (whole.plain.wrappedValue, whole.maybe.wrappedValue)
            } onChange: {
                told.add()
            }
            write()
            return told.value
        }
        #expect(told { whole.count.withLock { $0 += 1 } } == 0)
        #expect(told { whole.withLock { $0.count += 1 } } == 0)
        #expect(told { whole.plain.withLock { $0.number = 1 } } == 1)
        #expect(told { whole.withLock { $0.maybe = Plain() } } == 1)
    }
}
