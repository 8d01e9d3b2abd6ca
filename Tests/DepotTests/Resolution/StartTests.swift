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
}
