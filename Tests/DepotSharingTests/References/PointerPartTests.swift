import DepotSharing
import Dispatch
import Observation
import Testing

/// Properties that are turned to a part of themselves.
@Suite struct PointerPartTests {
    private let root = Shared(value: Tree(1, [Tree(2, [Tree(3, [Tree(4)])])]))
    private let property = Shared(value: Tree(0))

    init() { property.projectedValue = root }

    @Test func `H5 a property may be turned to a part of itself, with its copies`() async {
        let copy = property
        let told = Counter()
        var iterator = copy.values.makeAsyncIterator()
        withObservationTracking {
            _ = copy.wrappedValue
        } onChange: {
            told.add()
        }
        property.projectedValue = property.children[0]
        #expect(told.value == 1)
        #expect(property.wrappedValue.id == 2 && copy.wrappedValue.id == 2)
        property.name.withLock { $0 = "written" }
        #expect(root.wrappedValue.children[0].name == "written")
        root.children[0].name.withLock { $0 = "read" }
        #expect(copy.wrappedValue.name == "read")
        for name in ["", "", "written", "read"] { #expect(await iterator.next()?.name == name) }
        property.projectedValue = property.children[0]
        property.projectedValue = property.children[0]
        #expect(copy.wrappedValue.id == 4)
        copy.name.withLock { $0 = "deep" }
        #expect(root.wrappedValue.children[0].children[0].children[0].name == "deep")
    }

    @Test func `H5 a property may be turned to a part of a part of itself`() {
        let other = Shared(value: Tree(0))
        other.projectedValue = property.children[0]
        property.projectedValue = other.children[0]
        #expect(property.wrappedValue.id == 3)
        property.name.withLock { $0 = "written" }
        #expect(root.wrappedValue.children[0].children[0].name == "written")
        property.projectedValue = root
        #expect(other.wrappedValue.id == 2, "a part follows its whole")
    }

    @Test func `H4 H5 a property that is turned to a part of itself that is gone has its last value`() {
        let part = property.children[0]
        root.withLock { $0.children = [] }
        root.withLock { $0.children = [Tree(5)] }
        property.projectedValue = part
        #expect(property.wrappedValue.id == 2)
        property.name.withLock { $0 = "written" }
        #expect(property.wrappedValue.name == "written")
        #expect(root.wrappedValue.children.map(\.name) == [""])
    }

    @Test func `H4 H5 a part of a part keeps its last value when the property that they are of is turned`() {
        let child = property.children[0]
        let name = child.name
        child.name.withLock { $0 = "written" }
        property.projectedValue = Shared(value: Tree(0))
        #expect(child.wrappedValue.name == "written" && name.wrappedValue == "written")
        let other = Shared(value: Tree(6, [Tree(7)]))
        property.projectedValue = other
        #expect(child.wrappedValue.id == 7)
        other.children[0].name.withLock { $0 = "there" }
        other.withLock { $0.children = [] }
        #expect(child.wrappedValue.name == "there", "it is followed where the property has been turned to")
        #expect(name.wrappedValue == "there")
    }

    @Test func `H5 two threads may turn two properties to parts of each other`() {
        for _ in 0..<stressRounds(200, full: 20_000) {
            let (one, two) = (Shared(value: root.wrappedValue), Shared(value: root.wrappedValue))
            DispatchQueue.concurrentPerform(iterations: 2) { i in
                if i == 0 { one.projectedValue = two.children[0] } else { two.projectedValue = one.children[0] }
            }
            // The one that is turned later is a child's child, and the other one a child of that.
            #expect((2...4).contains(one.wrappedValue.id) && (2...4).contains(two.wrappedValue.id))
        }
    }
}

/// Not `Identifiable`, so that its children are followed by their positions.
private struct Tree: Sendable {
    let id: Int
    var name = ""
    var children: [Tree] = []

    init(_ id: Int, _ children: [Tree] = []) {
        self.id = id
        self.children = children
    }
}
