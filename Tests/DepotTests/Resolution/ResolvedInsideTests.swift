import Depot
import Testing

private final class Other: Sendable {
    let tag: String

    init(_ tag: String = "real") {
        self.tag = tag
    }
}

private final class Service: Sendable {
    let other: Other?

    init(_ other: Other? = nil) {
        self.other = other
    }
}

/// Has what it needs by properties, so that its initializer takes nothing.
private final class Owner: Sendable {
    private let injected = Inject<Other>()
    private let injectedLazily = Inject<Lazy<Other>>()
    private let provided = Inject<Provider<Other>>()
    private let perAccess = Inject<Other>(.onEveryAccess)
    private let early = Inject<Other>(.onInit)
    var tags: [String] {
        [injected, perAccess, early].map(\.wrappedValue.tag) + [injectedLazily.wrappedValue().tag, provided.wrappedValue().tag]
    }
}

/// Has it by one property that is read late.
private final class LateOwner: Sendable {
    private let injected = Inject<Other>()
    var tag: String { injected.wrappedValue.tag }
}

/// Resolves a service when it goes.
private final class Goodbye: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit { action() }
}

/// What is resolved while a shared service is made is what it was made from, however it is registered and wherever it lives.
@Suite struct ResolvedInsideTests {
    @Test(arguments: Making.allCases, Home.allCases)
    func `R1: what the initializer resolves is what it is made from`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        container.register(Other.self, .singleton, making) { Other() }
        site.register(Service.self) { [unowned container] in Service(container.resolve(Other.self)) }
        let before = site.resolve(Service.self)
        #expect(before.other?.tag == "real")
        let replacement = container.replace(Other.self, with: Other("mock"))
        let during = site.resolve(Service.self)
        #expect(during.other?.tag == "mock")
        #expect(site.resolve(Service.self) === during)
        replacement.restore()
        #expect(site.resolve(Service.self) === before)
        #expect(site.resolve(Service.self) === before)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `R1: so is what a transient resolves that is made inside`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        container.register(Other.self, .singleton) { _ in Other() }
        container.register(Repository.self) { r in Repository(MockNetwork(try r.resolve(Other.self).tag)) }
        // Resolved twice before, so that all is known of it when it is resolved inside.
        _ = container.resolve(Repository.self)
        _ = container.resolve(Repository.self)
        site.register(UseCase.self) { [unowned container] in UseCase(container.resolve(Repository.self)) }
        let before = site.resolve(UseCase.self)
        let replacement = container.replace(Other.self, with: Other("mock"))
        #expect(site.resolve(UseCase.self).network.tag == "mock")
        replacement.restore()
        #expect(site.resolve(UseCase.self) === before)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `S6: a singleton keeps nothing that lives in a scope`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        container.register(RequestContext.self, .scoped(.request), making) { RequestContext(1) }
        site.register(Service.self) { [unowned container] in
            _ = try container.tryResolve(RequestContext.self)
            return Service()
        }
        let error = container.withScope(.request) {
            failure { () throws(ResolutionError) in try site.tryResolve(Service.self) }
        }
        #expect(error?.kind == "captive")
        #expect(error?.path == ["Service", "RequestContext"])
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `S6: a resolve traps with what would keep something that lives in a scope`(_ making: Making, _ home: Home) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [making = making as Making, home = home as Home] in
            let site = Site(making, home)
            let container = site.container
            container.register(RequestContext.self, .scoped(.request), making, line: 8) { RequestContext(1) }
            site.register(Service.self, line: 7) { [unowned container] in
                _ = container.resolve(RequestContext.self)
                return Service()
            }
            container.withScope(.request) { _ = site.resolve(Service.self) }
        }
        #expect(diagnosis(result).contains("path: Service (DepotTests/Here.swift:7) → RequestContext (DepotTests/Here.swift:8)"))
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `R1: an owner of injected properties is made anew for a mock, and is back after`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        container.register(Other.self, .singleton, making) { Other() }
        site.register(Owner.self) { Owner() }
        // In a scope, because the container is the shared one there.
        site.enterAny {
            let before = container.resolve(Owner.self)
            #expect(before.tags == Array(repeating: "real", count: 5))
            let replacement = container.replace(Other.self, with: Other("mock"))
            let during = container.resolve(Owner.self)
            #expect(during !== before)
            #expect(during.tags == Array(repeating: "mock", count: 5))
            replacement.restore()
            #expect(container.resolve(Owner.self) === before)
            #expect(before.tags == Array(repeating: "real", count: 5))
        }
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `R2: a property that is first read under a replacement is not left with the mock`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        container.register(Other.self, .singleton, making) { Other() }
        site.register(LateOwner.self) { LateOwner() }
        site.enterAny {
            let before = container.resolve(LateOwner.self)
            let replacement = container.replace(Other.self, with: Other("mock"))
            #expect(before.tag == "mock")
            #expect(container.resolve(LateOwner.self) !== before)
            replacement.restore()
            #expect(container.resolve(LateOwner.self) === before)
            #expect(before.tag == "real")
        }
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `R1 C17: an object inside that resolves when it goes gets the right instance, which counts as well`(
        _ making: Making, _ home: Home
    ) {
        let site = Site(making, home)
        let container = site.container
        container.register(Other.self, .singleton, making) { Other() }
        let seen = Log()
        site.register(Service.self) { [unowned container] in
            let local = Goodbye { [unowned container] in seen.add(container.resolve(Other.self).tag) }
            withExtendedLifetime(local) {}
            return Service()
        }
        let before = site.resolve(Service.self)
        #expect(seen.all == ["real"])
        let replacement = container.replace(Other.self, with: Other("mock"))
        #expect(site.resolve(Service.self) !== before)
        #expect(seen.all == ["real", "mock"])
        replacement.restore()
        #expect(site.resolve(Service.self) === before)
        site.expectUsable()
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C4 C17: a factory that goes with its registration, while it runs, may resolve something`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        container.register(Other.self, .singleton, making) { Other() }
        let (made, seen) = (Counter(), Log())
        do {
            let captured = Goodbye { [unowned container] in
                seen.add("\(container.resolve(Other.self).tag), \(site.resolve(Service.self).other?.tag ?? "none")")
            }
            site.register(Service.self) { [unowned site] in
                withExtendedLifetime(captured) {}
                made.increment()
                // From now on only the run keeps the function that is running.
                site.register(Service.self) { Service(Other("new")) }
                return Service()
            }
        }
        #expect(site.resolve(Service.self).other?.tag == "new")
        #expect(made.value == 1)
        #expect(seen.all == ["real, new"])
        site.expectUsable()
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C7 C17: what only the initializer had of its graph may resolve something when it goes`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        container.register(Other.self, .singleton, making) { Other() }
        let seen = Log()
        container.register(Goodbye.self, .graph) { [unowned container] _ in
            Goodbye { seen.add(container.resolve(Other.self).tag) }
        }
        site.register(Service.self) { [unowned container] in
            let same = container.resolve(Goodbye.self) === container.resolve(Goodbye.self)
            seen.add("\(same)")
            return Service()
        }
        _ = site.resolve(Service.self)
        #expect(seen.all == ["true", "real"])
        site.expectUsable()
    }
}
