import Depot
import Testing

/// What a `Lazy` gives in one scope and then in another.
@Suite struct LazyInScopesTests {
    private final class User: Sendable {
        let name: String

        init(_ name: String) {
            self.name = name
        }
    }

    private final class Greeting: Sendable {
        let user: User

        init(_ user: User) {
            self.user = user
        }
    }

    private final class Page: Sendable {
        let greeting: Lazy<Greeting>

        init(_ greeting: Lazy<Greeting>) {
            self.greeting = greeting
        }
    }

    @Test(arguments: [true, false]) func `S1 R9 in an override, too, a Lazy gives in each session what is made for that`(isOverridden: Bool)
    {
        let container = Container()
        container.expect(User.self, in: .session)
        container.register(Greeting.self, using: Greeting.init)
        container.register(Page.self, .scoped(.request), using: Page.init)
        container.register(Int.self) { _ in 0 }
        container.scopeContext.setCurrent(.request, id: "page")
        func within(_ user: String, _ body: () -> Void = {}) {
            container.withScope(.session, providing: { $0.provide(User.self, User(user)) }) {
                let greeting = container.resolve(Page.self).greeting
                #expect(greeting().user.name == user)
                if isOverridden { #expect(greeting() === greeting()) }
                body()
                #expect(greeting().user.name == user)
            }
        }
        container.withOverrides {
            if isOverridden { $0.replace(Int.self, with: 1) }
        } operation: {
            within("ada") { within("bob") }
            within("eve")
        }
    }

    private final class Site: Sendable {
        let page: Lazy<Page>

        init(_ page: Lazy<Page>) {
            self.page = page
        }
    }

    @Test func `R9 C6 what a singleton got by its Lazy keeps nothing of a scope in which it asked by its own`() {
        let container = Container()
        container.register(User.self, .scoped(.request)) { _ in User("ada") }
        container.register(Greeting.self, using: Greeting.init)
        container.register(Page.self, using: Page.init)
        container.register(Site.self, .singleton, using: Site.init)
        let page = container.resolve(Site.self).page()
        weak var user: User?
        container.withScope(.request) {
            user = page.greeting().user
            #expect(user != nil)
        }
        #expect(user == nil)
    }
}
