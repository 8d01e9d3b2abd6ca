import Depot
import Testing

/// What was made from something whose scope has ended.
@Suite struct EndedScopeTests {
    private final class Low: Sendable {}

    private final class Middle: Sendable {
        let low: Low

        init(_ low: Low) {
            self.low = low
        }
    }

    private final class InSession: Sendable {
        let middle: Middle

        init(_ middle: Middle) {
            self.middle = middle
        }
    }

    private final class InRequest: Sendable {
        let inSession: InSession

        init(_ inSession: InSession) {
            self.inSession = inSession
        }
    }

    @Test func `S12 an instance is made anew when what it was made from is lost`() {
        let container = Container()
        container.register(Low.self, .singleton, using: Low.init)
        container.register(Middle.self, .singleton, using: Middle.init)
        container.register(InSession.self, .scoped(.session), using: InSession.init)
        container.register(InRequest.self, .scoped(.request), using: InRequest.init)
        let scopes = container.scopeContext
        container.withScope(.request, id: "outer") {
            scopes.setCurrent(.session, id: "first")
            _ = Container.shared.resolve(InSession.self)
            container.register(Middle.self, .singleton, using: Middle.init)
            _ = Container.shared.resolve(InSession.self)
            let first = Container.shared.resolve(InRequest.self)
            #expect(first.inSession === Container.shared.resolve(InSession.self))
            container.register(Low.self, .singleton, using: Low.init)
            scopes.clear(.session)
            scopes.setCurrent(.session, id: "second")
            let second = Container.shared.resolve(InRequest.self)
            #expect(second !== first)
            #expect(second.inSession.middle.low === Container.shared.resolve(Low.self))
        }
        scopes.clear(.session)
    }

    @Test func `S12 an instance of an outer scope is made anew after the inner scope has ended that it was made from`() {
        let container = Container()
        container.register(Keychain.self, .scoped(.session), using: Keychain.init)
        container.register(KeychainUser.self, .scoped(.request), using: KeychainUser.init)
        let scopes = container.scopeContext
        container.withScope(.request) {
            scopes.setCurrent(.session, id: "first")
            let first = Container.shared.resolve(KeychainUser.self)
            #expect(first.keychain === Container.shared.resolve(Keychain.self))
            #expect(Container.shared.resolve(KeychainUser.self) === first)
            scopes.clear(.session)
            scopes.setCurrent(.session, id: "second")
            let second = Container.shared.resolve(KeychainUser.self)
            #expect(second !== first)
            #expect(second.keychain === Container.shared.resolve(Keychain.self))
        }
        scopes.clear(.session)
    }

    private final class KeychainUser: Sendable {
        let keychain: Keychain

        init(_ keychain: Keychain) {
            self.keychain = keychain
        }
    }
}
