import Depot
import Testing

/// A mock that is an instance is handed out while its override is in effect, and only then.
@Suite struct MockByInstanceTests {
    private let container = makeStack()

    @Test func `R3 it is handed out while it is in effect, for its type only`() {
        let real = container.resolve((any Network).self)
        let keychain = container.resolve(Keychain.self)
        let mock = MockNetwork("mock")
        container.withOverrides {
            $0.replace((any Network).self, with: mock)
        } operation: {
            for container in [container, Container.shared] {
                for _ in 0..<3 { #expect(container.resolve((any Network).self) === mock) }
                #expect(container.resolve(Keychain.self) === keychain)
                #expect(container.unusedReplacements.isEmpty)
                // Also when what is replaced has been listed.
                for _ in 0..<3 { #expect(container.resolve((any Network).self) === mock) }
            }
        }
        for _ in 0..<3 { #expect(container.resolve((any Network).self) === real) }
    }

    @Test func `R3 one that was not resolved is unused`() {
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(Container.shared.unusedReplacements == ["any Network"])
        }
    }

    @Test func `R2 it is not handed out when it was restored, or replaced once more`() {
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
            tags.add(container.resolve((any Network).self).tag)
            tags.add(Container.shared.resolve((any Network).self).tag)
        }
        #expect(tags.all == ["second", "first", "real", "real", "real"])
    }

    @Test func `R2 one of several is the latest that is in effect, however often they are replaced and restored, in any order`() {
        let (network, keychain) = (container.resolve((any Network).self), container.resolve(Keychain.self))
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("under all"))
        } operation: {
            let override = Container.shared
            var inEffect: [(Replacement, MockNetwork)] = []
            let order = [0, 1, 0, 2, 1, 1, 3, 0, 2, 0, 1, 4, 2, 0, 3, 1, 0, 0, 2, 1]
            for (number, position) in order.enumerated() {
                let mock = MockNetwork("\(number)")
                inEffect.append((override.replace((any Network).self, with: mock), mock))
                #expect(override.resolve((any Network).self) === mock)
                if number % 3 != 0 {
                    let ended = inEffect.remove(at: min(position, inEffect.count - 1))
                    #expect(ended.0.restore())
                }
                let expected = inEffect.last?.1.tag ?? "under all"
                for _ in 0..<2 { #expect(container.resolve((any Network).self).tag == expected) }
                #expect(override.resolve(Keychain.self) === keychain)
            }
        }
        #expect(container.resolve((any Network).self) === network)
    }

    @Test func `R3 each of several is found beside the others, and under what another override puts above it`() {
        let (network, chain) = (MockNetwork("outer"), Keychain())
        container.withOverrides {
            $0.replace((any Network).self, with: network)
            $0.replace(Keychain.self, with: chain)
        } operation: {
            for _ in 0..<2 {
                #expect(Container.shared.resolve((any Network).self) === network)
                #expect(container.resolve(Keychain.self) === chain)
            }
            let inner = MockNetwork("inner")
            container.withOverrides {
                $0.replace((any Network).self, with: inner)
            } operation: {
                for _ in 0..<2 {
                    #expect(Container.shared.resolve((any Network).self) === inner)
                    #expect(container.resolve(Keychain.self) === chain)
                }
            }
            #expect(container.resolve((any Network).self) === network)
        }
    }

    @Test func `C16 it is not handed out when its base was closed, nor when it was closed itself`() async {
        for closesBase in [true, false] {
            let container = makeStack()
            await container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("mock"))
            } operation: {
                let override = Container.shared
                #expect(override.resolve((any Network).self).tag == "mock")
                await (closesBase ? container : override).close()
                #expect(failure { () throws(ResolutionError) in try override.tryResolve((any Network).self) }?.kind == "closed")
            }
        }
    }

    @Test(arguments: [true, false])
    func `C16 a resolve of it traps when its base was closed, or it was closed itself`(closesBase: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [closesBase = closesBase as Bool] in
            let container = makeStack()
            await container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("mock"))
            } operation: {
                let override = Container.shared
                _ = override.resolve((any Network).self)
                await (closesBase ? container : override).close()
                _ = override.resolve((any Network).self)
            }
        }
        #expect(diagnosis(result).contains("Depot: any Network was resolved from"))
    }

    @Test func `R3 R9 what is made from it belongs to the override, also where the factory asks the shared container`() {
        let container = Container()
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        container.register(Repository.self, .singleton) { _ in Repository(Container.shared.resolve((any Network).self)) }
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("mock"))
        } operation: {
            #expect(container.resolve((any Network).self).tag == "mock")
            #expect(container.resolve(Repository.self).network.tag == "mock")
        }
        // An override without a mock, so that the container is the shared one.
        container.withOverrides { _ in
        } operation: {
            #expect(container.resolve(Repository.self).network.tag == "real")
        }
        #expect(container.resolve((any Network).self).tag == "real")
    }

    @Test func `R3 who observes the override is told of each resolve of it`() {
        let log = Log()
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("mock"))
        } operation: {
            _ = Container.shared.resolve((any Network).self)
            let observation = Container.shared.observe {
                if case .resolved(let service, by: _, duration: _) = $0 { log.add(service.name) }
            }
            for _ in 0..<2 { _ = Container.shared.resolve((any Network).self) }
            observation.end()
            _ = Container.shared.resolve((any Network).self)
        }
        #expect(log.all == ["any Network", "any Network"])
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
