import Depot
import Testing

/// In async code the async forms are meant, also where the operation has no `await`.
@Suite struct AsyncFormTests {
    private let container = Container()
    private let log = Log()

    init() {
        container.registerParts(["a", "b"], log)
    }

    @Test func `S11: in async code withScope waits for the disposals, whatever its body`() async throws {
        try await container.withScope(.request) {
            for name in ["a", "b"] as [Name] { _ = container.resolve(Part.self, name: name) }
        }
        #expect(log.all == ["b", "a"])
    }

    @MainActor @Test func `S11: on the main actor, too, where the body stays`() async throws {
        var count = 0
        try await container.withScope(.request) {
            _ = container.resolve(Part.self, name: "a")
            count += 1
        }
        #expect(log.all == ["a"])
        #expect(count == 1)
    }

    @Test func `S11: HeldScope likewise`() async throws {
        let session = HeldScope(.session, id: "ada", in: container)
        try await session.withScope(.request) { _ = container.resolve(Part.self, name: "a") }
        #expect(log.all == ["a"])
    }

    @Test func `S11: synchronous code has the synchronous form`() {
        container.withScope(.request) { _ = container.resolve(Part.self, name: "a") }
        container.withOverrides { _ in
        } operation: {
            #expect(Container.shared !== container)
        }
    }

    @Test func `R3: withOverrides has one form for each as well`() async {
        let container = container
        container.register(Int.self) { _ in 1 }
        await container.withOverrides {
            $0.replace(Int.self, with: 2)
        } operation: {
            #expect(container.resolve(Int.self) == 2)
        }
    }
}
