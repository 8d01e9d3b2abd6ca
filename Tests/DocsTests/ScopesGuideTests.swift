import Depot
import Synchronization
import Testing

// The code of Docs/Depot.docc/Scopes.md, but for what a scope is given, compiled and run; the last test compares the guide and the tests.

private final class UserSession: Sendable {}

private final class Draft: Sendable {}

private final class RequestContext: Sendable {}

private final class Mailer: Sendable {
    let context: RequestContext

    init(_ context: RequestContext) {
        self.context = context
    }
}

private final class Audit: Sendable {
    let context: Provider<RequestContext>

    init(_ context: Provider<RequestContext>) {
        self.context = context
    }
}

extension ScopeKind {
    static let checkout = ScopeKind("checkout", within: .session)
}

private final class Transaction: Disposable, Sendable {
    private let isOpen = Mutex(true)

    static func begin() async throws -> Transaction { Transaction() }

    func commit() async throws { isOpen.withLock { $0 = false } }

    func dispose() async throws {
        if isOpen.withLock({ $0 }) { try await rollBack() }
    }
}

extension Transaction {
    private func rollBack() async throws { isOpen.withLock { $0 = false } }
}

/// What UIKit's looks like from here.
@MainActor private class UIViewController {
    func viewWillAppear(_ animated: Bool) {}
}

@MainActor
private final class HomeViewController: UIViewController {
    private let scope = HeldScope(.screen, id: "Home")

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        scope.makeCurrent()
    }
}

@Suite struct ScopesGuideTests {
    private let container = Container()

    init() {
        container.register(UserSession.self, .scoped(.session), using: UserSession.init)
        container.register(Draft.self, .scoped(.screen), using: Draft.init)
        container.registerScoped(RequestContext.self, scope: .request) { RequestContext() }
        container.registerAsyncScoped(Transaction.self, scope: .request) { try await Transaction.begin() }
    }

    private func inEffect(_ operation: () -> Void) { container.withOverrides({ _ in }, operation: operation) }

    @Test func `a scope for an operation`() async throws {
        try await container.withScope(.request, id: "r-42") {
            let context = container.resolve(RequestContext.self)
            await Task.yield()
            #expect(container.resolve(RequestContext.self) === context)
            try await container.resolveAsync(Transaction.self).commit()
        }
        #expect(ScopeKind.checkout.isWithin(.session))
    }

    @Test func `scopes by hand`() {
        inEffect {
            ScopeContext.shared.setCurrent(.screen, id: "HomeScreen")
            let draft = Container.shared.resolve(Draft.self)
            ScopeContext.shared.setCurrent(.screen, id: "Profile")
            #expect(Container.shared.resolve(Draft.self) !== draft)
            ScopeContext.shared.setCurrent(.screen, id: "HomeScreen")  // back again: its instances are still there
            #expect(Container.shared.resolve(Draft.self) === draft)
            ScopeContext.shared.clear(.screen)  // gone for good
            #expect(ScopeContext.shared.currentID(for: .screen) == nil)
        }
    }

    @Test @MainActor func `a view controller holds its scope`() {
        inEffect {
            var controller: HomeViewController? = HomeViewController()
            controller?.viewWillAppear(true)
            #expect(ScopeContext.shared.currentID(for: .screen) == "Home")
            controller = nil
            #expect(ScopeContext.shared.currentID(for: .screen) == nil)
        }
    }

    private func handle(_ user: UserSession) async throws { #expect(container.resolve(UserSession.self) === user) }

    @Test func `a server's sessions`() async throws {
        let session = HeldScope(.session, id: "ada's login", in: container)
        try await session.withScope(.request, id: "r-43") {
            let user = container.resolve(UserSession.self)
            try await handle(user)
        }
        await session.close()
        #expect(!session.isOpen)
    }

    @Test func `what may keep what`() {
        container.register(Mailer.self, .singleton) { r in Mailer(try r.resolve(RequestContext.self)) }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Mailer.self) }
        #expect(error?.diagnosis.what == "Mailer (singleton) would keep RequestContext (scoped to request) for longer than that lives.")
        container.register(Audit.self, .singleton, using: Audit.init)  // init(_ context: Provider<RequestContext>)
        let audit = container.resolve(Audit.self)
        container.withScope(.request) { #expect(audit.context() === container.resolve(RequestContext.self)) }
    }

    @Test func `no scope open`() {
        #expect(throws: ResolutionError.self) { try container.tryResolve(RequestContext.self) }  // .scopeNotOpen
        container.strictScopes = false
        #expect(container.resolve(RequestContext.self) !== container.resolve(RequestContext.self))
    }

    @Test func `looking`() {
        container.withScope(.session, id: "ada") {
            container.withScope(.request, id: "r-44") {
                _ = container.resolve(RequestContext.self)
                for scope in container.scopes { print(scope) }  // session "ada", open for 5 µs, 0 instances …
                #expect(container.scopes.map(\.instances) == [0, 1])
            }
        }
    }

    @Test func `the guide has the code of this file`() throws {
        try expectExamples(of: "Docs/Depot.docc/Scopes.md", atLeast: 13, alsoIn: ["ScopesGuideProvidingTests.swift"])
    }
}
