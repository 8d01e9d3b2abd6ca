import Depot
import Testing

/// Something that keeps a request's context.
private final class Holder: Sendable {
    let context: RequestContext

    init(_ context: RequestContext) {
        self.context = context
    }
}

private final class Outer: Sendable {
    let holder: Holder

    init(_ holder: Holder) {
        self.holder = holder
    }
}

private final class LazyHolder: Sendable {
    let context: Lazy<RequestContext>
    let provider: Provider<RequestContext>

    init(_ context: Lazy<RequestContext>, _ provider: Provider<RequestContext>) {
        self.context = context
        self.provider = provider
    }
}

@Suite struct CaptivityTests {
    private let container = Container()

    init() {
        container.register(RequestContext.self, .scoped(.request)) { _ in RequestContext() }
    }

    private func captive(_ operation: () throws(ResolutionError) -> Void) -> ResolutionError.Diagnosis? {
        do throws(ResolutionError) {
            try operation()
        } catch {
            if case .captive(let diagnosis) = error { return diagnosis }
            Issue.record(error)
        }
        return nil
    }

    @Test func `S6: the fix for what has a name or arguments, or is one of many, is one that a factory can follow`() {
        let container = Container()
        container.contribute(RequestContext.self, .scoped(.request)) { _ in RequestContext() }
        container.register(RequestContext.self, name: "a", .scoped(.request)) { _ in RequestContext() }
        container.register(RequestContext.self, .scoped(.request)) { (_, _: Int) in RequestContext() }
        func fix(_ factory: @escaping @Sendable (Resolver) throws -> RequestContext) -> String? {
            container.register(Outer.self, .singleton) { r in Outer(Holder(try factory(r))) }
            return captive { () throws(ResolutionError) in _ = try container.tryResolve(Outer.self) }?.fix
        }
        func told(_ handle: String) -> String { "let it take a `\(handle)`, or register it with a lifetime that is as short." }
        container.withScope(.request) {
            #expect(fix { try $0.resolve(name: "a") } == told("Provider { try r.resolve(RequestContext.self, name: \"a\") }"))
            #expect(fix { try $0.resolve(arguments: 1) } == told("Factory<RequestContext, Int>"))
            #expect(fix { try $0.resolveAll()[0] } == told("Provider { try r.resolveAll(RequestContext.self) }"))
        }
        container.register(Outer.self, .singleton, using: { (all: [RequestContext]) in Outer(Holder(all[0])) })
        let fixes = container.graph.problems.filter { $0.kind == .captive }.map(\.fix)
        #expect(fixes.contains { $0.contains("take a `Provider { try r.resolveAll(RequestContext.self) }`, or give Outer a lifetime") })
    }

    @Test func `S6: a singleton that needs a scoped instance is an error with the path, open scope or not`() throws {
        container.register(Holder.self) { r in Holder(try r.resolve()) }
        container.register(Outer.self, .singleton) { r in Outer(try r.resolve()) }
        let outside = try #require(captive { () throws(ResolutionError) in _ = try container.tryResolve(Outer.self) })
        #expect(outside.what == "Outer (singleton) would keep RequestContext (scoped to request) for longer than that lives.")
        #expect(outside.path.map(\.name) == ["Outer", "Holder", "RequestContext"])
        #expect(outside.fix == "let it take a Provider of RequestContext, or register it with a lifetime that is as short.")
        container.withScope(.request) {
            #expect(captive { () throws(ResolutionError) in _ = try container.tryResolve(Outer.self) } != nil)
            _ = container.resolve(Holder.self)
        }
    }

    @Test(arguments: [SharedLifetime.singleton, .eager, .weak, .cached(for: .seconds(1)), .scoped(.session), .scoped(.screen)])
    func `S6: whatever lives longer is refused`(_ lifetime: SharedLifetime) throws {
        container.register(Holder.self, lifetime) { r in Holder(try r.resolve()) }
        container.withScope(.session) {
            container.withScope(.screen) {
                container.withScope(.request) {
                    #expect(captive { () throws(ResolutionError) in _ = try container.tryResolve(Holder.self) } != nil)
                }
            }
        }
        container.strictScopes = false
        #expect(captive { () throws(ResolutionError) in _ = try container.tryResolve(Holder.self) } != nil)
    }

    @Test func `S6: async and main-actor factories are checked as well`() async throws {
        container.registerAsync(Holder.self, .singleton) { r in Holder(try await r.resolveAsync()) }
        let error = await #expect(throws: ResolutionError.self) {
            try await container.withScope(.request) { try await container.resolveAsync(Holder.self) }
        }
        guard case .captive = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `S6: what lives as short is allowed, and so are transients`() throws {
        container.register(Holder.self, .scoped(.request), using: Holder.init)
        container.register(Outer.self, using: Outer.init)
        try container.withScope(.request) {
            let outer = container.resolve(Outer.self)
            #expect(outer.holder === container.resolve(Holder.self))
            #expect(outer.holder.context === container.resolve(RequestContext.self))
            try container.validate()
        }
    }

    @Test func `S6: validate finds it by type, with the path`() throws {
        container.register(Holder.self, file: "App/Holder.swift", line: 3, using: Holder.init)
        container.register(Outer.self, .scoped(.session), using: Outer.init)
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.kind) == [.captive])
        let problem = try #require(error?.problems.first)
        #expect(
            problem.what
                == "Outer (scoped to session) would keep RequestContext (scoped to request) for longer than that lives.")
        #expect(problem.path.map(\.name) == ["Outer", "Holder", "RequestContext"])
        #expect(
            problem.fix
                == "let Holder (App/Holder.swift:3) take a Provider<RequestContext>, or give Outer a lifetime that is no longer.")
    }

    @Test func `S6 C12 where an alias leads to a captive, who takes the alias is named`() throws {
        container.alias((any AnyObject & Sendable).self, to: RequestContext.self) { $0 }
        container.register(Keychain.self, .singleton, file: "App/A.swift", line: 1, using: { (_: any AnyObject & Sendable) in Keychain() })
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        let problem = try #require(error?.problems.first)
        #expect(problem.path.map(\.name) == ["Keychain", "AnyObject", "RequestContext"])
        #expect(
            problem.fix == "let Keychain (App/A.swift:1) take a Provider<AnyObject>, or give Keychain a lifetime that is no longer.")
    }

    @Test func `kinds side by side do not keep each other`() throws {
        let cart = ScopeKind("cart", within: .session)
        container.register(Keychain.self, .scoped(cart)) { _ in Keychain() }
        container.register(ImageCache.self, .scoped(.screen)) { r in
            _ = try r.resolve(Keychain.self)
            return ImageCache()
        }
        container.strictScopes = false
        #expect(captive { () throws(ResolutionError) in _ = try container.tryResolve(ImageCache.self) } != nil)
    }

    @Test func `a Lazy or a Provider in a singleton gives each scope its own`() throws {
        container.register(LazyHolder.self, .singleton, using: LazyHolder.init)
        try container.validate()
        let holder = container.resolve(LazyHolder.self)
        var contexts: [RequestContext] = []
        for _ in 0..<2 {
            container.withScope(.request) {
                contexts.append(holder.context())
                #expect(holder.context() === container.resolve(RequestContext.self))
                #expect(holder.provider() === holder.context())
            }
        }
        #expect(contexts[0] !== contexts[1])
        #expect(container.resolve(LazyHolder.self) === holder)
    }

    @Test func `a Lazy of something that is made from a scoped one is not kept for longer either`() {
        final class Controller: Sendable {
            let holder: Lazy<Holder>

            init(_ holder: Lazy<Holder>) {
                self.holder = holder
            }
        }
        container.register(Holder.self, using: Holder.init)
        container.register(Controller.self, .singleton, using: Controller.init)
        let controller = container.resolve(Controller.self)
        var contexts: [RequestContext] = []
        for _ in 0..<2 {
            container.withScope(.request) {
                contexts.append(controller.holder().context)
                #expect(contexts.last === container.resolve(RequestContext.self))
            }
        }
        #expect(contexts[0] !== contexts[1])
    }

    @Test func `an injected property of a singleton does not keep a scoped one`() {
        final class Controller: Sendable {
            private let injected = Inject<RequestContext>()
            var context: RequestContext { injected.wrappedValue }
        }
        container.register(Controller.self, .singleton) { _ in Controller() }
        var contexts: [RequestContext] = []
        for _ in 0..<2 {
            container.withScope(.request) {
                let controller = container.resolve(Controller.self)
                contexts.append(controller.context)
                #expect(controller.context === container.resolve(RequestContext.self))
            }
        }
        #expect(contexts[0] !== contexts[1])
    }

    @Test func `a Lazy in a scoped object resolves in that object's scope, wherever it is called`() async throws {
        container.register(LazyHolder.self, .scoped(.request), using: LazyHolder.init)
        try await container.withScope(.request) {
            let holder = container.resolve(LazyHolder.self)
            let context = container.resolve(RequestContext.self)
            let elsewhere = await Task.detached { (holder.context(), holder.provider()) }.value
            #expect(elsewhere.0 === context)
            #expect(elsewhere.1 === context)
        }
    }

    @Test func `S4: a scope of one container is none of another that is no relative, also inside a factory`() {
        let (container, other) = (Container(), Container())
        other.register(ImageCache.self, .scoped(.request), using: ImageCache.init)
        container.register(UserSession.self, .scoped(.request)) { [unowned other] _ in
            let error = failure { () throws(ResolutionError) in try other.tryResolve(ImageCache.self) }
            #expect(error?.kind == "scopeNotOpen")
            return UserSession()
        }
        container.withScope(.request) { _ = container.resolve(UserSession.self) }
        other.withScope(.request) {
            let cache = other.resolve(ImageCache.self)
            container.register(UserSession.self, .scoped(.request)) { [unowned other] _ in
                #expect(other.resolve(ImageCache.self) === cache)
                return UserSession()
            }
            container.withScope(.request) { _ = container.resolve(UserSession.self) }
        }
    }
}
