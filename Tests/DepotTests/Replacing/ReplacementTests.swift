import Depot
import Testing

@Suite struct ReplacementTests {
    @Test func `R2 an instance that was outdated before it was ready is made again`() {
        let container = makeStack()
        let runs = Counter()
        let replacement = container.replace((any Network).self, with: MockNetwork())
        container.register(Repository.self, .singleton) { r in
            runs.increment()
            let repository = Repository(try r.resolve())
            replacement.restore()
            return repository
        }
        #expect(container.resolve(Screen.self).network.tag == "real")
        #expect(runs.value == 2)
    }

    @Test func `R2 what was made from the real thing while another replacement began is not kept beside what comes back`() {
        let container = makeStack()
        let begun = Box<@Sendable () -> Void>({})
        let ending = Box<@Sendable () -> Void>({})
        container.register(Repository.self, .singleton) { r in
            begun.value()
            let repository = Repository(try r.resolve())
            ending.value()
            return repository
        }
        let original = container.resolve(Repository.self)
        let first = container.replace((any Network).self, with: MockNetwork("first"))
        let second = Box<Replacement?>(nil)
        // The run begins under one replacement, sees the real thing, and ends under another.
        begun.value = { first.restore() }
        ending.value = {
            ending.value = {}
            second.value = container.replace((any Network).self, with: MockNetwork("second"))
        }
        #expect(container.resolve(Screen.self).network.tag == "second")
        second.value?.restore()
        #expect(container.resolve(Screen.self).network.tag == "real")
        #expect(container.resolve(UseCase.self).repository === original)
        #expect(container.resolve(Repository.self) === original)
    }

    @Test func `R1 what a factory asks the container for is noted, though it has settled`() {
        let container = makeStack()
        for _ in 0..<3 { _ = container.resolve((any Network).self) }
        container.register(Repository.self, .singleton) { [unowned container] _ in Repository(container.resolve()) }
        let repository = container.resolve(Repository.self)
        let replacement = container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Repository.self).network.tag == "mock")
        replacement.restore()
        #expect(container.resolve(Repository.self) === repository)
    }

    @Test func `R2 nested replacements are restored in any order`() {
        let container = makeStack()
        let screen = container.resolve(Screen.self)
        let outer = container.replace((any Network).self, with: MockNetwork("outer"))
        let inner = container.replace((any Network).self, with: MockNetwork("inner"))
        #expect(container.resolve(Screen.self).network.tag == "inner")
        #expect(outer.restore())
        #expect(container.resolve(Screen.self).network.tag == "inner")
        #expect(inner.restore())
        #expect(!inner.restore())
        #expect(container.resolve(Screen.self) === screen)
    }

    @Test func `R1 R2 what an expired instance's Lazy had resolved still decides what was made from it`() {
        final class Holder: Sendable {
            let lazy: Lazy<UseCase>
            init(_ lazy: Lazy<UseCase>) { self.lazy = lazy }
        }
        final class Service: Sendable {
            let holder: Holder
            init(_ holder: Holder) { self.holder = holder }
        }
        let container = makeStack()
        let clock = TurnableClock()
        container.register(Holder.self, .cached(for: .seconds(10), clock: clock), using: Holder.init)
        container.register(Service.self, .singleton, using: Service.init)
        let service = container.resolve(Service.self)
        #expect(service.holder.lazy().network.tag == "real")
        container.replace((any Network).self, with: MockNetwork())
        clock.turn(by: .seconds(10))
        let meanwhile = container.resolve(Service.self)
        #expect(meanwhile !== service)
        container.replace(Keychain.self, with: Keychain())
        #expect(container.resolve(Service.self) === meanwhile)
        container.restoreAll()
        #expect(container.resolve(Service.self) === service)
    }

    @Test func `R2 a mock that nothing resolved is told`() {
        let container = makeStack()
        container.replace((any Network).self, with: MockNetwork())
        container.replace(Keychain.self, with: Keychain())
        #expect(container.unusedReplacements == ["any Network", "Keychain"])
        _ = container.resolve(Screen.self)
        #expect(container.unusedReplacements == ["Keychain"])
        container.restoreAll()
        #expect(container.unusedReplacements == [])
    }
}
