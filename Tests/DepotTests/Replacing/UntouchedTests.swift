import Depot
import Synchronization
import Testing

/// What an override leaves as it is, is shown to its readers without the lock once it was found valid: each test reads it until it is.
@Suite struct UntouchedTests {
    private final class Clock: Sendable {
        /// Changed before something is replaced or restored and after it was: of four in a row the third has the mock.
        let turn = Atomic<Int>(0)
        let isOver = Atomic<Bool>(false)
    }

    /// Resolves until the answer needs no lock, and so once more.
    private func settled<Service: AnyObject>(_ container: Container, _ type: Service.Type) -> Service {
        for _ in 0..<3 { _ = container.resolve(type) }
        return container.resolve(type)
    }

    @Test func `R3 what an override does not touch stays what it is, however often it is read`() {
        let container = makeStack()
        let keychain = container.resolve(Keychain.self)
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(settled(.shared, Keychain.self) === keychain)
            #expect(settled(container, Keychain.self) === keychain)
            #expect(settled(.shared, Screen.self).network.tag == "mock")
            #expect(settled(container, Screen.self).network.tag == "mock")
        }
    }

    @Test func `R3 what is replaced later in the override is seen there from then on, and restored`() {
        let container = makeStack()
        let screen = container.resolve(Screen.self)
        container.withOverrides { _ in
        } operation: {
            for _ in 0..<3 {
                #expect(settled(.shared, Screen.self) === screen)
                let replacement = Container.shared.replace((any Network).self, with: MockNetwork())
                #expect(Container.shared.resolve(Screen.self).network.tag == "mock")
                #expect(settled(.shared, Screen.self).network.tag == "mock")
                #expect(settled(container, Screen.self).network.tag == "mock")
                replacement.restore()
                #expect(Container.shared.resolve(Screen.self) === screen)
            }
            let replacement = Container.shared.replace(Screen.self, with: Screen(UseCase(Repository(MockNetwork("whole")))))
            #expect(Container.shared.resolve(Screen.self).network.tag == "whole")
            replacement.restore()
            #expect(Container.shared.resolve(Screen.self) === screen)
        }
    }

    @Test func `R3 R8 what is registered or replaced outside is seen in the override from then on`() {
        let container = makeStack()
        let screen = container.resolve(Screen.self)
        container.withOverrides {
            $0.replace(Keychain.self, with: Keychain())
        } operation: {
            #expect(settled(.shared, Screen.self) === screen)
            // A thread of its own is outside of the override.
            let replacement = onThread { container.replace((any Network).self, with: MockNetwork("outside")) }
            #expect(Container.shared.resolve(Screen.self).network.tag == "outside")
            replacement.restore()
            #expect(Container.shared.resolve(Screen.self) === screen)
            onThread { container.register((any Network).self, .singleton) { _ in MockNetwork("new") } }
            #expect(Container.shared.resolve(Screen.self).network.tag == "new")
            #expect(settled(.shared, Screen.self).network.tag == "new")
        }
    }

    @Test func `R3 each of two overrides, and one in another, shows its own`() {
        let container = makeStack()
        let screen = container.resolve(Screen.self)
        container.withOverrides {
            $0.replace(Keychain.self, with: Keychain())
        } operation: {
            let outer = Container.shared
            #expect(settled(.shared, Screen.self) === screen)
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                #expect(settled(.shared, Screen.self).network.tag == "mock")
                #expect(settled(outer, Screen.self).network.tag == "mock")
                #expect(settled(container, Screen.self).network.tag == "mock")
            }
            #expect(Container.shared.resolve(Screen.self) === screen)
            #expect(settled(outer, Screen.self) === screen)
        }
        #expect(container.resolve(Screen.self) === screen)
    }

    @Test func `R3 what another override shows is not shown here`() {
        let container = makeStack()
        let screen = container.resolve(Screen.self)
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            let mocked = Container.shared
            onThread {
                container.withOverrides { _ in
                } operation: {
                    #expect(settled(.shared, Screen.self) === screen)
                    onThread {
                        _ = settled(mocked, Keychain.self)
                        #expect(mocked.resolve(Screen.self).network.tag == "mock")
                    }
                    #expect(Container.shared.resolve(Screen.self) === screen)
                }
            }
        }
    }

    @Test func `R3 a child's registration wins over its parent's in an override of the child`() {
        let container = makeStack()
        let keychain = container.resolve(Keychain.self)
        let child = Container(parent: container)
        child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(settled(.shared, Keychain.self) === keychain)
            let own = Keychain()
            onThread { child.register(Keychain.self, .singleton) { _ in own } }
            #expect(Container.shared.resolve(Keychain.self) === own)
            #expect(settled(.shared, Keychain.self) === own)
        }
        #expect(container.resolve(Keychain.self) === keychain)
    }

    @Test func `R3 an override of a parent that is in effect reaches what an override of its child shows`() {
        let container = makeStack()
        let child = Container(parent: container)
        let screen = child.resolve(Screen.self)
        child.withOverrides {
            $0.replace(Keychain.self, with: Keychain())
        } operation: {
            let inner = Container.shared
            #expect(settled(inner, Screen.self) === screen)
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                #expect(settled(inner, Screen.self).network.tag == "mock")
                #expect(settled(child, Screen.self).network.tag == "mock")
            }
            #expect(settled(inner, Screen.self) === screen)
        }
    }

    @Test func `C16 an override gives nothing more once its container is closed`() async {
        let container = makeStack()
        await container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            _ = settled(.shared, Keychain.self)
            _ = await Task.detached { await container.close() }.value
            #expect(throws: ResolutionError.self) { _ = try Container.shared.tryResolve(Keychain.self) }
            #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Keychain.self) }
        }
    }

    @Test func `C4 an observer hears of what an override shows`() {
        let container = makeStack()
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            _ = settled(.shared, Keychain.self)
            let heard = Mutex(0)
            let observation = container.observe { event in
                if case .resolved = event { heard.withLock { $0 += 1 } }
            }
            _ = Container.shared.resolve(Keychain.self)
            observation.end()
            #expect(heard.withLock { $0 } > 0)
        }
    }

    @Test func `R1 a factory that takes what an override shows is noted to have taken it`() {
        final class Holder: Sendable {
            let keychain: Keychain
            init(_ keychain: Keychain) { self.keychain = keychain }
        }
        let container = makeStack()
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            onThread { container.register(Holder.self, .singleton) { _ in Holder(Container.shared.resolve()) } }
            _ = settled(.shared, Keychain.self)
            let holder = settled(.shared, Holder.self)
            let mock = Keychain()
            let replacement = Container.shared.replace(Keychain.self, with: mock)
            #expect(Container.shared.resolve(Holder.self).keychain === mock)
            replacement.restore()
            #expect(Container.shared.resolve(Holder.self) === holder)
        }
    }

    @Test func `R3 who reads after a replacement has returned has the replacement, on any thread`() async {
        let container = makeStack()
        _ = container.resolve(Screen.self)
        await container.withOverrides {
            $0.replace(Keychain.self, with: Keychain())
        } operation: {
            let shared = Container.shared
            let clock = Clock()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    var wrong = 0
                    while !clock.isOver.load(ordering: .acquiring) {
                        let before = clock.turn.load(ordering: .acquiring)
                        let tag = shared.resolve(Screen.self).network.tag
                        guard before % 4 != 1, before % 4 != 3, clock.turn.load(ordering: .acquiring) == before else { continue }
                        if (before % 4 == 2) != (tag == "mock") { wrong += 1 }
                    }
                    #expect(wrong == 0)
                }
                for _ in 0..<2_000 {
                    clock.turn.add(1, ordering: .acquiringAndReleasing)
                    let replacement = shared.replace((any Network).self, with: MockNetwork())
                    clock.turn.add(1, ordering: .acquiringAndReleasing)
                    for _ in 0..<20 { _ = shared.resolve(Screen.self) }
                    clock.turn.add(1, ordering: .acquiringAndReleasing)
                    replacement.restore()
                    clock.turn.add(1, ordering: .acquiringAndReleasing)
                    for _ in 0..<20 { _ = shared.resolve(Screen.self) }
                }
                clock.isOver.store(true, ordering: .releasing)
            }
        }
    }
}
