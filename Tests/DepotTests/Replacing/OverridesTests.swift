import Depot
import Testing

/// Overrides, and copies.
@Suite struct OverridesTests {
    @Test func `R3 an override is seen by the operation and its child tasks only`() async {
        let container = makeStack()
        let base = container.resolve(Screen.self)
        let seen = await container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            async let child = Task { container.resolve(Screen.self).network.tag }.value
            async let plain = container.resolve(Screen.self).network.tag
            async let shared = Container.shared.resolve(Screen.self).network.tag
            return await [child, plain, shared, container.resolve(Screen.self).network.tag]
        }
        #expect(seen == ["mock", "mock", "mock", "mock"])
        #expect(container.resolve(Screen.self) === base)
        #expect(Container.shared !== container)
    }

    @Test func `R3 two that run at once do not see each other`() async {
        let container = makeStack()
        _ = container.resolve(Screen.self)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    await container.withOverrides {
                        $0.replace((any Network).self, with: MockNetwork("\(number)"))
                    } operation: {
                        let screen = container.resolve(Screen.self)
                        for _ in 0..<5 {
                            await Task.yield()
                            #expect(container.resolve(Screen.self) === screen)
                            #expect(Container.shared.resolve((any Network).self).tag == "\(number)")
                        }
                        #expect(screen.network.tag == "\(number)")
                    }
                }
            }
        }
        #expect(container.resolve(Screen.self).network.tag == "real")
    }

    @Test func `R3 nested overrides add up, the inner one wins`() {
        let container = makeStack()
        let keychain = Keychain()
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("outer"))
            $0.replace(Keychain.self, with: keychain)
        } operation: {
            let outer = container.resolve(Screen.self)
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("inner"))
            } operation: {
                #expect(container.resolve(Screen.self).network.tag == "inner")
                #expect(container.resolve(Keychain.self) === keychain)
            }
            #expect(container.resolve(Screen.self) === outer)
            #expect(outer.network.tag == "outer")
        }
    }

    @Test func `R3 a task that outlives the operation keeps its override`() async {
        let container = makeStack()
        _ = container.resolve(Screen.self)
        let gate = AsyncGate()
        let task = await container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            Task {
                await gate.pass()
                return [container.resolve(Screen.self).network.tag, Container.shared.resolve(Screen.self).network.tag]
            }
        }
        gate.open()
        #expect(await task.value == ["mock", "mock"])
        #expect(container.resolve(Screen.self).network.tag == "real")
    }

    @Test func `R3 a decorator in an override wraps the base's`() {
        let container = makeStack()
        container.withOverrides {
            $0.decorate((any Network).self) { base, _ in MockNetwork("decorated " + base.tag) }
        } operation: {
            #expect(container.resolve(Screen.self).network.tag == "decorated real")
        }
        #expect(container.resolve(Screen.self).network.tag == "real")
    }

    @Test func `R3 a contribution in an override is added`() {
        let container = Container()
        container.contribute((any Network).self, .singleton, using: RealNetwork.init)
        container.withOverrides {
            $0.contribute((any Network).self) { _ in MockNetwork() }
        } operation: {
            #expect(container.resolveAll((any Network).self).map(\.tag) == ["real", "mock"])
        }
        #expect(container.resolveAll((any Network).self).map(\.tag) == ["real"])
    }

    @Test func `R3 an override of a parent is seen through its child, and the other way round`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.register(Screen.self, .singleton, using: Screen.init)
        parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(parent.resolve(UseCase.self).network.tag == "mock")
            #expect(child.resolve(Screen.self).network.tag == "mock")
        }
        child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(child.resolve(Screen.self).network.tag == "mock")
            #expect(child.resolve(UseCase.self).network.tag == "mock")
            #expect(parent.resolve(UseCase.self).network.tag == "real")
        }
        #expect(child.resolve(Screen.self).network.tag == "real")
        #expect(child.resolve(UseCase.self) === parent.resolve(UseCase.self))
    }

    @Test func `R3 overrides of two containers hold side by side`() {
        let one = makeStack()
        let other = makeStack()
        one.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("one"))
        } operation: {
            other.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("other"))
            } operation: {
                #expect(one.resolve(Screen.self).network.tag == "one")
                #expect(other.resolve(Screen.self).network.tag == "other")
            }
        }
    }

    @Test func `R3 a throw ends the override`() async {
        let container = makeStack()
        #expect(throws: Failure.self) {
            try container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                throw Failure()
            }
        }
        await #expect(throws: Failure.self) {
            try await container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                await Task.yield()
                throw Failure()
            }
        }
        #expect(container.resolve(Screen.self).network.tag == "real")
    }

    @Test func `R4 two overrides racing for an untouched singleton make it once, and it is the base's own`() {
        let rounds = stressRounds(debug: 1_000, release: 10_000)
        let made = Counter()
        let containers = Locked<[Container]>([])
        let all = (0..<rounds).map { _ in
            let container = makeStack()
            container.register(Keychain.self, .singleton) { _ in
                made.increment()
                return Keychain()
            }
            return container
        }
        containers.withLock { $0 = all }
        let different = Counter()
        let first = Locked([ObjectIdentifier?](repeating: nil, count: rounds))
        race(2, rounds: rounds) { round, thread in
            let container = all[round]
            let id = container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("\(thread)"))
            } operation: {
                ObjectIdentifier(container.resolve(Keychain.self))
            }
            let other = first.withLock { first in
                defer { first[round] = id }
                return first[round]
            }
            if let other, other != id { different.increment() }
        }
        #expect(made.value == rounds)
        #expect(different.value == 0)
        for round in 0..<rounds { #expect(ObjectIdentifier(all[round].resolve(Keychain.self)) == first.withLock { $0[round] }) }
    }

    @Test func `R4 a touched singleton is made once for each override that races for it`() {
        let rounds = stressRounds(debug: 300, release: 3_000)
        let wrong = Counter()
        let all = (0..<rounds).map { _ in makeStack() }
        race(3, rounds: rounds) { round, thread in
            let container = all[round]
            if thread == 0 {
                if container.resolve(Screen.self).network.tag != "real" { wrong.increment() }
                return
            }
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("\(thread)"))
            } operation: {
                let screen = container.resolve(Screen.self)
                if screen.network.tag != "\(thread)" || container.resolve(Screen.self) !== screen { wrong.increment() }
            }
        }
        #expect(wrong.value == 0)
    }

    @Test func `R6 a copy has the registrations and no instances`() {
        let container = makeStack()
        container.register(Keychain.self, name: "b", .singleton, using: Keychain.init)
        container.contribute((any Networked).self) { r in try r.resolve(Repository.self) }
        let screen = container.resolve(Screen.self)
        let copy = container.copy()
        #expect(copy.resolve(Screen.self) !== screen)
        #expect(copy.resolve(Keychain.self, name: "b") !== container.resolve(Keychain.self, name: "b"))
        copy.replace((any Network).self, with: MockNetwork())
        #expect(copy.resolve(Screen.self).network.tag == "mock")
        #expect(copy.resolveAll((any Networked).self).map(\.network.tag) == ["mock"])
        #expect(container.resolve(Screen.self) === screen)
    }

    @Test func `R6 contributions to a copy are added to those it has`() {
        let container = Container()
        container.contribute(String.self) { _ in "a" }
        container.contribute(String.self) { _ in "b" }
        let copy = container.copy()
        copy.contribute(String.self) { _ in "c" }
        #expect(copy.resolveAll(String.self) == ["a", "b", "c"])
        #expect(container.resolveAll(String.self) == ["a", "b"])
    }

    @Test func `R6 a copy of a child keeps its parent, and a copy of a replaced container what is in effect`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.register(Screen.self, .singleton, using: Screen.init)
        let copy = child.copy()
        #expect(copy.resolve(Screen.self) !== child.resolve(Screen.self))
        #expect(copy.resolve(UseCase.self) === parent.resolve(UseCase.self))
        let replacement = parent.replace((any Network).self, with: MockNetwork())
        let replaced = parent.copy()
        replacement.restore()
        #expect(replaced.resolve(Screen.self).network.tag == "mock")
        #expect(parent.resolve(Screen.self).network.tag == "real")
    }
}
