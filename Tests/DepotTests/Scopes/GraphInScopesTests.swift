import Depot
import Testing

/// What lives in a scope, and reaches others through `.graph`.
@Suite struct GraphInScopesTests {
    /// Shared by all that is made for one outermost resolve.
    private final class Parts: Sendable {
        let context: RequestContext

        init(_ context: RequestContext) {
            self.context = context
        }
    }

    private final class Single: Sendable {
        let parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    private final class Both: Sendable {
        let parts: Parts
        let single: Single

        init(_ parts: Parts, _ single: Single) {
            self.parts = parts
            self.single = single
        }
    }

    private func makeContainer(_ lifetime: SharedLifetime) -> Container {
        let container = Container()
        let counter = Counter()
        container.strictScopes = true
        container.register(RequestContext.self, .scoped(.request)) { _ in RequestContext(counter.increment()) }
        container.register(Parts.self, .graph, using: Parts.init)
        container.register(Single.self, lifetime, using: Single.init)
        container.register(Both.self, using: Both.init)
        return container
    }

    @Test(arguments: [SharedLifetime.singleton, .weak, .cached(for: .seconds(9)), .scoped(.session)])
    func `S6 a graph instance of a request is a captive of what lives longer`(lifetime: SharedLifetime) throws {
        let container = makeContainer(lifetime)
        container.withScope(.session) {
            for _ in 0..<2 {
                let error = container.withScope(.request) {
                    failure { () throws(ResolutionError) in try Container.shared.tryResolve(Both.self) }
                }
                #expect(error?.kind == "captive")
                let path = error?.description ?? ""
                for name in ["Both", "Single", "Parts", "RequestContext"] { #expect(path.contains(name)) }
            }
        }
    }

    @Test func `S7 a graph instance of a request is shared inside that request`() {
        let container = makeContainer(.scoped(.request))
        container.withScope(.request) {
            let both = Container.shared.resolve(Both.self)
            #expect(both.parts === both.single.parts)
            #expect(both.parts.context === Container.shared.resolve(RequestContext.self))
        }
    }

    @Test func `S1 S7 a graph instance of one request is not handed out in another inside the same resolve`() {
        let container = makeContainer(.scoped(.request))
        container.register([Parts].self) { r in
            let first = try container.withScope(.request) { () throws(ResolutionError) in try r.resolve(Parts.self) }
            let second = try container.withScope(.request) { () throws(ResolutionError) in try r.resolve(Parts.self) }
            return [first, second]
        }
        let parts = container.resolve([Parts].self)
        #expect(parts[0] !== parts[1])
        #expect(parts[0].context !== parts[1].context)
    }
}

extension GraphInScopesTests {
    @Test func `C7 a resolve has one graph instance, also where a factory needs another in a request or an override of its own`() {
        let container = makeContainer(.singleton)
        container.register([Parts].self) { [unowned container] r in
            let first = try r.resolve(Parts.self)
            let inRequest = container.withScope(.request) { container.resolve(Parts.self) }
            let second = try r.resolve(Parts.self)
            let inOverride = container.withOverrides {
                $0.replace(RequestContext.self, with: RequestContext(0))
            } operation: {
                container.resolve(Parts.self)
            }
            return [first, inRequest, second, inOverride, try r.resolve(Parts.self)]
        }
        container.withScope(.request) {
            let parts = container.resolve([Parts].self)
            #expect(parts[0] === parts[2])
            #expect(parts[0] === parts[4])
            #expect(Set(parts.map(\.context.number)).count == 3)
        }
    }

    @Test func `C19 what a factory has needed in requests of its own goes with those`() {
        let container = makeContainer(.singleton)
        container.register([Int].self) { [unowned container] _ in
            var ended: [() -> Bool] = []
            for _ in 0..<9 {
                container.withScope(.request) {
                    weak let parts = container.resolve(Parts.self)
                    ended.append { parts == nil }
                }
            }
            return [ended.count { !$0() }]
        }
        // The last one stays until another is made.
        #expect(container.resolve([Int].self) == [1])
    }

    @Test func `S6 S1 requests on many threads never get another's graph instance`() {
        let container = makeContainer(.weak)
        container.register(Pair.self, using: Pair.init)
        let wrong = Counter()
        race(4, rounds: stressRounds(debug: 100, release: 2_500)) { _, _ in
            container.withScope(.request) {
                let context = Container.shared.resolve(RequestContext.self)
                let error = failure { () throws(ResolutionError) in try Container.shared.tryResolve(Both.self) }
                if error?.kind != "captive" { wrong.increment() }
                if Container.shared.resolve(Pair.self).parts.context !== context { wrong.increment() }
            }
        }
        #expect(wrong.value == 0)
    }

    /// What takes a graph instance and is not shared.
    private final class Pair: Sendable {
        let parts: Parts
        let context: RequestContext

        init(_ parts: Parts, _ context: RequestContext) {
            self.parts = parts
            self.context = context
        }
    }
}
