import Depot
import Testing

/// A `.graph` service that services of a child and of its parent use in one resolve: each container's services get their own.
@Suite struct GraphInChildTests {
    private final class Config: Sendable {
        let origin: String

        init(_ origin: String) {
            self.origin = origin
        }
    }

    /// One for each outermost resolve.
    private final class Session: Sendable {
        let config: Config

        init(_ config: Config) {
            self.config = config
        }
    }

    /// The parent's, shared.
    private final class Store: Sendable {
        let session: Session

        init(_ session: Session) {
            self.session = session
        }
    }

    /// The child's; it takes the session first.
    private final class Screen: Sendable {
        let session: Session
        let store: Store

        init(_ session: Session, _ store: Store) {
            self.session = session
            self.store = store
        }
    }

    /// The child's; it takes the parent's service first.
    private final class Page: Sendable {
        let session: Session
        let store: Store
        let other: Session

        init(_ store: Store, _ session: Session, _ other: Session) {
            self.session = session
            self.store = store
            self.other = other
        }
    }

    private func makeParent(_ lifetime: SharedLifetime = .singleton) -> Container {
        let parent = Container()
        parent.register(Config.self, .singleton) { _ in Config("parent") }
        parent.register(Session.self, .graph, using: Session.init)
        parent.register(Store.self, lifetime, using: Store.init)
        return parent
    }

    private func makeChild(of parent: Container) -> Container {
        let child = Container(parent: parent)
        child.register(Screen.self, using: Screen.init)
        child.register(Page.self, using: Page.init)
        return child
    }

    @Test(arguments: [SharedLifetime.singleton, .weak, .cached(for: .seconds(3_600)), .scoped(.session)])
    func `C8 R7 what a child registers is not in its parent's service by a graph instance`(lifetime: SharedLifetime) {
        let parent = makeParent(lifetime)
        let child = makeChild(of: parent)
        child.register(Config.self, .singleton) { _ in Config("child") }
        parent.withScope(.session) {
            let screen = child.resolve(Screen.self)
            #expect(screen.session.config.origin == "child")
            #expect(screen.store.session.config.origin == "parent")
            #expect(parent.resolve(Store.self) === screen.store)
        }
    }

    @Test func `C8 R7 nor is what a child replaces, although the child has nothing else of its own`() {
        let parent = makeParent()
        let child = makeChild(of: parent)
        let mock = child.replace(Config.self, with: Config("mock"))
        let screen = child.resolve(Screen.self)
        #expect(screen.session.config.origin == "mock")
        #expect(screen.store.session.config.origin == "parent")
        mock.restore()
        #expect(parent.resolve(Store.self) === screen.store)
        #expect(child.resolve(Screen.self).session.config.origin == "parent")
    }

    @Test func `C7 C8 what was made for the parent is not the child's, and all of the child's get one`() {
        let child = makeChild(of: makeParent())
        child.register(Config.self, .singleton) { _ in Config("child") }
        let page = child.resolve(Page.self)
        #expect(page.store.session.config.origin == "parent")
        #expect(page.session.config.origin == "child")
        #expect(page.session === page.other)
    }

    @Test func `C8 the same where all are async`() async throws {
        let parent = Container()
        parent.register(Config.self, .singleton) { _ in Config("parent") }
        parent.registerAsync(Session.self, .graph) { r in Session(try await r.resolveAsync()) }
        parent.registerAsync(Store.self, .singleton) { r in Store(try await r.resolveAsync()) }
        let child = Container(parent: parent)
        child.register(Config.self, .singleton) { _ in Config("child") }
        child.registerAsync(Screen.self) { r in Screen(try await r.resolveAsync(), try await r.resolveAsync()) }
        let screen = try await child.resolveAsync(Screen.self)
        #expect(screen.session.config.origin == "child")
        #expect(screen.store.session.config.origin == "parent")
    }

    @Test func `C7 C8 containers that a closure has captured each give their own`() {
        let parent = makeParent()
        let (child, other) = (makeChild(of: parent), makeChild(of: parent))
        child.register(Config.self, .singleton) { _ in Config("child") }
        other.register(Config.self, .singleton) { _ in Config("other") }
        child.register([String].self) { r in
            let first = try r.resolve(Session.self)
            let (others, parents, last) = (other.resolve(Session.self), parent.resolve(Session.self), child.resolve(Session.self))
            #expect(first === last)
            return [first, others, parents, last].map(\.config.origin)
        }
        #expect(child.resolve([String].self) == ["child", "other", "parent", "child"])
    }
}
