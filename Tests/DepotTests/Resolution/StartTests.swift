import Depot
import Testing

@Suite struct StartTests {
    private let container = Container()
    private let log = Log()

    @Test func `a start that fails half-way keeps what was built, and the next one goes on from there`() async throws {
        let (attempts, made) = (Counter(), Counter())
        container.register(Part.self, name: "first", .eager) { [log] _ in
            made.increment()
            return Part("first", log)
        }
        container.register(Part.self, name: "second", .eager) { [log] r in
            _ = try r.resolve(Part.self, name: "first")
            if attempts.increment() == 1 { throw Failure() }
            return Part("second", log)
        }
        let error = await #expect(throws: ResolutionError.self) { try await container.start() }
        #expect(error?.kind == "factoryFailed")
        #expect(log.all == [])
        try await container.start()
        #expect(made.value == 1)
        await container.close()
        #expect(log.all == ["second", "first"])
    }

    @Test func `what a failed start has built is disposed once when the container is closed`() async {
        container.register(Part.self, name: "built", .eager) { [log] _ in Part("built", log) }
        container.register(Part.self, name: "failing to build", .eager) { r in
            _ = try r.resolve(Part.self, name: "built")
            throw Failure()
        }
        await #expect(throws: ResolutionError.self) { try await container.start() }
        await container.close()
        await container.close()
        #expect(log.all == ["built"])
    }

    @Test(.timeLimit(.minutes(15)))
    func `C7: an eager service that is made synchronously is built after the async ones that it needs`() async throws {
        let gate = AsyncGate()
        let reader = { @Sendable (resolver: Resolver, name: Name) throws -> Part in
            do {
                return Part("\(try resolver.resolve(Part.self, name: name).name), read", Log())
            } catch {
                gate.open()
                throw error
            }
        }
        container.registerAsync(Part.self, name: "first", .singleton) { [log] _ in
            await gate.pass()
            return Part("first", log)
        }
        container.register(Part.self, name: "second", .eager) { r in try reader(r, "first") }
        container.registerAsync(Part.self, name: "third", .singleton) { [log] r in
            Part("\(try await r.resolveAsync(Part.self, name: "second").name), third", log)
        }
        container.register(Part.self, name: "fourth", .eager) { r in try reader(r, "third") }
        try await container.start()
        #expect(try container.tryResolve(Part.self, name: "fourth").name == "first, read, third, read")
    }

    @Test func `what needs an async service that start does not build is told, and what failed otherwise comes first`() async throws {
        container.registerAsync(Part.self, name: "transient") { [log] _ in Part("transient", log) }
        container.register(Part.self, name: "reader", .eager) { r in try r.resolve(Part.self, name: "transient") }
        #expect(await #expect(throws: ResolutionError.self) { try await container.start() }?.kind == "requiresAsync")
        container.register(Part.self, name: "failing", .eager) { _ in throw Failure() }
        #expect(await #expect(throws: ResolutionError.self) { try await container.start() }?.kind == "factoryFailed")
    }

    @Test(.timeLimit(.minutes(15))) func `C3: an async factory that starts its own container is told the cycle`() async throws {
        let kinds = Log()
        container.registerAsync(Part.self, .singleton) { [container, log] _ in
            do { try await container.start() } catch let error as ResolutionError { kinds.add(error.kind) }
            return Part("bootstrap", log)
        }
        try await container.start()
        #expect(kinds.all == ["cycle"])
        await container.close()
    }

    @Test func `closing a container closes its scopes first`() async throws {
        container.registerParts(["scoped"], log)
        container.register(Part.self, name: "singleton", .singleton) { [log] _ in Part("singleton", log) }
        let container = container
        try await container.withScope(.request) { () async throws in
            _ = container.resolve(Part.self, name: "scoped")
            _ = container.resolve(Part.self, name: "singleton")
            await container.close()
            #expect(log.all == ["scoped", "singleton"])
            #expect(failure { () throws(ResolutionError) in try container.tryResolve(Part.self, name: "scoped") }?.kind == "closed")
        }
        #expect(log.all == ["scoped", "singleton"])
    }

    @Test func `C7: what replaces an eager service is made when it is asked for`() async throws {
        container.register(Part.self, .eager) { [log] _ in Part("real", log) }
        try await container.start()
        let made = Counter()
        container.replace(Part.self) { [log] _ in
            made.increment()
            return Part("mock", log)
        }
        try await container.start()
        #expect(made.value == 0)
        #expect(container.resolve(Part.self).name == "mock")
    }

    @Test func `C7: a parent and its child are started by themselves`() async throws {
        let (parents, childs) = (Counter(), Counter())
        let child = Container(parent: container)
        container.register(Part.self, name: "parent", .eager) { [log] _ in
            parents.increment()
            return Part("parent", log)
        }
        child.register(Part.self, name: "child", .eager) { [log] _ in
            childs.increment()
            return Part("child", log)
        }
        try await child.start()
        #expect([parents.value, childs.value] == [0, 1])
        try await container.start()
        #expect([parents.value, childs.value] == [1, 1])
    }
}
