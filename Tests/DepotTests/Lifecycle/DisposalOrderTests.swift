import Depot
import Testing

/// S5, C20: what is disposed, and in what order.
@Suite struct DisposalOrderTests {
    private final class Resource: Disposable, Error, Hashable {
        let name: String
        private let log: Log
        private let other: Resource?

        init(_ name: String, _ log: Log, from other: Resource? = nil) {
            self.name = name
            self.log = log
            self.other = other
        }

        func dispose() async { log.add(name) }

        static func == (lhs: Resource, rhs: Resource) -> Bool { lhs === rhs }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private struct Plain: Error, Hashable {}

    private let container = Container()
    private let log = Log()

    @Test func `S5 an optional service is disposed, also where the first was nil`() async {
        let counter = Counter()
        container.register(Resource?.self) { [log] _ in
            let number = counter.increment()
            return number == 1 ? nil : Resource("\(number)", log)
        }
        for _ in 1...5 { _ = container.resolve(Resource?.self) }
        await container.close()
        #expect(log.all == ["5", "4", "3", "2"])
    }

    @Test func `S5 an error is disposed as a service, also where the first was a plain one`() async {
        let counter = Counter()
        container.register((any Error).self, .cached(for: .zero)) { [log] _ in
            let number = counter.increment()
            return number == 1 ? Plain() : Resource("\(number)", log)
        }
        for _ in 1...5 { _ = container.resolve((any Error).self) }
        await container.close()
        #expect(log.all.sorted() == ["2", "3", "4", "5"])
    }

    @Test func `S5 an erased service is disposed, also where the first was a plain one`() async {
        let counter = Counter()
        container.register(Any.self) { [log] _ in counter.increment() == 1 ? Plain() as Any : Resource("any", log) }
        container.register(AnyHashable.self) { [log] _ in
            counter.increment() == 3 ? AnyHashable(Plain()) : AnyHashable(Resource("hashable", log))
        }
        container.register((any Hashable & Sendable)?.self) { [log] _ in
            if counter.increment() == 5 { return Plain() }
            return Resource("optional", log)
        }
        for _ in 1...2 { _ = container.resolve(Any.self) }
        for _ in 1...2 { _ = container.resolve(AnyHashable.self) }
        for _ in 1...2 { _ = container.resolve((any Hashable & Sendable)?.self) }
        await container.close()
        #expect(log.all == ["optional", "hashable", "any"])
    }

    @Test func `S5 what a replacement's factory made is disposed after what was made from it`() async {
        container.register(Resource.self, name: "base", .singleton) { [log] _ in Resource("base", log) }
        container.register(Resource.self, name: "user") { [log] r in Resource("user", log, from: try r.resolve(Resource.self, name: "base"))
        }
        container.replace(Resource.self, name: "base") { [log] _ in Resource("mock", log) }
        _ = container.resolve(Resource.self, name: "user")
        await container.close()
        #expect(log.all == ["user", "mock"])
    }

    /// Resolves what is made from the base, in an override that replaces that.
    private func resolveUserWithMock() {
        container.withOverrides { [log] in
            $0.replace(Resource.self, name: "base") { _ in Resource("mock", log) }
        } operation: {
            _ = container.resolve(Resource.self, name: "user")
        }
    }

    @Test func `S5 the same in an override, which ends by itself`() async {
        container.register(Resource.self, name: "base", .singleton) { [log] _ in Resource("base", log) }
        container.register(Resource.self, name: "user") { [log] r in Resource("user", log, from: try r.resolve(Resource.self, name: "base"))
        }
        synchronously { resolveUserWithMock() }
        await container.settled()
        #expect(log.all == ["user", "mock"])
    }

    @Test(arguments: [ScopeKind.session, .request], [ScopeKind.session, .request, nil])
    func `S5 the same in an override inside the scopes that both live in`(_ base: ScopeKind, _ user: ScopeKind?) async {
        guard user.map({ $0.isWithin(base) }) ?? true else { return }
        container.register(Resource.self, name: "base", .scoped(base)) { [log] _ in Resource("base", log) }
        let makeUser: @Sendable (Resolver) throws -> Resource = { [log] r in
            Resource("user", log, from: try r.resolve(Resource.self, name: "base"))
        }
        if let user {
            container.register(Resource.self, name: "user", .scoped(user), makeUser)
        } else {
            container.register(Resource.self, name: "user", .transient, makeUser)
        }
        synchronously {
            container.withScope(.session) {
                container.withScope(.request) { resolveUserWithMock() }
            }
        }
        await container.settled()
        #expect(log.all == ["user", "mock"])
    }

    @Test func `S5 an override disposes its own scopes first, whatever its other services live in`() async {
        container.register(Resource.self, name: "request", .scoped(.request)) { [log] _ in Resource("request", log) }
        container.register(Resource.self, name: "session", .scoped(.session)) { [log] _ in Resource("session", log) }
        synchronously {
            container.withScope(.request) {
                container.withOverrides { [log] in
                    $0.replace(Resource.self, name: "request") { _ in Resource("mock", log) }
                } operation: {
                    container.scopeContext.setCurrent(.session, id: "ada")
                    for name in ["session", "request"] as [Name] { _ = container.resolve(Resource.self, name: name) }
                }
                log.add("end")
            }
        }
        await container.settled()
        #expect(log.all.filter { $0 != "end" } == ["session", "mock"])
    }

    @Test func `S5 a replacement that is restored takes along what saw it, whatever was replaced after`() async {
        for name in ["low", "high"] as [Name] {
            container.register(Resource.self, name: name, .singleton) { [log] _ in Resource("real \(name.rawValue)", log) }
        }
        container.replace(Resource.self, name: "low") { [log] _ in Resource("low", log) }
        let high = container.replace(Resource.self, name: "high") { [log] r in
            Resource("high", log, from: try r.resolve(Resource.self, name: "low"))
        }
        _ = container.resolve(Resource.self, name: "high")
        high.restore()
        await container.settled()
        #expect(log.all == ["high"])
        container.restoreAll()
        await container.settled()
        #expect(log.all == ["high", "low"])
    }

    @Test func `C20 closing a container closes its children first`() async {
        container.register(Resource.self, name: "parent", .singleton) { [log] _ in Resource("parent", log) }
        let child = Container(parent: container)
        let grandchild = Container(parent: child)
        for (inner, name) in [(child, "child"), (grandchild, "grandchild")] as [(Container, Name)] {
            inner.register(Resource.self, name: name, .singleton) { [log] r in
                Resource(name.rawValue, log, from: try r.resolve(Resource.self, name: "parent"))
            }
            inner.register(Keychain.self, .singleton, using: Keychain.init)
            _ = inner.resolve(Resource.self, name: name)
            for _ in 0..<3 { _ = inner.resolve(Keychain.self) }
        }
        await container.close()
        #expect(log.all == ["grandchild", "child", "parent"])
        for inner in [container, child, grandchild] {
            #expect(failure { () throws(ResolutionError) in try inner.tryResolve(Keychain.self) }?.kind == "closed")
            #expect(failure { () throws(ResolutionError) in try inner.tryResolve(Resource.self, name: "parent") }?.kind == "closed")
        }
        await child.close()
        #expect(log.all == ["grandchild", "child", "parent"])
    }

    @Test func `C20 after a parent was closed, its settled singletons are not to be had from a child`() async {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        let child = Container(parent: container)
        let grandchild = Container(parent: child)
        for _ in 0..<3 { #expect(child.resolve(Keychain.self) === grandchild.resolve(Keychain.self)) }
        await container.close()
        for inner in [child, grandchild] {
            #expect(failure { () throws(ResolutionError) in try inner.tryResolve(Keychain.self) }?.kind == "closed")
        }
    }

    @Test func `C20 an override is closed with what it overrides, and what it made is disposed first`() async {
        container.register(Resource.self, name: "base", .singleton) { [log] _ in Resource("base", log) }
        container.register(Resource.self, name: "user", .singleton) { [log] r in
            Resource("user", log, from: try r.resolve(Resource.self, name: "base"))
        }
        container.register(Keychain.self, .singleton, using: Keychain.init)
        _ = container.resolve(Resource.self, name: "base")
        let isOpen = AsyncGate()
        let isClosed = AsyncGate()
        let task = Task { [container, log] in
            await container.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
                $0.replace(Resource.self, name: "user") { r in Resource("mock", log, from: try r.resolve(Resource.self, name: "base")) }
            } operation: {
                _ = container.resolve(Resource.self, name: "user")
                isOpen.open()
                await isClosed.pass()
                #expect(failure { () throws(ResolutionError) in try container.tryResolve(Keychain.self) }?.kind == "closed")
            }
        }
        await isOpen.pass()
        await container.close()
        #expect(log.all == ["mock", "base"])
        isClosed.open()
        await task.value
        await container.settled()
        #expect(log.all == ["mock", "base"])
    }

    @Test(arguments: [true, false]) func `C20 a copy has the settings of the original`(isStrict: Bool) {
        container.strictScopes = isStrict
        #expect(container.copy().strictScopes == isStrict)
        let child = Container(parent: container)
        #expect(child.copy().strictScopes == isStrict)
        child.strictScopes = !isStrict
        #expect(child.copy().strictScopes == !isStrict)
    }

    @Test func `C20 a cancelled task gets what exists`() async throws {
        container.registerAsync(Keychain.self, .singleton) { _ in Keychain() }
        container.register(Log.self, .singleton, using: Log.init)
        let keychain = try await container.resolveAsync(Keychain.self)
        let log = container.resolve(Log.self)
        let task = Task { [container] in
            withUnsafeCurrentTask { $0?.cancel() }
            return (try await container.resolveAsync(Keychain.self), try await container.resolveAsync(Log.self))
        }
        let found = try await task.value
        #expect(found.0 === keychain)
        #expect(found.1 === log)
    }

    @Test func `C15 a cancelled task does not start an async factory, and leaves it to the next`() async throws {
        let counter = Counter()
        container.registerAsync(Keychain.self, .singleton) { _ in
            counter.increment()
            return Keychain()
        }
        container.registerAsync(Log.self) { _ in
            counter.increment()
            return Log()
        }
        let task = Task { [container] in
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: CancellationError.self) { try await container.resolveAsync(Keychain.self) }
            await #expect(throws: CancellationError.self) { try await container.resolveAsync(Log.self) }
        }
        await task.value
        #expect(counter.value == 0)
        _ = try await container.resolveAsync(Keychain.self)
        _ = try await container.resolveAsync(Log.self)
        #expect(counter.value == 2)
    }
}
