import Depot
import Testing

/// S7: a handle in a scoped service asks in the scope that its owner lives in, by whatever way, also where no scope is bound.
@Suite struct HandlesInOwnScopesTests {
    private final class Part: Sendable {}

    private final class Whole: Sendable {
        let part: Part

        init(_ part: Part) {
            self.part = part
        }
    }

    private final class Outer: Sendable {
        let whole: Whole

        init(_ whole: Whole) {
            self.whole = whole
        }
    }

    /// Lives in a request, and asks later.
    private final class Owner: Sendable {
        let resolver: Resolver
        let outer: Lazy<Outer>

        init(_ resolver: Resolver, _ outer: Lazy<Outer>) {
            self.resolver = resolver
            self.outer = outer
        }
    }

    private let container = Container()

    init() {
        container.register(Part.self, .scoped(.request), using: Part.init)
        container.register(Owner.self, .scoped(.request)) { r in Owner(r, try r.resolve()) }
    }

    /// Asks where the scope is open but not bound, and again when it has ended: in no scope, and in one of another kind.
    private func expectOwnScope(_ whole: @escaping @Sendable (Owner) async throws -> Whole) async throws {
        for isInScreen in [false, true] {
            let ask = { @Sendable [container] (owner: Owner) async throws -> Whole in
                guard isInScreen else { return try await whole(owner) }
                return try await container.withScope(.screen) { try await whole(owner) }
            }
            let owner = try await container.withScope(.request) {
                let owner = container.resolve(Owner.self)
                let made = try await Task.detached { try await ask(owner) }.value
                #expect(made.part === container.resolve(Part.self))
                return owner
            }
            let error = await #expect(throws: ResolutionError.self) { try await ask(owner) }
            #expect(error?.kind == "closed")
        }
    }

    @Test func `S7 what is made by async factories on the way is in the owner's scope`() async throws {
        container.registerAsync(Whole.self) { r in Whole(try await r.resolveAsync()) }
        container.registerAsync(Outer.self) { r in Outer(try await r.resolveAsync()) }
        try await expectOwnScope { try await $0.resolver.resolveAsync() }
        try await expectOwnScope { try await $0.resolver.resolveAsync(Outer.self).whole }
    }

    @Test func `S7 an alias of what is async is in the owner's scope`() async throws {
        container.registerAsync(Whole.self, .scoped(.request)) { r in Whole(try await r.resolveAsync()) }
        container.alias(AnyObject.self, to: Whole.self) { $0 }
        container.register(Outer.self, using: Outer.init)
        try await expectOwnScope { try #require(try await $0.resolver.resolveAsync(AnyObject.self) as? Whole) }
    }

    @Test func `S7 R9 what a Lazy made in the owner's scope ends with that`() async throws {
        container.register(Whole.self) { r in Whole(try r.resolve()) }
        container.register(Outer.self) { r in Outer(try r.resolve()) }
        try await expectOwnScope { try $0.outer.get().whole }
    }
}
