import Depot
import Testing

/// What the forms of registering mean.
@Suite struct RegisteringTests {
    @Test func `C8 a parent's singleton is built in the parent by the parent's registrations`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.register((any Network).self, .singleton) { _ in MockNetwork("child") }
        let screen = child.resolve(Screen.self)
        #expect(screen.network.tag == "real")
        #expect(parent.resolve(Screen.self) === screen)
        #expect(child.resolve((any Network).self).tag == "child")
        #expect(parent.resolve((any Network).self).tag == "real")
    }

    @Test func `C8 a key registered in the child later stands before the parent's`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.register(Keychain.self, name: "n") { r in try r.resolve() }
        let before = child.resolve(Keychain.self)
        child.register(Screen.self, .singleton, using: Screen.init)
        #expect(child.resolve(Screen.self) !== parent.resolve(Screen.self))
        child.register(Keychain.self, .singleton, using: Keychain.init)
        #expect(child.resolve(Keychain.self) !== before)
        #expect(parent.resolve(Keychain.self) === before)
    }

    @Test func `C9 names and argument types are part of the key`() {
        let container = Container()
        container.register(String.self) { _ in "plain" }
        container.register(String.self, name: "a") { _ in "a" }
        container.register(String.self) { (_, id: UserID) in "user \(id.value)" }
        container.register(String.self) { (_, number: Int) in "int \(number)" }
        container.register(String.self, name: "a") { (_, number: Int) in "a \(number)" }
        #expect(container.resolve(String.self) == "plain")
        #expect(container.resolve(String.self, name: "a") == "a")
        #expect(container.resolve(String.self, arguments: UserID(1)) == "user 1")
        #expect(container.resolve(String.self, arguments: 1) == "int 1")
        #expect(container.resolve(String.self, name: "a", arguments: 1) == "a 1")
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(String.self, arguments: "x") }?.kind == "wrongArguments")
        #expect(Name("a") == "a")
        #expect(Name("a").description == "a")
    }

    @Test func `C10 an exact registration of a wrapper type wins`() {
        struct Taker: Sendable {
            let optional: Int?
            let array: [Int]
        }
        let container = Container()
        container.register(Int.self) { _ in 1 }
        container.register(Taker.self, using: Taker.init)
        #expect(container.resolve(Taker.self).optional == 1)
        #expect(container.resolve(Taker.self).array == [1])
        container.register(Int?.self) { _ in 7 }
        container.register([Int].self) { _ in [8, 9] }
        #expect(container.resolve(Taker.self).optional == 7)
        #expect(container.resolve(Taker.self).array == [8, 9])
    }

    @Test func `C10 a missing optional is nil, but its own missing dependency surfaces`() {
        final class Taker: Sendable {
            let screen: Screen?
            init(_ screen: Screen?) { self.screen = screen }
        }
        let container = Container()
        container.register(Taker.self, using: Taker.init)
        #expect(container.resolve(Taker.self).screen == nil)
        container.register(Screen.self, using: Screen.init)
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Taker.self) }?.path == ["Taker", "Screen", "UseCase"])
    }

    @Test func `C11 decorators wrap in order, once for a singleton, before or after the registration`() {
        for isLate in [false, true] {
            let calls = Counter()
            let container = Container()
            if isLate { container.register((any Network).self, .singleton) { _ in MockNetwork("base") } }
            container.decorate((any Network).self) { base, _ in
                calls.increment()
                return MockNetwork("a(\(base.tag))")
            }
            container.decorate((any Network).self) { base, _ in MockNetwork("b(\(base.tag))") }
            if !isLate { container.register((any Network).self, .singleton) { _ in MockNetwork("base") } }
            #expect(container.resolve((any Network).self).tag == "b(a(base))")
            #expect(container.resolve((any Network).self) === container.resolve((any Network).self))
            #expect(calls.value == 1)
        }
    }

    @Test func `C11 a decorator works for every lifetime, and in a child over the parent's`() async throws {
        let clock = TurnableClock()
        for lifetime in [SharedLifetime.singleton, .eager, .weak, .cached(for: .seconds(1), clock: clock)] {
            let container = Container()
            container.register((any Network).self, lifetime) { _ in MockNetwork("base") }
            container.decorate((any Network).self) { base, _ in MockNetwork("d(\(base.tag))") }
            #expect(container.resolve((any Network).self).tag == "d(base)")
        }
        let container = Container()
        container.registerAsync((any Network).self, .singleton) { _ in MockNetwork("async") }
        container.decorate((any Network).self) { base, _ in MockNetwork("d(\(base.tag))") }
        #expect(try await container.resolveAsync((any Network).self).tag == "d(async)")
        let child = Container(parent: container)
        child.decorate((any Network).self) { base, _ in MockNetwork("c(\(base.tag))") }
        #expect(try await child.resolveAsync((any Network).self).tag == "c(d(async))")
        #expect(container.resolve((any Network).self).tag == "d(async)")
    }

    @Test func `C12 an alias gives the same instance under both types`() async throws {
        let container = makeStack()
        container.alias((any Networked).self, to: UseCase.self) { $0 }
        container.alias((any Networked).self, name: "again", to: (any Networked).self) { $0 }
        #expect(container.resolve((any Networked).self) === container.resolve(UseCase.self))
        #expect(container.resolve((any Networked).self, name: "again") === container.resolve(UseCase.self))
        container.registerAsync(UseCase.self, .singleton) { r in try UseCase(r.resolve()) }
        #expect(failure { () throws(ResolutionError) in try container.tryResolve((any Networked).self) }?.kind == "requiresAsync")
        let useCase = try await container.resolveAsync((any Networked).self)
        #expect(useCase === container.resolve(UseCase.self))
    }

    @Test func `C12 contributions keep their order, a parent's come first`() {
        let parent = Container()
        parent.contribute(String.self) { _ in "p1" }
        parent.register(String.self) { _ in "p2" }
        parent.contribute(String.self) { _ in "p3" }
        let child = Container(parent: parent)
        child.contribute(String.self) { _ in "c1" }
        child.contribute(String.self) { _ in "c2" }
        #expect(child.resolveAll(String.self) == ["p1", "p2", "p3", "c1", "c2"])
        #expect(parent.resolveAll(String.self) == ["p1", "p2", "p3"])
        #expect(child.resolveAll(Int.self) == [])
        parent.contribute(String.self) { _ in "p4" }
        #expect(child.resolveAll(String.self) == ["p1", "p2", "p3", "p4", "c1", "c2"])
    }

    @Test func `C12 a singleton that took a collection is made anew when one is added`() {
        final class Taker: Sendable {
            let all: [String]
            init(_ all: [String]) { self.all = all }
        }
        let container = Container()
        container.contribute(String.self) { _ in "a" }
        container.register(Taker.self, .singleton, using: Taker.init)
        #expect(container.resolve(Taker.self).all == ["a"])
        container.contribute(String.self) { _ in "b" }
        #expect(container.resolve(Taker.self).all == ["a", "b"])
    }
}
