import Depot
import Testing

private final class Other: Sendable {
    let tag: String

    init(_ tag: String = "real") {
        self.tag = tag
    }
}

/// What a scope has of a service, however the service is registered.
@Suite struct ScopedInstanceTests {
    private let container = Container()
    private let log = Log()

    @Test(arguments: Making.allCases)
    func `S2: it is listed, and found again and again`(_ making: Making) {
        container.register(ImageCache.self, .scoped(.request), making) { ImageCache() }
        container.register(Other.self, .scoped(.request), making) { Other() }
        container.withScope(.request) {
            #expect(container.scopes.map(\.instances) == [0])
            let cache = container.resolve(ImageCache.self)
            // Not listed in between: a look at the scope is not what keeps it.
            for _ in 0..<3 { #expect(container.resolve(ImageCache.self) === cache) }
            #expect(onThread { container.scopes.map(\.instances) } == [1])
            let other = container.resolve(Other.self)
            #expect(container.scopes.map(\.instances) == [2])
            for _ in 0..<3 {
                #expect(container.resolve(ImageCache.self) === cache)
                #expect(container.resolve(Other.self) === other)
            }
            container.withScope(.request) { #expect(container.resolve(ImageCache.self) !== cache) }
        }
        #expect(container.scopes.isEmpty)
    }

    @Test(arguments: Making.allCases)
    func `C2: one that is made while another is has its own place`(_ making: Making) {
        let session = HeldScope(.session, id: "ada", in: container)
        let (entered, mayGoOn, container) = (Gate(), Gate(), container)
        container.register(ImageCache.self, .scoped(.session), making) {
            entered.open()
            mayGoOn.pass()
            return ImageCache()
        }
        container.register(Other.self, .scoped(.session), making) { Other() }
        let cache = Locked<ImageCache?>(nil)
        let thread = startThread {
            let made = session.withScope(.request) { container.resolve(ImageCache.self) }
            cache.withLock { $0 = made }
        }
        entered.pass()
        session.withScope(.request) {
            let other = container.resolve(Other.self)
            #expect(container.resolve(Other.self) === other)
            mayGoOn.open()
            join(thread)
            #expect(container.resolve(Other.self) === other)
            #expect(container.resolve(ImageCache.self) === cache.withLock { $0 })
            #expect(container.scopes.map(\.instances) == [2, 0])
        }
    }

    @Test(arguments: Making.allCases)
    func `R4: an override that does not touch it has the same, one that replaces it its own`(_ making: Making) async throws {
        container.register(ImageCache.self, .scoped(.request), making) { ImageCache() }
        container.register(Other.self, .scoped(.request), making) { Other() }
        try await container.withScope(.request) { () async throws in
            let (cache, other) = (container.resolve(ImageCache.self), container.resolve(Other.self))
            await container.withOverrides {
                $0.replace(Other.self, with: Other("mock"))
            } operation: {
                #expect(container.resolve(ImageCache.self) === cache)
                #expect(container.resolve(Other.self).tag == "mock")
                #expect(Container.shared.resolve(Other.self).tag == "mock")
            }
            await container.withOverrides {
                $0.replace(Other.self) { _ in Other("made") }
            } operation: {
                let made = container.resolve(Other.self)
                #expect(made.tag == "made")
                #expect(container.resolve(Other.self) === made)
            }
            #expect(container.resolve(ImageCache.self) === cache)
            #expect(container.resolve(Other.self) === other)
        }
    }

    @Test(arguments: Making.allCases)
    func `R4: one that is first made inside an override is the scope's own`(_ making: Making) {
        container.register(ImageCache.self, .scoped(.request), making) { ImageCache() }
        container.register(Other.self, .scoped(.request), making) { Other() }
        container.withScope(.request) {
            let cache = container.withOverrides {
                $0.replace(Other.self, with: Other("mock"))
            } operation: {
                container.resolve(ImageCache.self)
            }
            #expect(container.resolve(ImageCache.self) === cache)
            #expect(container.resolve(Other.self).tag == "real")
        }
    }

    @Test(arguments: Making.allCases)
    func `C6: what a child registered goes with the child`(_ making: Making) async throws {
        let follower = Follower<Watched>()
        container.register(ImageCache.self, .scoped(.request), making) { ImageCache() }
        try await container.withScope(.request) { () async throws in
            let cache = container.resolve(ImageCache.self)
            do {
                let child = Container(parent: container)
                child.register(Watched.self, .scoped(.request), making) { [log] in follower.follow(Watched("made", log)) }
                _ = child.resolve(Watched.self)
                _ = child.resolve(Watched.self)
                #expect(child.resolve(ImageCache.self) === cache)
                #expect(!follower.isGone)
            }
            await container.settled()
            #expect(log.all == ["made"])
            #expect(follower.isGone)
            #expect(container.scopes.map(\.instances) == [1])
            #expect(container.resolve(ImageCache.self) === cache)
        }
        #expect(log.all == ["made"])
    }

    @Test(arguments: Making.allCases)
    func `C16: a child that is closed while it makes something leaves nothing of it behind`(_ making: Making) async throws {
        let session = HeldScope(.session, id: "ada", in: container)
        let (follower, capture, entered, closed) = (Follower<Watched>(), Follower<Other>(), Gate(), Gate())
        do {
            let child = Container(parent: container)
            let captured = capture.follow(Other("made"))
            child.register(Watched.self, .scoped(.session), making) { [log] in
                entered.open()
                closed.pass()
                return follower.follow(Watched(captured.tag, log))
            }
            let thread = startThread {
                session.withScope(.request) { () -> Void in
                    let error = failure { () throws(ResolutionError) in try child.tryResolve(Watched.self) }
                    #expect(error?.kind == "closed")
                }
            }
            entered.pass()
            await child.close()
            closed.open()
            join(thread)
        }
        await container.settled()
        #expect(log.all == ["made"])
        #expect(follower.isGone)
        #expect(capture.isGone)
        #expect(container.scopes.map(\.instances) == [0])
        container.register(Other.self, .scoped(.session), making) { Other() }
        synchronously {
            session.withScope(.request) { #expect(container.resolve(Other.self) === container.resolve(Other.self)) }
        }
    }

    @Test(arguments: Making.allCases)
    func `C16: a task that outlives its scope gets nothing of it`(_ making: Making) async throws {
        let (follower, entered, closed) = (Follower<Watched>(), Gate(), Gate())
        container.register(Watched.self, .scoped(.request), making) { [log] in
            entered.open()
            closed.pass()
            return follower.follow(Watched("made", log))
        }
        let container = container
        let ended = try await container.withScope(.request) { () async throws in withEscapedContext { $0 } }
        #expect(
            failure { () throws(ResolutionError) in
                try ended.yield { () throws(ResolutionError) in try container.tryResolve(Watched.self) }
            }?.kind == "closed")
        let late = try await container.withScope(.request) { () async throws in
            let context = withEscapedContext { $0 }
            let late = startThread {
                context.yield {
                    let error = failure { () throws(ResolutionError) in try container.tryResolve(Watched.self) }
                    #expect(error?.kind == "closed")
                }
            }
            entered.pass()
            return late
        }
        #expect(log.all.isEmpty)
        closed.open()
        join(late)
        await container.settled()
        #expect(log.all == ["made"])
        #expect(follower.isGone)
        #expect(container.scopes.isEmpty)
    }

    @Test(arguments: Making.allCases)
    func `C16: a resolve in a scope that has ended traps and says so`(_ making: Making) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [making = making as Making] in
            let container = Container()
            container.register(Other.self, .scoped(.request), making) { Other() }
            let ended = container.withScope(.request) {
                for _ in 0..<3 { _ = container.resolve(Other.self) }
                return withEscapedContext { $0 }
            }
            ended.yield { _ = container.resolve(Other.self) }
        }
        #expect(diagnosis(result).contains("Depot: Other was resolved in the"))
    }

    @Test func `C6: children that come and go leave nothing in a scope that stays`() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            let session = HeldScope(.session, id: "ada", in: container)
            func run(_ rounds: Int) {
                for _ in 0..<rounds {
                    let child = Container(parent: container)
                    child.register(Other.self, .scoped(.session), using: { Other() })
                    child.register(ImageCache.self, .scoped(.session)) { _ in ImageCache() }
                    session.withScope(.request) {
                        _ = child.resolve(Other.self)
                        _ = child.resolve(ImageCache.self)
                    }
                }
            }
            let growth = synchronously { leastGrowth { part in run(10_000 / part) } }
            try #require(growth < 1 << 20, "\(growth) bytes more after 10,000 children")
        }
    }

    @Test(arguments: Making.allCases)
    func `S5: 1,000 scopes have one each, which goes with the scope`(_ making: Making) async {
        let (created, disposed) = (Counter(), Log())
        container.register(Watched.self, .scoped(.request), making) {
            created.increment()
            return Watched("made", disposed)
        }
        for _ in 0..<1_000 {
            synchronously {
                container.withScope(.request) {
                    _ = container.resolve(Watched.self)
                    _ = container.resolve(Watched.self)
                }
            }
            if !container.scopes.isEmpty { Issue.record("A scope is still open.") }
        }
        await container.settled()
        #expect(created.value == 1_000)
        #expect(disposed.all.count == 1_000)
    }
}
