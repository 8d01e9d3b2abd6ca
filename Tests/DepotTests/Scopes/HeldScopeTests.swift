import Depot
import Testing

@Suite struct HeldScopeTests {
    private let container = Container()

    init() {
        container.registerScoped(ImageCache.self, scope: .screen) { ImageCache() }
    }

    @Test func `the scope lasts as long as the object that holds it`() {
        var home: HeldScope? = HeldScope(.screen, id: "Home", in: container)
        #expect(container.scopes.isEmpty)
        home?.makeCurrent()
        let cache = container.resolve(ImageCache.self)
        let profile = HeldScope(.screen, id: "Profile", in: container)
        profile.makeCurrent()
        #expect(container.resolve(ImageCache.self) !== cache)
        home?.makeCurrent()
        #expect(container.resolve(ImageCache.self) === cache)
        home = nil
        #expect(container.scopes.map(\.id) == ["Profile"])
    }

    @Test func `the last of those who hold a scope closes it`() {
        var first: HeldScope? = HeldScope(.screen, id: "Home", in: container)
        var second: HeldScope? = HeldScope(.screen, id: "Home", in: container)
        let unused = HeldScope(.screen, id: "Home", in: container)
        first?.makeCurrent()
        first?.makeCurrent()
        let cache = container.resolve(ImageCache.self)
        second?.makeCurrent()
        first = nil
        #expect(container.resolve(ImageCache.self) === cache)
        #expect(second?.isOpen == true && !unused.isOpen)
        second = nil
        #expect(container.scopes.isEmpty)
    }

    @Test func `one that is first used in an override lasts as long as it is held`() {
        container.register(Keychain.self, using: Keychain.init)
        let held = HeldScope(.screen, id: "Home", in: container)
        container.withOverrides {
            $0.replace(Keychain.self, with: Keychain())
        } operation: {
            held.withScope(.request) { _ = container.resolve(ImageCache.self) }
        }
        #expect(held.isOpen)
        let caches = (0..<2).map { _ in held.withScope(.request) { container.resolve(ImageCache.self) } }
        #expect(caches[0] === caches[1])
    }

    @Test func `R3 one that is made current in an override is so there alone, and lasts as long as it is held`() {
        let held = HeldScope(.screen, id: "Home", in: container)
        let cache = container.withOverrides { _ in
        } operation: {
            held.makeCurrent()
            #expect(container.scopeContext.currentID(for: .screen) == "Home")
            return container.resolve(ImageCache.self)
        }
        #expect(held.isOpen)
        #expect(container.scopeContext.currentID(for: .screen) == nil)
        held.makeCurrent()
        #expect(container.resolve(ImageCache.self) === cache)
    }

    @Test func `R9 one that is open stays what it is when it is made current in an override`() {
        var held: HeldScope? = HeldScope(.screen, id: "Home", in: container)
        held?.makeCurrent()
        let cache = container.resolve(ImageCache.self)
        container.scopeContext.setCurrent(.screen, id: "Other")
        container.withOverrides { _ in
        } operation: {
            held?.makeCurrent()
            #expect(container.resolve(ImageCache.self) === cache)
        }
        #expect(container.scopeContext.currentID(for: .screen) == "Other")
        #expect(held?.isOpen == true)
        #expect(held?.withScope(.request) { container.resolve(ImageCache.self) } === cache)
        held = nil
        container.scopeContext.clear(.screen)
        #expect(container.scopes.isEmpty)
    }

    @Test func `R3 two overrides may make one current, each in its own`() async throws {
        let held = HeldScope(.screen, id: "Home", in: container)
        let (container, entered, left) = (container, AsyncGate(), AsyncGate())
        async let first = container.withOverrides { _ in
        } operation: {
            held.makeCurrent()
            entered.open()
            await left.pass()
            return try await held.withScope(.request) { try container.tryResolve(ImageCache.self) }
        }
        await entered.pass()
        await container.withOverrides { _ in
        } operation: {
            held.makeCurrent()
        }
        left.open()
        _ = try await first
    }

    @Test func `in an override, what is set inside a scope of the container is not seen by that`() {
        let session = HeldScope(.session, id: "ada", in: container)
        session.makeCurrent()
        container.withOverrides { _ in
        } operation: {
            session.makeCurrent()
            container.scopeContext.setCurrent(.screen, id: "Mocked")
            #expect(container.scopeContext.currentID(for: .screen) == "Mocked")
            let (context, outside) = (container.scopeContext, Locked(""))
            onThread { outside.withLock { $0 = context.currentID(for: .screen) ?? "none" } }
            #expect(outside.withLock { $0 } == "none")
        }
        #expect(container.scopeContext.currentID(for: .screen) == nil)
        #expect(container.scopes.map(\.id) == ["ada"])
    }

    @Test func `in an override, one that was closed is current no more`() {
        let held = HeldScope(.screen, id: "Home", in: container)
        container.scopeContext.setCurrent(.screen, id: "Other")
        container.withOverrides { _ in
        } operation: {
            held.makeCurrent()
            held.clear()
            #expect(container.scopeContext.currentID(for: .screen) == "Other")
            held.makeCurrent()
            #expect(container.scopeContext.currentID(for: .screen) == "Home")
        }
    }

    @Test func `S5 one that moves to another session closes what it leaves, unless that is held`() {
        var (screen, other): (HeldScope?, HeldScope?) = (nil, nil)
        container.scopeContext.setCurrent(.session, id: "ada")
        screen = HeldScope(.screen, id: "Home", in: container)
        other = HeldScope(.screen, id: "Home", in: container)
        screen?.makeCurrent()
        other?.makeCurrent()
        container.scopeContext.setCurrent(.session, id: "grace")
        screen?.makeCurrent()
        #expect(container.scopes.filter { $0.kind == .screen }.count == 2)
        other?.makeCurrent()
        #expect(container.scopes.filter { $0.kind == .screen }.count == 1)
        (screen, other) = (nil, nil)
        #expect(container.scopes.allSatisfy { $0.kind == .session })
    }

    @Test func `one that holds a scope may close it for all`() {
        let first = HeldScope(.screen, id: "Home", in: container)
        var second: HeldScope? = HeldScope(.screen, id: "Home", in: container)
        first.makeCurrent()
        second?.makeCurrent()
        first.clear()
        #expect(second?.isOpen == false && container.scopes.isEmpty)
        first.makeCurrent()
        second = nil
        #expect(first.isOpen)
    }

    @Test func `one that moves to another scope does not hold the first`() {
        var screen: HeldScope? = HeldScope(.screen, id: "Home", in: container)
        var other: HeldScope? = HeldScope(.screen, id: "Home", in: container)
        screen?.makeCurrent()
        other?.makeCurrent()
        container.scopeContext.setCurrent(.session, id: "ada")
        screen?.makeCurrent()
        other = nil
        screen = nil
        container.scopeContext.clear(.session)
        #expect(container.scopes.isEmpty)
    }

    @Test func `one that was never made current clears nothing`() {
        container.scopeContext.setCurrent(.screen, id: "Home")
        let cache = container.resolve(ImageCache.self)
        _ = HeldScope(.screen, id: "Home", in: container)
        #expect(container.resolve(ImageCache.self) === cache)
    }

    @Test func `it may be cleared early, and made current again`() {
        let home = HeldScope(.screen, id: "Home", in: container)
        home.makeCurrent()
        let cache = container.resolve(ImageCache.self)
        home.clear()
        home.clear()
        #expect(container.scopes.isEmpty)
        home.makeCurrent()
        #expect(container.resolve(ImageCache.self) !== cache)
    }

    @Test func `without a container it is the one in effect`() {
        container.withScope(.session) {
            let home = HeldScope(.screen, id: "Home")
            home.makeCurrent()
            #expect(container.scopeContext.currentID(for: .screen) == "Home")
        }
    }

    @Test func `requests of several sessions at once lie in their own`() async throws {
        let container = container
        container.register(UserSession.self, .scoped(.session)) { _ in UserSession() }
        let sessions = (0..<10).map { HeldScope(.session, id: "\($0)", in: container) }
        let seen = try await withThrowingTaskGroup(of: (Int, ObjectIdentifier).self) { group in
            for request in 0..<1_000 {
                group.addTask {
                    let number = request % sessions.count
                    return try await sessions[number].withScope(.request) {
                        let session = container.resolve(UserSession.self)
                        await Task.yield()
                        #expect(container.resolve(UserSession.self) === session)
                        #expect(container.scopeContext.currentID(for: .session) == "\(number)")
                        return (number, ObjectIdentifier(session))
                    }
                }
            }
            return try await group.reduce(into: [Int: Set<ObjectIdentifier>]()) { $0[$1.0, default: []].insert($1.1) }
        }
        #expect(seen.values.allSatisfy { $0.count == 1 })
        #expect(Set(seen.values.joined()).count == sessions.count)
        #expect(container.scopeContext.currentID(for: .session) == nil)
    }

    @Test func `what is opened in one that has ended is closed with the container`() async {
        let log = Log()
        container.registerParts(["request part"], log)
        let session = HeldScope(.session, id: "ada", in: container)
        session.makeCurrent()
        session.clear()
        let (entered, closed) = (AsyncGate(), AsyncGate())
        let container = container
        let request = Task {
            try await session.withScope(.request) {
                _ = container.resolve(Part.self, name: "request part")
                entered.open()
                await closed.pass()
            }
        }
        await entered.pass()
        await container.close()
        #expect(log.all == ["request part"])
        closed.open()
        _ = await request.result
        #expect(log.all == ["request part"])
    }

    @Test func `after its end it hands out nothing, and the requests in it neither`() async throws {
        container.register(UserSession.self, .scoped(.session)) { _ in UserSession() }
        let log = Log()
        container.registerParts(["session part"], log, .session)
        let session = HeldScope(.session, id: "ada", in: container)
        #expect(!session.isOpen)
        try await session.withScope(.request) { () async throws in
            _ = container.resolve(Part.self, name: "session part")
            #expect(session.isOpen)
            await session.close()
            #expect(log.all == ["session part"])
            #expect(throws: ResolutionError.self) { try container.tryResolve(UserSession.self) }
        }
        #expect(!session.isOpen)
        try await session.withScope(.request) {
            #expect(container.scopes.map(\.kind) == [.request])
            #expect(failure { () throws(ResolutionError) in try container.tryResolve(UserSession.self) }?.kind == "closed")
        }
        #expect(container.scopes.isEmpty)
    }
}
