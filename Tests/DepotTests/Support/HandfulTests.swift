import Testing

@testable import Depot

struct HandfulTests {
    private final class Thing {}

    @Test func `It lists what was added, in order`() {
        let things = (0..<4).map { _ in Thing() }
        var list = Handful<Thing>()
        for count in 0...4 {
            #expect(list.count == count)
            #expect(list.last === things[..<count].last)
            #expect(zip(list, things).allSatisfy { $0 === $1 })
            #expect(list.first(where: { $0 === things[0] }) === things[..<count].first)
            #expect(list.allSatisfy { listed in things[..<count].contains { $0 === listed } })
            if count < 4 { list = list.adding(things[count]) }
        }
        #expect(!list.allSatisfy { $0 === things[0] })
    }

    @Test func `It forgets what is taken out, wherever that stands`() {
        let things = (0..<3).map { _ in Thing() }
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            var list: Handful<Thing> = [things[0], things[1], things[2]]
            for index in order {
                list = list.removing(things[index])
                #expect(!list.contains { $0 === things[index] })
                list = list.removing(Thing())
            }
            #expect(list.isEmpty)
            #expect(list.last == nil)
        }
    }

    @Test func `Lists are joined, in order`() {
        let things = (0..<5).map { _ in Thing() }
        for middle in 0...5 {
            var list = Handful(Array(things[..<middle]))
            list.append(Handful(Array(things[middle...])))
            var seen: [Thing] = []
            list.forEach { seen.append($0) }
            #expect(seen.map(ObjectIdentifier.init) == things.map(ObjectIdentifier.init))
            #expect(list.map(ObjectIdentifier.init) == seen.map(ObjectIdentifier.init))
            #expect(!list.hasNoMoreThanOne)
        }
        let one = Handful(things[0])
        #expect(one.isOnly(things[0]))
        #expect(one.hasNoMoreThanOne)
        #expect(!one.adding(things[1]).isOnly(things[0]))
    }

    @Test func `What is taken out is let go of`() {
        var list = Handful<Thing>()
        for _ in 0..<3 { list = list.adding(Thing()) }
        weak let first = list.first
        list = list.removing(list[0])
        #expect(first == nil)
    }
}
