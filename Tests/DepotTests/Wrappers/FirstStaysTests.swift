import Depot
import Testing

/// What several threads or runs have made for the same `Lazy` or graph: the first one stays, where it is right for the others too.
@Suite struct FirstStaysTests {
    private let container = Container()

    @Test func `R1 a Lazy gives nothing that another thread had asked for before a change`() {
        let (hasBegun, mayEnd, hasEnded) = (Gate(), Gate(), Gate())
        container.register(Parcel.self) { _ in
            hasBegun.open()
            mayEnd.pass()
            return Parcel(1)
        }
        container.register(Holder.self, .singleton) { r in try Holder(r.resolve()) }
        let holder = container.resolve(Holder.self)
        let slow = startThread {
            _ = holder.parcel()
            hasEnded.open()
        }
        hasBegun.pass()
        container.register(Parcel.self) { _ in
            // What the other thread has made is kept before this.
            mayEnd.open()
            hasEnded.pass()
            hasEnded.open()
            return Parcel(2)
        }
        #expect(holder.parcel().number == 2)
        #expect(holder.parcel().number == 2)
        join(slow)
    }

    @Test func `R9 a Lazy gives the same at every call in an override, also where the factory has called it`() {
        container.register(Parcel.self) { _ in Parcel(0) }
        container.register(Holder.self, .singleton) { r in try Holder(r.resolve()) }
        let holder = container.resolve(Holder.self)
        let configured = Locked<Container?>(nil)
        container.withOverrides { override in
            configured.withLock { $0 = override }
            override.replace(Parcel.self) { _ in
                configured.withLock { $0 }?.replace(Parcel.self) { _ in Parcel(2) }
                _ = holder.parcel()
                return Parcel(1)
            }
        } operation: {
            let first = holder.parcel()
            #expect(first.number == 2)
            #expect(holder.parcel() === first)
        }
        configured.withLock { $0 = nil }
        #expect(holder.parcel().number == 0)
    }

    @Test func `C7 R1 a graph's instance that another thread was faster to make is not given where it is overridden`() {
        let (isMocked, hasMade, faster) = (Gate(), Gate(), Locked<Int?>(nil))
        let mock = Parcel(1)
        container.register(Parcel.self, .singleton) { _ in Parcel(0) }
        container.register(Leaf.self, .graph) { r in
            let parcel = try r.resolve(Parcel.self)
            if parcel === mock {
                isMocked.open()
                hasMade.pass()
            }
            return Leaf(parcel)
        }
        container.register(Root.self) { [container] r in
            let other = startThread {
                isMocked.pass()
                let number = (try? r.resolve(Leaf.self))?.parcel.number
                faster.withLock { $0 = number }
                hasMade.open()
            }
            let leaf = try container.withOverrides { override in
                override.replace(Parcel.self, with: mock)
            } operation: {
                try r.resolve(Leaf.self)
            }
            join(other)
            return Root(leaf)
        }
        #expect(container.resolve(Root.self).leaf.parcel === mock)
        #expect(faster.withLock { $0 } == 0)
    }
}

private final class Parcel: Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }
}

private final class Holder: Sendable {
    let parcel: Lazy<Parcel>

    init(_ parcel: Lazy<Parcel>) {
        self.parcel = parcel
    }
}

private final class Leaf: Sendable {
    let parcel: Parcel

    init(_ parcel: Parcel) {
        self.parcel = parcel
    }
}

private final class Root: Sendable {
    let leaf: Leaf

    init(_ leaf: Leaf) {
        self.leaf = leaf
    }
}
