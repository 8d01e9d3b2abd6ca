import Depot
import Testing

/// A scope that a task opens in no other has a lock of its own until more is to be decided in it than that.
///
/// Everything is made once before, for only what was made before is made so.
@Suite struct ReservedScopeTests {
    private let container = Container()
    private let made = Counter()
    private let log = Log()

    init() {
        container.registerHandler(made)
    }

    @Test func `R1 R2: what was replaced reaches what was made in a scope that is open`() {
        container.withScope(.request) {
            let handler = container.resolve(Handler.self)
            #expect(container.resolve(Handler.self) === handler)
            let replacement = container.replace((any Network).self, with: MockNetwork())
            let mocked = container.resolve(Handler.self)
            #expect(mocked.screen.network.tag == "mock")
            #expect(container.resolve(Screen.self) === mocked.screen)
            #expect(mocked.context === handler.context)
            replacement.restore()
            #expect(container.resolve(Handler.self) === handler)
            container.register((any Network).self, .singleton) { _ in MockNetwork("new") }
            #expect(container.resolve(Handler.self).screen.network.tag == "new")
            #expect(container.resolve(RequestContext.self) === handler.context)
        }
    }

    @Test(arguments: [false, true])
    func `R1: whatever a function was given that is replaced, what it made is made anew`(areThere: Bool) {
        container.withScope(.request) {
            if areThere { _ = (container.resolve(Screen.self), container.resolve(RequestContext.self)) }
            let handler = container.resolve(Handler.self)
            let replacements: [() -> Replacement] = [
                { container.replace(Repository.self) { _ in Repository(MockNetwork()) } },
                { container.replace(UseCase.self) { _ in UseCase(Repository(MockNetwork())) } },
                { container.replace(Screen.self) { _ in Screen(UseCase(Repository(MockNetwork()))) } },
            ]
            for replace in replacements {
                let replacement = replace()
                #expect(container.resolve(Handler.self).screen.network.tag == "mock")
                replacement.restore()
                #expect(container.resolve(Handler.self) === handler)
            }
            let replacement = container.replace(RequestContext.self) { _ in RequestContext(-1) }
            #expect(container.resolve(Handler.self).context.number == -1)
            replacement.restore()
            #expect(container.resolve(Handler.self) === handler)
        }
    }

    @Test func `S7: a request lies in the session that is current, also where it was opened in no other`() async {
        let log = log
        container.register(PartA.self, .scoped(.session), using: { PartA(log) })
        container.register(PartB.self, .scoped(.request), using: { (_: PartA) in PartB(log) })
        for _ in 0..<3 {
            container.scopeContext.setCurrent(.session, id: "s")
            await container.withOpenRequest { [container] in
                _ = synchronously { container.resolve(PartB.self) }
                await container.scopeContext.close(.session)
                let error = failure { () throws(ResolutionError) in try container.tryResolve(PartB.self) }
                #expect(error?.kind == "closed")
            }
        }
        #expect(log.all == ["B", "A", "B", "A", "B", "A"])
    }

    @Test func `R3 R5: an override inside a scope has its own, and shares what it does not touch`() {
        container.withScope(.request) {
            let handler = container.resolve(Handler.self)
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                let mocked = container.resolve(Handler.self)
                #expect(mocked.screen.network.tag == "mock")
                #expect(mocked.context === handler.context)
            }
            #expect(container.resolve(Handler.self) === handler)
        }
    }

    @Test func `C1: a function that throws keeps nothing, and the error has the whole path`() {
        let isBroken = Box(false)
        container.register(
            RequestContext.self, .scoped(.request),
            using: { () throws -> RequestContext in
                if isBroken.value { throw Failure(reason: "no") }
                return RequestContext()
            })
        container.withScope(.request) { _ = container.resolve(Handler.self) }
        container.withScope(.request) { _ = container.resolve(Handler.self) }
        container.withScope(.request) {
            isBroken.value = true
            let error = failure { () throws(ResolutionError) in try container.tryResolve(Handler.self) }
            #expect(error?.kind == "factoryFailed")
            #expect(error?.path == ["Handler", "RequestContext"])
            isBroken.value = false
            let handler = container.resolve(Handler.self)
            #expect(container.resolve(RequestContext.self) === handler.context)
        }
    }

    @Test func `C3: a cycle in a scope is an error there as well`() {
        container.register(
            Ring.self, .scoped(.request), using: { [unowned container] in Ring(container.resolveIfRegistered(OtherRing.self)) })
        container.withScope(.request) { _ = container.resolve(Ring.self) }
        container.withScope(.request) { _ = container.resolve(Ring.self) }
        container.register(OtherRing.self, .scoped(.request), using: OtherRing.init)
        container.register(Ring.self, .scoped(.request), using: { (ring: OtherRing) in Ring(ring) })
        container.withScope(.request) {
            for type in ["Ring", "OtherRing"] {
                let error = failure { () throws(ResolutionError) in
                    if type == "Ring" { _ = try container.tryResolve(Ring.self) } else { _ = try container.tryResolve(OtherRing.self) }
                }
                #expect(error?.kind == "cycle")
            }
        }
    }

    @Test func `S5: what was made before and after the scope had to join is disposed in reverse order`() async {
        let log = log
        container.register(PartA.self, .scoped(.request), using: { PartA(log) })
        container.register(PartB.self, .scoped(.request), using: { (_: PartA) in PartB(log) })
        container.register(PartC.self, .scoped(.request)) { r in
            _ = try r.resolve(PartB.self)
            return PartC(log)
        }
        for _ in 0..<3 {
            await container.withOpenRequest { [container] in
                _ = synchronously { container.resolve(PartB.self) }
                _ = synchronously { container.resolve(PartC.self) }
            }
        }
        #expect(log.all == Array(repeating: ["C", "B", "A"], count: 3).flatMap { $0 })
    }

    @Test func `C16 S5: a container that closes while a scope is open disposes what that has, once`() async {
        let log = log
        container.register(PartA.self, .scoped(.request), using: { PartA(log) })
        container.register(PartB.self, .scoped(.request), using: { (_: PartA) in PartB(log) })
        synchronously { container.withScope(.request) { _ = container.resolve(PartB.self) } }
        await container.settled()
        #expect(log.all == ["B", "A"])
        await container.withOpenRequest { [container] in
            _ = synchronously { container.resolve(PartB.self) }
            await container.close()
            #expect(log.all == ["B", "A", "B", "A"])
            let error = failure { () throws(ResolutionError) in try container.tryResolve(PartB.self) }
            #expect(error?.kind == "closed")
        }
        #expect(log.all == ["B", "A", "B", "A"])
    }

    @Test func `C16: a request that was opened in no other is listed while it is open`() {
        container.withScope(.request, id: "r-42") {
            _ = container.resolve(Screen.self)
            #expect(container.scopes.map(\.id) == ["r-42"])
        }
        #expect(container.scopes.isEmpty)
    }
}
