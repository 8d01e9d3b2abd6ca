import Synchronization
import Testing

@testable import Depot

/// What an override leaves as it was.
struct OverrideCostTests {
    @Test func `R3 after an override nobody outside it has to look at an instance anew`() {
        let container = makeStack()
        _ = container.resolve(Screen.self)
        let settled = container.core.family.gate.load(ordering: .acquiring)
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(container.core.family.gate.load(ordering: .acquiring) == .max)
            #expect(Container.shared.resolve(Screen.self).network.tag == "mock")
        }
        #expect(container.core.family.gate.load(ordering: .acquiring) == settled)
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

    @Test func `A replacement that outlives its override has nothing to restore`() {
        let container = makeStack()
        var kept: Replacement?
        container.withOverrides {
            kept = $0.replace((any Network).self, with: MockNetwork())
        } operation: {
        }
        #expect(kept?.restore() == false)
    }

    @Test func `An override that replaces nothing is open all the same`() {
        let container = makeStack()
        container.withOverrides { _ in
        } operation: {
            #expect(Container.shared !== container)
            Container.shared.replace((any Network).self, with: MockNetwork("late"))
            #expect(container.resolve(Screen.self).network.tag == "late")
        }
        #expect(container.resolve(Screen.self).network.tag != "late")
    }
}
