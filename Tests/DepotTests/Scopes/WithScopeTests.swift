import Depot
import Testing

@Suite struct WithScopeTests {
    private let container = Container()

    init() {
        container.registerScoped(RequestContext.self, scope: .request) { RequestContext() }
        container.register(UserSession.self, .scoped(.session), using: UserSession.init)
    }

    @Test func `a scope has one instance, and another scope another`() async throws {
        let first = try await container.withScope(.request, id: "r-1") {
            let context = container.resolve(RequestContext.self)
            await Task.yield()
            #expect(container.resolve(RequestContext.self) === context)
            let awaited = try await container.resolveAsync(RequestContext.self)
            #expect(awaited === context)
            return context
        }
        let second = try await container.withScope(.request) { container.resolve(RequestContext.self) }
        #expect(first !== second)
    }

    @Test func `S1: child tasks are in the scope, a detached one is not`() async throws {
        container.strictScopes = false
        try await container.withScope(.request) {
            let context = container.resolve(RequestContext.self)
            async let inherited = container.resolve(RequestContext.self)
            #expect(await inherited === context)
            #expect(await Task { container.resolve(RequestContext.self) }.value === context)
            let detached = await Task.detached { [container] in container.resolve(RequestContext.self) }.value
            #expect(detached !== context)
            let escaped = withEscapedContext { escaped in
                Task.detached { [container] in escaped.yield { container.resolve(RequestContext.self) } }
            }
            #expect(await escaped.value === context)
        }
    }

    @Test func `S4: where scopes are not strict, a resolve with none open makes a fresh instance`() {
        container.strictScopes = false
        #expect(container.resolve(RequestContext.self) !== container.resolve(RequestContext.self))
    }

    @Test func `S4: with no scope open, a resolve is an error that names the container's own ways to open one`() throws {
        let container = Container(file: "App/Main.swift", line: 3)
        container.registerScoped(RequestContext.self, scope: .request) { RequestContext() }
        #expect(container.strictScopes)
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(RequestContext.self) }
        guard case .scopeNotOpen = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let text = try #require(error?.description.split(separator: "\n"))
        #expect(text[0] == "RequestContext is scoped to request, and no request scope is open.")
        #expect(
            text[2]
                == "  fix:  resolve it inside `container.withScope(.request) { … }`, or after "
                + "`container.scopeContext.setCurrent(.request, id: …)`, where `container` is the one made at App/Main.swift:3; "
                + "`ScopeContext.shared` is another container's.")
        container.withOverrides { _ in
        } operation: {
            let error = failure { () throws(ResolutionError) in try container.tryResolve(RequestContext.self) }
            #expect(
                error?.diagnosis.fix
                    == "resolve it inside `Container.shared.withScope(.request) { … }`, or after "
                    + "`ScopeContext.shared.setCurrent(.request, id: …)`.")
        }
        container.withScope(.request) { _ = container.resolve(RequestContext.self) }
        let child = Container(parent: container)
        #expect(child.strictScopes)
        child.strictScopes = false
        #expect(child.resolve(RequestContext.self) !== child.resolve(RequestContext.self))
        #expect(container.strictScopes)
    }

    @Test func `S7: a parent scope's instance is shared by all scopes inside it`() {
        container.withScope(.session) {
            let session = container.resolve(UserSession.self)
            let inner = container.withScope(.request) { container.resolve(UserSession.self) }
            #expect(inner === session)
            container.withScope(.request) { #expect(container.resolve(UserSession.self) === session) }
        }
    }

    @Test func `the container in effect is the one whose scope was opened`() {
        container.withScope(.request) { #expect(Container.shared === container) }
        container.withOverrides { _ in
        } operation: {
            let override = Container.shared
            container.withScope(.request) { #expect(Container.shared === override) }
        }
    }

    @Test func `scopes of two containers do not meet`() {
        let other = Container()
        other.registerScoped(RequestContext.self, scope: .request) { RequestContext() }
        container.withScope(.request) {
            let own = container.resolve(RequestContext.self)
            #expect(failure { () throws(ResolutionError) in try other.tryResolve(RequestContext.self) }?.kind == "scopeNotOpen")
            other.withScope(.request) {
                #expect(other.resolve(RequestContext.self) === other.resolve(RequestContext.self))
                #expect(container.resolve(RequestContext.self) === own)
            }
        }
    }

    @Test func `a child shares the scopes of its parent`() {
        let child = Container(parent: container)
        child.withScope(.request) {
            #expect(child.resolve(RequestContext.self) === container.resolve(RequestContext.self))
        }
    }

    @Test func `what outlives its scope gets an error that says so`() async throws {
        let gate = AsyncGate()
        let late = try await container.withScope(.request, id: "r-42", file: "App/Main.swift", line: 7) {
            Task { [container] in
                await gate.pass()
                return Result { () throws(ResolutionError) in try container.tryResolve(RequestContext.self) }
            }
        }
        gate.open()
        let result = await late.value
        guard case .failure(.closed(let diagnosis)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(diagnosis.what == "RequestContext was resolved in the request scope \"r-42\" opened at App/Main.swift:7, which has ended.")
    }

    @Test func `arguments have an instance each in each scope`() {
        container.register(RequestContext.self, .scoped(.request)) { (_, number: Int) in RequestContext(number) }
        container.withScope(.request) {
            let one = container.resolve(RequestContext.self, arguments: 1)
            #expect(container.resolve(RequestContext.self, arguments: 1) === one)
            #expect(container.resolve(RequestContext.self, arguments: 2) !== one)
            container.withScope(.request) { #expect(container.resolve(RequestContext.self, arguments: 1) !== one) }
        }
    }

    @Test func `an async scoped service is made once and then resolves synchronously`() async throws {
        container.strictScopes = false
        let made = Counter()
        container.registerAsyncScoped(ImageCache.self, scope: .request) {
            made.increment()
            await Task.yield()
            return ImageCache()
        }
        try await container.withScope(.request) {
            async let first = container.resolveAsync(ImageCache.self)
            async let second = container.resolveAsync(ImageCache.self)
            let (one, two) = try await (first, second)
            #expect(one === two)
            #expect(container.resolve(ImageCache.self) === one)
        }
        #expect(made.value == 1)
        _ = try await container.resolveAsync(ImageCache.self)
        #expect(made.value == 2)
    }

    @Test func `a mock of a scoped service is in effect inside the scope, and the real one is back after`() {
        let real = RequestContext(1)
        container.withScope(.request) {
            let own = container.resolve(RequestContext.self)
            container.replace(RequestContext.self, with: real)
            #expect(container.resolve(RequestContext.self) === real)
            container.restoreAll()
            #expect(container.resolve(RequestContext.self) === own)
        }
    }

    @Test func `an override inside a scope rebuilds what it touches, for itself only`() {
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(Repository.self, .scoped(.request), using: Repository.init)
        container.withScope(.request) {
            let repository = container.resolve(Repository.self)
            let context = container.resolve(RequestContext.self)
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                let mocked = container.resolve(Repository.self)
                #expect(mocked.network.tag == "mock")
                #expect(container.resolve(Repository.self) === mocked)
                #expect(container.resolve(RequestContext.self) === context)
            }
            #expect(container.resolve(Repository.self) === repository)
        }
    }

    @Test func `scopes opened inside an override are over with it`() async throws {
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(Repository.self, .scoped(.request), using: Repository.init)
        await container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            for _ in 0..<3 {
                weak let last = container.withScope(.request) { () -> Repository? in
                    let repository = container.resolve(Repository.self)
                    #expect(repository.network.tag == "mock")
                    #expect(container.resolve(Repository.self) === repository)
                    return repository
                }
                #expect(last == nil)
            }
        }
        #expect(container.scopes.isEmpty)
    }

    @Test func `the open scopes are listed`() {
        #expect(container.scopes.isEmpty)
        container.withScope(.session, id: "ada") {
            container.withScope(.request, id: "r-1") {
                _ = container.resolve(RequestContext.self)
                let scopes = container.scopes
                #expect(scopes.map(\.kind) == [.session, .request])
                #expect(scopes.map(\.id) == ["ada", "r-1"])
                #expect(scopes.map(\.instances) == [0, 1])
                #expect(scopes.map(\.path) == [[], [.session]])
                #expect(scopes[1].description.hasPrefix("request \"r-1\", open for "))
                #expect(scopes[1].description.hasSuffix(", 1 instance"))
            }
        }
        #expect(container.scopes.isEmpty)
    }

    @Test func `a factory may open a scope of its own`() {
        container.register(Keychain.self, .singleton) { r in
            try Container.shared.withScope(.request) { () throws(ResolutionError) in
                let context = try r.resolve(RequestContext.self)
                let again = try r.resolve(RequestContext.self)
                #expect(context === again)
            }
            return Keychain()
        }
        container.withOverrides { _ in
        } operation: {
            #expect(container.resolve(Keychain.self) === container.resolve(Keychain.self))
        }
    }
}
