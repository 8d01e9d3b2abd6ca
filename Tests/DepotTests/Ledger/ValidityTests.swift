import Depot
import Testing

/// Whether an instance is still what it was, where what it was made from leads back to it.
@Suite struct ValidityTests {
    private final class Cached: Sendable {
        let user: Lazy<User>
        init(_ user: Lazy<User>) { self.user = user }
    }

    private final class User: Sendable {
        let cached: Cached
        init(_ cached: Cached) { self.cached = cached }
    }

    @Test func `C7 C19 what a cached service's Lazy has got can be resolved when its time is over and something has changed`() {
        let clock = TurnableClock()
        let container = Container()
        container.register(Int.self, instance: 1)
        container.register(Cached.self, .cached(for: .seconds(1), clock: clock), using: Cached.init)
        container.register(User.self, .singleton, using: User.init)
        let first = container.resolve(Cached.self)
        let user = first.user()
        clock.turn(by: .seconds(2))
        #expect(container.resolve(Cached.self) !== first)
        container.replace(Int.self, with: 2)
        #expect(container.resolve(User.self) === user && user.cached === first)
    }

    /// What each of a long row of services was made from, twice.
    private final class Link: Sendable {
        let parts: [Link]
        init(_ parts: [Link] = []) { self.parts = parts }
    }

    private final class Ring: Sendable {
        let root: Lazy<Root>
        init(_ root: Lazy<Root>) { self.root = root }
    }

    private final class Root: Sendable {
        let (ring, link): (Ring, Link)
        init(_ ring: Ring, _ link: Link) { (self.ring, self.link) = (ring, link) }
    }

    @Test func `R1 what is used by many is looked at once, also behind a ring`() throws {
        let container = Container()
        container.register(Int.self, instance: 1)
        let depth = 60
        for number in 0..<depth {
            for half in ["a", "b"] {
                container.register(Link.self, name: "\(half)\(number)", .singleton) { r in
                    guard number + 1 < depth else { return Link() }
                    return Link([try r.resolve(name: "a\(number + 1)"), try r.resolve(name: "b\(number + 1)")])
                }
            }
        }
        container.register(Ring.self, .singleton, using: Ring.init)
        container.register(Root.self, .singleton) { r in Root(try r.resolve(), try r.resolve(name: "a0")) }
        let root = container.resolve(Root.self)
        #expect(root.ring.root() === root)
        container.replace(Int.self, with: 2)
        #expect(container.resolve(Root.self) === root)
        container.replace(Link.self, name: "a\(depth - 1)", with: Link())
        #expect(container.resolve(Root.self) !== root)
    }
}
