import Depot
import Testing

/// An override whose mocks are instances: what is seen in it, and what it leaves as it was.
@Suite struct OverrideByInstanceTests {
    @Test func `R3 R9 after an override the very instances from before are back`() {
        let container = makeStack()
        let (before, keychain) = (container.resolve(Screen.self), container.resolve(Keychain.self))
        for _ in 0..<3 {
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                #expect(onThread { container.resolve(Screen.self) } === before)
                #expect(Container.shared.resolve(Screen.self).network.tag == "mock")
                #expect(Container.shared.resolve(Keychain.self) === keychain)
            }
            #expect(container.resolve(Screen.self) === before)
            #expect(onThread { container.resolve(Keychain.self) } === keychain)
        }
    }

    @Test func `R3 what is replaced inside an override while it runs is seen there at once`() {
        let container = makeStack()
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("first"))
        } operation: {
            let first = Container.shared.resolve(Screen.self)
            #expect(first.network.tag == "first")
            let second = Container.shared.replace((any Network).self, with: MockNetwork("second"))
            #expect(Container.shared.resolve(Screen.self).network.tag == "second")
            #expect(second.restore())
            #expect(Container.shared.resolve(Screen.self) === first)
        }
    }

    @Test func `R2 a replacement that outlives its override has nothing to restore`() {
        let container = makeStack()
        var kept: Replacement?
        container.withOverrides {
            kept = $0.replace((any Network).self, with: MockNetwork())
        } operation: {
        }
        #expect(kept?.restore() == false)
    }

    @Test func `R3 an override that replaces nothing is open all the same`() {
        let container = makeStack()
        container.withOverrides { _ in
        } operation: {
            #expect(Container.shared !== container)
            Container.shared.replace((any Network).self, with: MockNetwork("late"))
            #expect(container.resolve(Screen.self).network.tag == "late")
        }
        #expect(container.resolve(Screen.self).network.tag != "late")
    }

    @Test func `R5 an instance in an override is listed as unused until it is resolved, by whatever way`() {
        let container = makeStack()
        for resolve in [
            { (container: Container) in _ = container.resolve((any Network).self) },
            { container in _ = container.resolve(Screen.self) },
            { container in _ = try? container.tryResolve((any Network).self) },
        ] {
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                let override = Container.shared
                #expect(override.unusedReplacements.count == 1)
                resolve(override)
                #expect(override.unusedReplacements.isEmpty)
            }
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                resolve(Container.shared)
                #expect(Container.shared.unusedReplacements.isEmpty)
            }
        }
    }

    @Test func `R2 an instance in an override can be restored, alone and under another`() {
        let container = makeStack()
        let base = container.resolve(Screen.self)
        container.withOverrides { _ in
        } operation: {
            let override = Container.shared
            let first = override.replace((any Network).self, with: MockNetwork("first"))
            #expect(override.resolve((any Network).self).tag == "first")
            #expect(first.restore())
            #expect(!first.restore())
            #expect(override.resolve(Screen.self) === base)
            let second = override.replace((any Network).self, with: MockNetwork("second"))
            let third = override.replace((any Network).self, with: MockNetwork("third"))
            #expect(override.resolve((any Network).self).tag == "third")
            #expect(second.restore())
            #expect(override.resolve((any Network).self).tag == "third")
            #expect(third.restore())
            #expect(override.resolve((any Network).self).tag == base.network.tag)
            override.replace((any Network).self, with: MockNetwork("fourth"))
            override.restoreAll()
            #expect(override.resolve(Screen.self) === base)
        }
    }

    @Test func `R6 a copy of an override has its instances`() {
        let container = makeStack()
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("copied"))
        } operation: {
            #expect(Container.shared.copy().resolve((any Network).self).tag == "copied")
            #expect(Container.shared.copy().resolve(Screen.self).network.tag == "copied")
        }
    }

    @Test func `R3 an instance in an override is found by those nested in it, and by a child of it`() async throws {
        let container = makeStack()
        try await container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("outer"))
        } operation: {
            let child = Container(parent: Container.shared)
            #expect(child.resolve((any Network).self).tag == "outer")
            #expect(child.resolve(Screen.self).network.tag == "outer")
            let nested = await Container.shared.withOverrides { _ in
            } operation: {
                Container.shared.resolve((any Network).self).tag
            }
            #expect(nested == "outer")
            let waited = try await Container.shared.resolveAsync((any Network).self)
            #expect(waited.tag == "outer")
        }
    }
}
