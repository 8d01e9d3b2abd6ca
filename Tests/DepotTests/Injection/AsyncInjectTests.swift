import Depot
import Testing

/// Injected properties of what is made asynchronously.
@Suite struct AsyncInjectTests {
    private final class Service: Networked {
        private let property = Inject<any Network>()
        var network: any Network { property.wrappedValue }

        init() async { await Task.yield() }
    }

    private func makeContainer() -> Container {
        let container = Container()
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        container.registerAsync(Service.self, .singleton) { (_: Resolver) async in await Service() }
        return container
    }

    @Test func `R1 an injected property of an async singleton follows a replacement`() async throws {
        let container = makeContainer()
        try await container.withOverrides { _ in
        } operation: {
            // In an override with nothing in it, so that `Container.shared` is this container for the property.
            let first = try await Container.shared.resolveAsync(Service.self)
            #expect(first.network.tag == "real")
            let replacement = container.replace((any Network).self, with: MockNetwork())
            let second = try await Container.shared.resolveAsync(Service.self)
            #expect(second !== first)
            #expect(second.network.tag == "mock")
            replacement.restore()
            #expect(try await Container.shared.resolveAsync(Service.self) === first)
        }
    }

    @Test func `R3 R9 an injected property of an async singleton keeps no mock of an override`() async throws {
        let container = makeContainer()
        let service = try await container.withOverrides { _ in
        } operation: {
            try await Container.shared.resolveAsync(Service.self)
        }
        await container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(service.network.tag == "mock")
        }
        await container.withOverrides { _ in
        } operation: {
            #expect(service.network.tag == "real")
        }
    }
}
