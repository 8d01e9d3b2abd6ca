import Synchronization
import Testing

@testable import Depot

@Suite struct AsyncEngineTests {
    @Test func `an alias that is decorated can be awaited, and leaves nothing running`() async throws {
        let container = Container()
        container.register(RealNetwork.self, .singleton) { _ in RealNetwork() }
        container.alias((any Network).self, to: RealNetwork.self) { $0 }
        container.decorate((any Network).self) { base, _ in base }
        let network = try await container.resolveAsync((any Network).self)
        #expect(network === container.resolve(RealNetwork.self))
        #expect(container.core.family.gate.load(ordering: .acquiring) != .max, "The gate stays closed while something is being made.")
    }
}
