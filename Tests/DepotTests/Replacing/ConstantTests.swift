import Testing

@testable import Depot

/// An override by an instance is found without the lock: only while it is in effect.
@Suite struct ConstantTests {
    private let container = makeStack()
    private var found: Bool { Container.shared.core.resolvedConstant((any Network).self) != nil }

    @Test func `R3 it is found while it is in effect, by its type only`() {
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("mock"))
        } operation: {
            #expect(found)
            #expect(Container.shared.shownConstant((any Network).self) != nil)
            #expect(Container.shared.core.resolvedConstant(Screen.self) == nil)
            #expect(Container.shared.resolve((any Network).self).tag == "mock")
            #expect(Container.shared.unusedReplacements.isEmpty)
            // Who lists what is replaced has made its slot.
            #expect(!found)
            #expect(Container.shared.resolve((any Network).self).tag == "mock")
        }
    }

    @Test func `R3 one that was not resolved is unused`() {
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(Container.shared.unusedReplacements == ["any Network"])
        }
    }

    @Test func `R2 it is not found when it was restored, or replaced once more`() {
        let tags = Log()
        container.withOverrides {
            let first = $0.replace((any Network).self, with: MockNetwork("first"))
            let second = $0.replace((any Network).self, with: MockNetwork("second"))
            tags.add($0.resolve((any Network).self).tag)
            second.restore()
            tags.add($0.resolve((any Network).self).tag)
            first.restore()
            tags.add($0.resolve((any Network).self).tag)
        } operation: {
            #expect(!found)
        }
        #expect(tags.all == ["second", "first", container.resolve((any Network).self).tag])
    }

    @Test func `C16 it is not found when its base was closed, nor when it was closed itself`() async {
        for closesBase in [true, false] {
            let container = makeStack()
            await container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("mock"))
            } operation: {
                let override = Container.shared
                #expect(override.shownConstant((any Network).self) != nil)
                await (closesBase ? container : override).close()
                #expect(override.shownConstant((any Network).self) == nil)
                #expect(override.constant((any Network).self, nil) == nil)
                #expect(failure { () throws(ResolutionError) in try override.tryResolve((any Network).self) }?.kind == "closed")
            }
        }
    }

    @Test func `R3 threads that resolve while it is restored get it or the base's`() {
        for _ in 0..<stressRounds(debug: 100, release: 1_000) {
            let base = container.resolve((any Network).self).tag
            let replaced = Box<Replacement?>(nil)
            container.withOverrides {
                replaced.value = $0.replace((any Network).self, with: MockNetwork("mock"))
            } operation: {
                let override = Container.shared
                let threads = (0..<3).map { _ in
                    startThread {
                        for _ in 0..<20 { #expect(["mock", base].contains(override.resolve((any Network).self).tag)) }
                    }
                }
                replaced.value?.restore()
                for thread in threads { join(thread) }
                #expect(override.resolve((any Network).self).tag == base)
            }
        }
    }
}
