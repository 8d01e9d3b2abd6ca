import Depot
import Testing

@Suite struct ScopeContextTests {
    private let container = Container()
    private var scopes: ScopeContext { container.scopeContext }

    init() {
        container.registerScoped(ImageCache.self, scope: .screen) { ImageCache() }
        container.register(UserSession.self, .scoped(.session), using: UserSession.init)
    }

    @Test func `S3: a scope that was cleared and set again has a new instance`() {
        scopes.setCurrent(.screen, id: "Home")
        let first = container.resolve(ImageCache.self)
        #expect(container.resolve(ImageCache.self) === first)
        scopes.clear(.screen)
        #expect(scopes.currentID(for: .screen) == nil)
        scopes.setCurrent(.screen, id: "Home")
        let second = container.resolve(ImageCache.self)
        #expect(second !== first)
        #expect(container.resolve(ImageCache.self) === second)
    }

    @Test func `C18 a current scope that is cleared while its service is being made is not used any more`() {
        let scopes = scopes
        container.register(
            ImageCache.self, .scoped(.screen),
            using: { () -> ImageCache in
                scopes.clear(.screen)
                return ImageCache()
            })
        for _ in 0..<10 {
            scopes.setCurrent(.screen, id: "Home")
            #expect(throws: ResolutionError.self) { try container.tryResolve(ImageCache.self) }
        }
    }

    @Test func `S3: a switch of id and back without a clear gives the old instance`() {
        scopes.setCurrent(.screen, id: "Home")
        let home = container.resolve(ImageCache.self)
        scopes.setCurrent(.screen, id: "Profile")
        #expect(scopes.currentID(for: .screen) == "Profile")
        #expect(container.resolve(ImageCache.self) !== home)
        scopes.setCurrent(.screen, id: "Home")
        #expect(container.resolve(ImageCache.self) === home)
    }

    @Test func `a scope that is not the current one can be cleared by its id`() {
        scopes.setCurrent(.screen, id: "Home")
        let home = container.resolve(ImageCache.self)
        scopes.setCurrent(.screen, id: "Profile")
        scopes.clear(.screen, id: "Home")
        #expect(scopes.currentID(for: .screen) == "Profile")
        scopes.setCurrent(.screen, id: "Home")
        #expect(container.resolve(ImageCache.self) !== home)
    }

    @Test func `clearing a session closes the screens inside it first`() async {
        let log = Log()
        container.registerParts(["session part"], log, .session)
        container.registerParts(["screen part"], log, .screen)
        scopes.setCurrent(.session, id: "ada")
        scopes.setCurrent(.screen, id: "Home")
        _ = container.resolve(Part.self, name: "screen part")
        _ = container.resolve(Part.self, name: "session part")
        scopes.clear(.session)
        #expect(scopes.currentID(for: .screen) == nil)
        #expect(scopes.currentID(for: .session) == nil)
        await container.settled()
        #expect(log.all == ["screen part", "session part"])
    }

    @Test func `a session has its own screens`() {
        scopes.setCurrent(.session, id: "ada")
        scopes.setCurrent(.screen, id: "Home")
        let home = container.resolve(ImageCache.self)
        scopes.setCurrent(.session, id: "bob")
        #expect(scopes.currentID(for: .screen) == nil)
        scopes.setCurrent(.screen, id: "Home")
        #expect(container.resolve(ImageCache.self) !== home)
        scopes.setCurrent(.session, id: "ada")
        #expect(container.resolve(ImageCache.self) === home)
    }

    @Test func `a screen that was there before the session stays current`() {
        scopes.setCurrent(.screen, id: "Welcome")
        let welcome = container.resolve(ImageCache.self)
        scopes.setCurrent(.session, id: "ada")
        #expect(container.resolve(ImageCache.self) === welcome)
        scopes.setCurrent(.screen, id: "Home")
        #expect(container.resolve(ImageCache.self) !== welcome)
        scopes.setCurrent(.screen, id: "Welcome")
        #expect(container.resolve(ImageCache.self) === welcome)
        scopes.clear(.session)
        #expect(scopes.currentID(for: .screen) == "Welcome")
    }

    @Test func `a task-bound scope wins over the current one`() async throws {
        scopes.setCurrent(.screen, id: "Home")
        let home = container.resolve(ImageCache.self)
        try await container.withScope(.screen, id: "Preview") { () async throws in
            #expect(container.resolve(ImageCache.self) !== home)
            #expect(scopes.currentID(for: .screen) == "Preview")
        }
        #expect(container.resolve(ImageCache.self) === home)
    }

    @Test func `a request inside a session that was set finds the session's instance, and ends with it`() async throws {
        scopes.setCurrent(.session, id: "ada")
        let session = container.resolve(UserSession.self)
        try await container.withScope(.request) { () async throws in
            scopes.setCurrent(.session, id: "bob")
            #expect(container.resolve(UserSession.self) === session)
            scopes.clear(.session, id: "ada")
            #expect(throws: ResolutionError.self) { try container.tryResolve(UserSession.self) }
        }
        #expect(container.resolve(UserSession.self) !== session)
    }

    @Test func `closing waits and tells what failed`() async {
        let log = Log()
        container.registerParts(["first", "failing", "last"], log, .screen)
        scopes.setCurrent(.screen, id: "Home")
        for name in ["first", "failing", "last"] as [Name] { _ = container.resolve(Part.self, name: name) }
        let failures = await scopes.close(.screen)
        #expect(log.all == ["last", "failing", "first"])
        #expect(failures.map(\.description) == ["Part could not be disposed: Failure(reason: \"failing\")"])
        #expect(await scopes.close(.screen).isEmpty)
    }

    @Test func `the shared one is that of the container in effect`() async throws {
        try await container.withScope(.request) { () async throws in
            ScopeContext.shared.setCurrent(.screen, id: "Home")
        }
        #expect(scopes.currentID(for: .screen) == "Home")
        await container.withOverrides { _ in
        } operation: {
            #expect(ScopeContext.shared.currentID(for: .screen) == "Home")
            ScopeContext.shared.setCurrent(.screen, id: "Other")
            #expect(scopes.currentID(for: .screen) == "Other")
        }
        #expect(scopes.currentID(for: .screen) == "Home")
    }

    @Test func `the scopes of a container end with it`() async {
        let log = Log()
        container.registerParts(["screen part"], log, .screen)
        scopes.setCurrent(.screen, id: "Home")
        _ = container.resolve(Part.self, name: "screen part")
        await container.close()
        #expect(log.all == ["screen part"])
        #expect(container.scopes.isEmpty)
        scopes.setCurrent(.screen, id: "Home")
        #expect(scopes.currentID(for: .screen) == nil)
    }

    @Test func `an injected property that is resolved at every access follows the session`() {
        final class Header: Sendable {
            private let injectedSession = Inject<UserSession>(.onEveryAccess)
            private let injectedFirst = Inject<UserSession>()
            var session: UserSession { injectedSession.wrappedValue }
            var first: UserSession { injectedFirst.wrappedValue }
        }
        container.withOverrides { _ in
        } operation: {
            scopes.setCurrent(.session, id: "ada")
            let header = Header()
            let (session, first) = (header.session, header.first)
            #expect(session === first)
            scopes.clear(.session)
            scopes.setCurrent(.session, id: "ada")
            #expect(header.session !== session)
            #expect(header.session === container.resolve(UserSession.self))
            #expect(header.first === first)
        }
    }
}
