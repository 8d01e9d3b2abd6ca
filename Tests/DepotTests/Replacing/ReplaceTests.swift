import Depot
import Testing

/// Replacing and restoring on a container.
@Suite struct ReplaceTests {
    @Test func `R2 nested replacements of one key restore in any order`() {
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1]] {
            let container = makeStack()
            let before = container.resolve(Screen.self)
            var open = (0..<3).map { ($0, container.replace((any Network).self, with: MockNetwork("m\($0)"))) }
            #expect(container.resolve(Screen.self).network.tag == "m2")
            for index in order {
                open.first { $0.0 == index }?.1.restore()
                open.removeAll { $0.0 == index }
                #expect(container.resolve(Screen.self).network.tag == open.last.map { "m\($0.0)" } ?? "real")
            }
            #expect(container.resolve(Screen.self) === before)
        }
    }

    @Test func `R2 replacements of two keys restore in any order, to the very instances`() {
        let container = makeStack()
        let before = container.resolve(Screen.self)
        let network = container.replace((any Network).self, with: MockNetwork())
        let withNetwork = container.resolve(Screen.self)
        let repository = container.replace(Repository.self, with: Repository(MockNetwork("two")))
        #expect(container.resolve(Screen.self).network.tag == "two")
        network.restore()
        #expect(container.resolve(Screen.self).network.tag == "two")
        repository.restore()
        #expect(container.resolve(Screen.self) === before)
        #expect(withNetwork.network.tag == "mock")
    }

    @Test func `R1 a transient that was resolved before is the replacement's from then on`() {
        let container = Container()
        container.register((any Network).self, using: RealNetwork.init)
        let tags = { (0..<3).map { _ in container.resolve((any Network).self).tag } }
        #expect(tags() == ["real", "real", "real"])
        let byFactory = container.replace((any Network).self) { _ in MockNetwork() }
        #expect(tags() == ["mock", "mock", "mock"])
        byFactory.restore()
        #expect(tags() == ["real", "real", "real"])
        container.replace((any Network).self, with: MockNetwork("other"))
        #expect(tags() == ["other", "other", "other"])
        container.restoreAll()
        #expect(tags() == ["real", "real", "real"])
    }

    @Test func `R2 restoring twice does nothing`() {
        let container = makeStack()
        let replacement = container.replace((any Network).self, with: MockNetwork())
        #expect(replacement.restore())
        #expect(!replacement.restore())
        container.restoreAll()
        #expect(container.resolve(Screen.self).network.tag == "real")
    }

    @Test func `R2 what was made meanwhile is disposed, what was handed in is not`() async {
        final class Conn: Disposable, Networked {
            let network: any Network
            let log: Log
            init(_ network: any Network, _ log: Log) {
                self.network = network
                self.log = log
            }
            func dispose() { log.add("disposed " + network.tag) }
        }
        let log = Log()
        let container = makeStack()
        container.register(Conn.self, .singleton) { r in Conn(try r.resolve(), log) }
        let before = container.resolve(Conn.self)
        let replacement = container.replace((any Network).self, with: MockNetwork())
        _ = container.resolve(Conn.self)
        replacement.restore()
        await container.settled()
        #expect(log.all == ["disposed mock"])
        #expect(container.resolve(Conn.self) === before)
        container.replace(Conn.self, with: Conn(MockNetwork("own"), log)).restore()
        await container.settled()
        await container.close()
        #expect(log.all == ["disposed mock", "disposed real"])
    }

    @Test func `R2 a replacement whose factory throws leaves the state before`() {
        let container = makeStack()
        let before = container.resolve(Screen.self)
        let replacement = container.replace((any Network).self) { _ in throw Failure() }
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Screen.self) }
        #expect(error?.underlying as? Failure == Failure())
        replacement.restore()
        #expect(container.resolve(Screen.self) === before)
    }

    @Test func `R2 a replacement that makes a cycle is an error, and the state before comes back`() {
        let container = makeStack()
        let before = container.resolve(Screen.self)
        container.replace((any Network).self) { r in try r.resolve(Screen.self).network }
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Screen.self) }?.kind == "cycle")
        container.restoreAll()
        #expect(container.resolve(Screen.self) === before)
    }

    @Test func `R2 a factory replacement of a singleton is shared while it lasts`() {
        let container = makeStack()
        let made = Counter()
        let replacement = container.replace((any Network).self) { _ in MockNetwork("\(made.increment())") }
        #expect(container.resolve((any Network).self) === container.resolve((any Network).self))
        #expect(container.resolve(Screen.self).network === container.resolve((any Network).self))
        replacement.restore()
        #expect(made.value == 1)
    }

    @Test func `R2 a factory replacement with arguments is shared as the registration is`() {
        let container = makeStack()
        container.register(Keychain.self, .singleton) { (_, _: UserID) in Keychain() }
        let before = container.resolve(Keychain.self, arguments: UserID(1))
        container.replace(Keychain.self) { (_, _: UserID) in Keychain() }
        let mock = container.resolve(Keychain.self, arguments: UserID(1))
        #expect(mock !== before)
        #expect(container.resolve(Keychain.self, arguments: UserID(1)) === mock)
        #expect(container.resolve(Keychain.self, arguments: UserID(2)) !== mock)
        container.restoreAll()
        #expect(container.resolve(Keychain.self, arguments: UserID(1)) === before)
    }

    @Test func `R2 a key registered anew while it is replaced comes to light at the restore`() {
        let container = makeStack()
        let screen = container.resolve(Screen.self)
        let replacement = container.replace((any Network).self, with: MockNetwork())
        container.register((any Network).self, .singleton) { _ in MockNetwork("new") }
        #expect(container.resolve((any Network).self).tag == "mock")
        #expect(container.resolve(Screen.self).network.tag == "mock")
        replacement.restore()
        #expect(container.resolve(Screen.self).network.tag == "new")
        #expect(container.resolve(Screen.self) !== screen)
    }

    @Test func `R2 a restore while the dependent is being made is not lost`() {
        let container = makeStack()
        let entered = Gate()
        let go = Gate()
        let isFirst = Counter()
        container.register(UseCase.self, .singleton) { r in
            let useCase = UseCase(try r.resolve())
            if isFirst.increment() == 1 {
                entered.open()
                go.pass()
            }
            return useCase
        }
        let replacement = container.replace((any Network).self, with: MockNetwork())
        let thread = startThread { _ = container.resolve(UseCase.self) }
        entered.pass()
        replacement.restore()
        go.open()
        join(thread)
        #expect(container.resolve(UseCase.self).network.tag == "real")
        #expect(container.resolve(Screen.self).network.tag == "real")
    }

    @Test func `R5 a replacement that nothing resolved is listed`() {
        let container = makeStack()
        container.replace((any Network).self, with: MockNetwork())
        container.replace(Keychain.self, with: Keychain())
        container.register(Keychain.self, name: "b", using: Keychain.init)
        container.replace(Keychain.self, name: "b", with: Keychain())
        #expect(container.unusedReplacements == ["any Network", "Keychain", "Keychain named \"b\""])
        _ = container.resolve(Screen.self)
        #expect(container.unusedReplacements == ["Keychain", "Keychain named \"b\""])
        container.restoreAll()
        #expect(container.unusedReplacements == [])
    }

    @Test func `R5 a replacement that somebody has a handle of is listed until that is called`() {
        let container = makeStack()
        struct Holder: Sendable {
            let network: Lazy<any Network>
            let keychain: Provider<Keychain>
        }
        container.register(Holder.self, using: Holder.init)
        container.replace((any Network).self, with: MockNetwork())
        container.replace(Keychain.self) { _ in Keychain() }
        let holder = container.resolve(Holder.self)
        #expect(container.unusedReplacements == ["any Network", "Keychain"])
        _ = holder.network()
        #expect(container.unusedReplacements == ["Keychain"])
        _ = holder.keychain()
        #expect(container.unusedReplacements == [])
    }

    @Test func `C8 a replacement in a child is not seen by the parent`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        let before = parent.resolve(Screen.self)
        let replacement = child.replace((any Network).self, with: MockNetwork())
        #expect(child.resolve((any Network).self).tag == "mock")
        #expect(parent.resolve((any Network).self).tag == "real")
        #expect(child.resolve(Screen.self) === before)
        replacement.restore()
        #expect(child.resolve((any Network).self).tag == "real")
    }

    @Test func `R1 two containers that use each other do not mix up their replacements`() {
        let inner = makeStack()
        let outer = Container()
        outer.register(UseCase.self, .singleton) { [unowned inner] _ in UseCase(inner.resolve()) }
        outer.register(Keychain.self, .singleton, using: Keychain.init)
        for _ in 0..<3 { outer.replace(Keychain.self, with: Keychain()).restore() }
        let real = inner.resolve(Repository.self)
        for _ in 0..<20 {
            _ = outer.resolve(UseCase.self)
            outer.register(Keychain.self, .singleton, using: Keychain.init)
            _ = outer.resolve(Keychain.self)
            _ = outer.resolve(UseCase.self)
            let replacement = inner.replace((any Network).self, with: MockNetwork())
            #expect(inner.resolve(Repository.self).network.tag == "mock")
            replacement.restore()
            #expect(inner.resolve(Repository.self) === real)
        }
    }

    @Test func `R1 a waiter whose resolve began after a change does not get what was being made from what was there before`() {
        final class Outer: Sendable {
            let id: UserID
            init(_ id: UserID) { self.id = id }
        }
        for round in 0..<100 {
            let container = Container()
            let (hasBegun, mayEnd, isAsking) = (Gate(), Gate(), Gate())
            container.register(UserID.self, .singleton) { _ in
                hasBegun.open()
                mayEnd.pass()
                return UserID(1)
            }
            container.register(Outer.self, .singleton, using: Outer.init)
            let first = startThread { _ = container.resolve(Outer.self) }
            hasBegun.pass()
            if round % 2 == 0 {
                container.replace(UserID.self, with: UserID(2))
            } else {
                container.register(UserID.self, .singleton) { _ in UserID(2) }
            }
            let seen = Box<UserID?>(nil)
            let second = startThread {
                isAsking.open()
                seen.value = container.resolve(Outer.self).id
            }
            isAsking.pass()
            // Time for it to join, if it can; where it comes later, it gets what it should anyway.
            for _ in 0..<200 { yieldProcessor() }
            mayEnd.open()
            join(first)
            join(second)
            #expect(seen.value == UserID(2))
        }
    }
}
