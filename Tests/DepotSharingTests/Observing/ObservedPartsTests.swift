import Depot
import DepotTesting
import Foundation
import Observation
import Testing

@testable import DepotSharing

private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var text = ""
}

private struct Names: Sendable {
    var all: [String]
}

/// Observes a value again each time it is told, as a view does.
private func observe(_ counter: Counter, _ read: @escaping @Sendable () -> Void) {
    withObservationTracking {
        read()
    } onChange: {
        counter.add()
        observe(counter, read)
    }
}

/// Who is told of a change, and what following costs.
@Suite struct ObservedPartsTests {
    private static func rows(_ count: Int) -> [Row] { (0..<count).map { Row(id: $0) } }

    @Test func `H17 many observers of parts that look again when told are told of what changed, once`() {
        @Shared(value: Self.rows(1_000)) var rows: [Row]
        let told = Counter()
        for index in 0..<1_000 {
            let row = $rows[index]
            observe(told) { _ = row.wrappedValue }
        }
        $rows.withLock { $0[500].text = "a" }
        #expect(told.value == 1)
        $rows[3].withLock { $0.text = "b" }
        #expect(told.value == 2)
        $rows[500].text.withLock { $0 = "c" }
        #expect(told.value == 3)
        $rows.withLock { $0[7].text = "" }
        #expect(told.value == 3, "nothing has changed")
        $rows.withLock { _ = $0.remove(at: 0) }
        #expect(told.value == 4, "the one that is gone; the others only moved")
    }

    @Test func `H11 an element that is gone is observed for what is written to it`() {
        @Shared(value: Self.rows(2)) var rows: [Row]
        let (row, other) = ($rows[1], $rows[1])
        let text = row.text
        $rows.withLock { $0 = [] }
        let (told, others) = (Counter(), Counter())
        observe(told) { _ = row.wrappedValue }
        observe(told) { _ = text.wrappedValue }
        observe(others) { _ = other.wrappedValue }
        text.withLock { $0 = "a" }
        #expect(told.value == 2 && row.wrappedValue.text == "a")
        row.withLock { $0.text = "b" }
        #expect(told.value == 4 && text.wrappedValue == "b")
        row.withLock { $0.text = "b" }
        #expect(told.value == 4, "nothing has changed")
        #expect(others.value == 0 && other.wrappedValue.text == "")
        $rows.withLock { $0 = Self.rows(2) }
        #expect(told.value == 6 && others.value == 1, "it is back")
    }

    /// Between finding a part and following something in it another thread may give up the part, where no change is told any more.
    @Test func `H11 nobody begins to follow what lies in a part that has left its tree`() throws {
        let root = PartNode<[Int]?>(lock: PartLock(()))
        let path = PartPath<[Int]?, [Int]>.field(Part.Step(0), get: { $0 }, modify: { _, _ in false })
        let list = try #require(path.node(root))
        let fields = try #require(list.family { FieldParts(of: list) })
        let elements = try #require(list.family { ElementParts(of: list) })
        list.leaveIfUnused()
        #expect(fields.node(Part.Step(1)) { $0.count } == nil)
        #expect(elements.node(.position(0)) == nil && elements.node(.id(Part.Step(2))) == nil)
        let other = try #require(path.node(root))
        #expect(other !== list && other.presence?.observe() != nil)
    }

    @Test func `H17 ten thousand observed rows, one write: one call`() {
        @Shared(value: Self.rows(10_000)) var rows: [Row]
        let told = Counter()
        for index in 0..<10_000 {
            let row = $rows[index]
            withObservationTracking {
                _ = row.wrappedValue
            } onChange: {
                told.add()
            }
        }
        $rows[9_999].withLock { $0.text = "a" }
        #expect(told.value == 1)
        $rows.withLock { $0[0].text = "a" }
        #expect(told.value == 2)
        $rows.withLock { $0[0].text = "b" }
        #expect(told.value == 2, "who was told comes again to be told again")
    }

    @Test func `H17 a part of an element is told of, and another one is not`() {
        @Shared(value: [SignUp(), SignUp()]) var forms: [SignUp]
        let city = Counter()
        let first = $forms[0]
        observe(city) { _ = first.address.city.wrappedValue }
        $forms[1].address.city.withLock { $0 = "Rome" }
        $forms[0].phoneNumber.withLock { $0 = "555" }
        #expect(city.value == 0)
        $forms.withLock { $0[0].address.city = "Bonn" }
        #expect(city.value == 1)
    }

    @Test func `H17 what nobody observes keeps nothing, and neither does what was told or released`() throws {
        @Shared(value: Self.rows(3)) var rows: [Row]
        let node = try #require($rows.pointer.reference as? StoredReference<[Row]>).root
        for field in 0..<3 { #expect($rows[field].text.wrappedValue.isEmpty) }
        #expect(!node.isFollowed, "read, and not observed")
        let told = Counter()
        do {
            let row = $rows[1]
            #expect(node.isFollowed)
            withObservationTracking {
                _ = row.text.wrappedValue
            } onChange: {
                told.add()
            }
        }
        #expect(node.isFollowed, "observed")
        $rows.withLock { $0[1].text = "a" }
        #expect(told.value == 1)
        #expect(!node.isFollowed, "told")
    }
}

/// Elements are followed by identity.
@Suite struct FollowedElementsTests {
    private func rows() -> [Row] { [Row(id: 1, text: "a"), Row(id: 2, text: "b"), Row(id: 3, text: "c")] }

    @Test func `H18 an element with an identity is followed wherever it moves`() throws {
        @Shared(value: rows()) var rows: [Row]
        let second = $rows[1]
        let third = try #require($rows[id: 3])
        $rows.withLock { _ = $0.remove(at: 0) }
        #expect(second.wrappedValue.id == 2)
        second.withLock { $0.text = "B" }
        third.withLock { $0.text = "C" }
        #expect(rows.map(\.text) == ["B", "C"])
        $rows.withLock { $0.reverse() }
        second.text.withLock { $0 = "b" }
        #expect(rows.map(\.text) == ["C", "b"])
        #expect($rows[id: 1] == nil)
    }

    @Test func `H18 an element that is gone keeps its last value, writes nothing, and is there again when it comes back`() throws {
        @Shared(value: rows()) var rows: [Row]
        let second = try #require($rows[id: 2])
        $rows.withLock { $0[1].text = "last" }
        $rows.withLock { $0.removeAll { $0.id == 2 } }
        #expect(second.wrappedValue.text == "last")
        second.withLock { $0.text = "own" }
        #expect(second.wrappedValue.text == "own")
        #expect(rows.map(\.text) == ["a", "c"])
        $rows.withLock { $0.append(Row(id: 2, text: "back")) }
        #expect(second.wrappedValue.text == "back")
    }

    @Test func `H18 a position that is no longer the same element keeps the last value and writes nothing`() {
        @Shared(value: ["a", "b", "c"]) var names: [String]
        let first = $names[0]
        let third = $names[2]
        $names.withLock { $0.append("d") }
        first.withLock { $0 = "A" }
        third.withLock { $0 = "C" }
        #expect(names == ["A", "b", "C", "d"])
        $names.withLock { _ = $0.remove(at: 1) }
        first.withLock { $0 = "a" }
        third.withLock { $0 = "!" }
        #expect(names == ["a", "C", "d"])
        #expect(third.wrappedValue == "!")
        $names.withLock { $0.insert("x", at: 0) }
        #expect(third.wrappedValue == "!")
        #expect(first.wrappedValue == "a")
    }

    @Test func `H11 H18 who observes a position that is missing is told when there is one`() {
        let names = Shared(value: ["a", "b"])
        let second = names[1]
        names.projectedValue = Shared(value: ["x"])
        let told = Counter()
        observe(told) { _ = second.wrappedValue }
        #expect(second.wrappedValue == "b")
        names.withLock { $0.append("y") }
        #expect(told.value == 1 && second.wrappedValue == "y")
    }

    @Test func `H18 a position that is followed while a write is being told begins after that write`() throws {
        @Shared(value: Names(all: ["a", "b", "c"])) var team: Names
        let names: Shared<[String]> = $team.all
        let other = names[1]
        let made = Locked<[Shared<String>]>([])
        withObservationTracking {
            _ = names.wrappedValue
        } onChange: {
            let found = [names[0]] + names.elements
            #expect(found.map(\.wrappedValue) == ["b", "b", "c"])
            made.withLock { $0 = found }
        }
        names.withLock { _ = $0.removeFirst() }
        let found = made.withLock { $0 }
        try #require(found.count == 3)
        #expect(found.map(\.wrappedValue) == ["b", "b", "c"])
        found[0].withLock { $0 = "B" }
        found[2].withLock { $0 = "C" }
        #expect(names.wrappedValue == ["B", "C"])
        #expect(other.wrappedValue == "b", "it was followed before the write")
        names.withLock { _ = $0.removeFirst() }
        #expect(found.map(\.wrappedValue) == ["B", "B", "C"], "gone, and no other element has taken its place")
    }

    @Test func `H18 positions that are followed during writes of another thread are those of one moment`() {
        for _ in 0..<stressRounds(20, full: 200) {
            @Shared(value: Array(0..<60)) var numbers: [Int]
            let shared = $numbers
            Thread.detachNewThread { for _ in 0..<59 { shared.withLock { _ = $0.removeFirst() } } }
            var before = 0
            while before < 59 {
                before = shared.wrappedValue[0]
                #expect(shared[0].wrappedValue >= before)
                let all = shared.elements.map(\.wrappedValue)
                #expect(all == Array(all[0]..<60))
            }
        }
    }

    @Test func `H18 iterating gives elements that are followed by identity`() {
        @Shared(value: rows()) var rows: [Row]
        let all = $rows.elements
        $rows.withLock { $0.reverse() }
        for row in all { row.withLock { $0.text += "!" } }
        #expect(rows.map(\.text) == ["c!", "b!", "a!"])
        #expect(all.map(\.id) == [1, 2, 3])
        let readers = SharedReader($rows).elements.map(\.wrappedValue.text)
        #expect(readers == ["c!", "b!", "a!"])
    }

    @Test func `H18 a thousand threads' worth of changes around an element never reach another one`() async {
        @Shared(value: (0..<8).map { Row(id: $0) }) var rows: [Row]
        let shared = $rows
        await withTaskGroup(of: Void.self) { group in
            for id in 0..<4 {
                let row = shared[id]
                group.addTask { for _ in 0..<250 { row.withLock { $0.text += "x" } } }
            }
            group.addTask {
                for _ in 0..<250 { shared.withLock { $0.append($0.removeFirst()) } }
            }
        }
        for row in rows { #expect(row.text.count == (row.id < 4 ? 250 : 0)) }
    }
}
