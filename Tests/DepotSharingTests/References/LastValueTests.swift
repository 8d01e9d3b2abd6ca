import Depot
import DepotSharing
import DepotTesting
import Dispatch
import Observation
import Testing

/// What a part shows that can be missing, while it is, and who is told of it; one test after the other, as an identity has one thing to do.
@Suite(.serialized) struct LastValueTests {
    @Test func `H4 a part of a part keeps what was written to it while its whole was missing`() throws {
        let list = Shared(value: [Node(id: 1)])
        let node = try #require(list[id: 1])
        let note = try #require(Shared(node.note))
        list.withLock { $0 = [] }
        note.text.withLock { $0 = "written meanwhile" }
        #expect(node.wrappedValue.note?.text == "written meanwhile")
        node.withLock { $0.note?.pages = 2 }
        node.note.withLock { $0 = nil }
        #expect(note.wrappedValue == Node.Note(text: "written meanwhile", pages: 2))
        list.withLock { $0 = [Node(id: 1, note: nil)] }
        #expect(note.wrappedValue == Node.Note(text: "written meanwhile", pages: 2))
        list.withLock { $0 = [Node(id: 1)] }
        #expect(note.wrappedValue == Node.Note())
    }

    @Test func `H4 H18 a position that is gone for good takes nothing of what its whole is written to while that is missing`() {
        let rows = Shared(value: [[1, 2]])
        let (row, number) = (rows[0], rows[0][1])
        row.withLock { $0.removeFirst() }
        #expect(number.wrappedValue == 2)
        rows.withLock { $0 = [] }
        row.withLock { $0 = [3, 4] }
        #expect(number.wrappedValue == 2)
        number.withLock { $0 = 5 }
        row.withLock { $0 = [6, 7] }
        #expect(number.wrappedValue == 5)
    }

    @Test func `H15 a write to a part that has just gone is not undone when that is told`() throws {
        let part = Locked<Shared<Int>?>(nil)
        // A save comes after the write and before the followers are told of it.
        let store = ManualStore<Int?>(save: { value, continuation in
            if value == nil, let part = part.withLock({ $0 }) { part.withLock { $0 += 8 } }
            continuation.resume()
        })
        @Shared(ManualKey(id: "optional", store: store)) var optional: Int?
        $optional.withLock { $0 = 1 }
        part.withLock { $0 = Shared($optional) }
        $optional.withLock { $0 = nil }
        #expect(part.withLock { $0 }?.wrappedValue == 9)
    }

    @Test func `H11 H15 a write to a part that is missing is kept while its property is being turned`() async throws {
        let (first, second, list) = (Shared(value: [Node(id: 1)]), Shared(value: [Node]()), Shared(value: [Node]()))
        list.projectedValue = first
        let part = try #require(list[id: 1])
        var iterator = part.values.makeAsyncIterator()
        // The identity is hashed where the part is entered in what the property is turned to.
        NodeID.whenHashed.withLock { $0 = { part.withLock { $0.note = nil } } }
        list.projectedValue = second
        #expect(NodeID.whenHashed.withLock { $0 } == nil)
        #expect(part.wrappedValue.note == nil)
        #expect(await iterator.next() == Node(id: 1))
        #expect(await iterator.next()?.note == nil)
        list.projectedValue = first
        #expect(part.wrappedValue == Node(id: 1))
        #expect(await iterator.next() == Node(id: 1))
    }

    @Test func `H11 H15 a property turned to where its part is there, while that is written, shows what is there`() async throws {
        let (there, missing, property) = (Shared<Int?>(value: 7), Shared<Int?>(value: nil), Shared<Int?>(value: 0))
        property.projectedValue = there
        let part = try #require(Shared(property))
        var values = part.values.makeAsyncIterator()
        property.projectedValue = missing
        part.withLock {
            $0 = 5
            property.projectedValue = there
        }
        #expect(part.wrappedValue == 7)
        part.withLock { $0 = -1 }
        var before = 0
        while let value = await values.next(), value != -1 { before = value }
        #expect(before == 7)
        #expect(there.wrappedValue == -1)
    }

    @Test func `H11 H15 threads that turn a property and write what is missing in it`() async throws {
        for _ in 0..<stressRounds(100, full: 2_000) {
            let (there, missing, property) = (Shared<Int?>(value: 0), Shared<Int?>(value: nil), Shared<Int?>(value: 0))
            property.projectedValue = there
            let part = try #require(Shared(property))
            let values = part.values.makeAsyncIterator()
            DispatchQueue.concurrentPerform(iterations: 4) { i in
                for k in 0..<20 {
                    if i < 2 {
                        property.projectedValue = (i + k).isMultiple(of: 2) ? there : missing
                    } else {
                        part.withLock { $0 = 100 * i + k }
                    }
                }
            }
            let last = part.wrappedValue
            part.withLock { $0 = -1 }
            var (iterator, before) = (values, -2)
            while let value = await iterator.next(), value != -1 { before = value }
            #expect(before == last)
        }
    }

    @Test func `H15 a write to a part that is missing is seen by its thread while another one turns the property`() throws {
        let (one, other, property) = (Shared<Int?>(value: nil), Shared<Int?>(value: nil), Shared<Int?>(value: 0))
        let part = try #require(Shared(property))
        property.projectedValue = one
        DispatchQueue.concurrentPerform(iterations: 2) { i in
            for k in 0..<stressRounds(2_000, full: 100_000) {
                if i == 0 {
                    property.projectedValue = k.isMultiple(of: 2) ? other : one
                } else {
                    part.withLock { $0 = k }
                    #expect(part.wrappedValue == k)
                }
            }
        }
    }

    @Test func `C17 what a write of a part puts there and throws goes outside the turn to write`() throws {
        struct Holder: Sendable {
            var item: Item? = Item()
            var count = 0
        }
        struct Item: Sendable { var words: LastWords? }
        let holder = Shared(value: Holder())
        let item = try #require(Shared(holder.item))
        for isMissing in [false, true] {
            if isMissing { holder.item.withLock { $0 = nil } }
            #expect(throws: Failure()) {
                try item.withLock {
                    $0.words = LastWords { holder.count.withLock { $0 += 1 } }
                    throw Failure()
                }
            }
            #expect(item.wrappedValue.words == nil)
        }
        #expect(holder.wrappedValue.count == 2)
    }

    @Test func `C17 what a part that is missing had before a write goes outside the turn to write`() throws {
        let (optional, ends) = (Shared<LastWords?>(value: LastWords {}), Counter())
        let part = try #require(Shared(optional))
        optional.withLock { $0 = nil }
        part.withLock {
            $0 = LastWords {
                optional.withLock { $0 = nil }
                ends.add()
            }
        }
        part.withLock { $0 = LastWords {} }
        #expect(ends.value == 1)
    }

    @Test func `H11 a part of a part is told of its whole's last value, also where it was missing before that`() throws {
        let list = Shared(value: [Node(id: 1, note: Node.Note(pages: 5))])
        let node = try #require(list[id: 1])
        let pages = try #require(Shared(node.note)).pages
        node.note.withLock { $0 = nil }
        let told = Counter()
        withObservationTracking {
            #expect(pages.wrappedValue == 5)
        } onChange: {
            told.add()
        }
        list.withLock { $0 = [] }
        #expect(pages.wrappedValue == 5 && told.value == 0)
        node.note.withLock { $0 = Node.Note(pages: 6) }
        #expect(pages.wrappedValue == 6 && told.value == 1)
    }

    @Test func `H11 what is turned to another store while a part of it is read is told by that one`() throws {
        let list = Shared(value: [Node]())
        for isThere in [true, false] {
            let (first, second) = (Shared(value: [Node(id: 1)]), Shared(value: [Node(id: 1)]))
            list.projectedValue = first
            let (part, told) = (list[id: 1], Counter())
            withObservationTracking {
                NodeID.whenHashed.withLock { $0 = { list.projectedValue = second } }
                if isThere { _ = part?.wrappedValue } else { _ = list[id: 2] }
            } onChange: {
                told.add()
            }
            #expect(NodeID.whenHashed.withLock { $0 } == nil)
            second.withLock { $0 = [Node(id: 2)] }
            #expect(told.value == 1)
        }
    }
}

private struct Node: Identifiable, Equatable, Sendable {
    var id: NodeID
    var note: Note? = Note()

    struct Note: Equatable, Sendable {
        var text = ""
        var pages = 1
    }
}

/// An identity that does something when it is hashed next.
private struct NodeID: Hashable, Sendable, ExpressibleByIntegerLiteral {
    static let whenHashed = Locked<(@Sendable () -> Void)?>(nil)
    let number: Int

    init(integerLiteral number: Int) { self.number = number }

    func hash(into hasher: inout Hasher) {
        let action = Self.whenHashed.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
        hasher.combine(number)
    }
}
