import Depot
import DepotTesting
import Synchronization
import Testing

// Both containers in one app, as Docs/Depot.docc/MigratingFromWeaveDI.md has it.

@Suite struct FromWeaveDIBridgeTests {
    /// What `UnifiedDI` does: it makes an instance when that is registered, and keeps it.
    enum UnifiedDI {
        static let instances = Mutex<[ObjectIdentifier: any Sendable]>([:])

        static func register<Service: Sendable>(_ type: Service.Type, factory: () -> Service) {
            let instance = factory()
            instances.withLock { $0[ObjectIdentifier(type)] = instance }
        }

        static func requireResolve<Service: Sendable>(_ type: Service.Type) -> Service {
            instances.withLock { $0[ObjectIdentifier(type)] } as! Service
        }
    }

    protocol Metrics: Sendable { var name: String { get } }
    struct NamedMetrics: Metrics { let name: String }

    protocol Greeter: Sendable { var text: String { get } }

    final class DefaultGreeter: Greeter {
        private let metrics: any Metrics
        init(metrics: any Metrics) { self.metrics = metrics }
        var text: String { "greeted, noted by \(metrics.name)" }
    }

    struct MovedAssembly: Assembly {
        var dependencies: [any Assembly] { [NotMovedYet()] }

        func assemble(_ container: Container) {
            container.register((any Greeter).self, .singleton, using: DefaultGreeter.init)
        }
    }

    struct NotMovedYet: Assembly {
        func assemble(_ container: Container) {
            container.register((any Metrics).self) { _ in UnifiedDI.requireResolve((any Metrics).self) }
        }
    }

    @Test func `Each finds what the other has`() throws {
        UnifiedDI.register((any Metrics).self) { NamedMetrics(name: "theirs") }
        let container = Container { MovedAssembly() }
        try container.validate()
        UnifiedDI.register((any Greeter).self) { container.resolve((any Greeter).self) }
        #expect(UnifiedDI.requireResolve((any Greeter).self).text == "greeted, noted by theirs")
        container.replace((any Metrics).self, with: NamedMetrics(name: "a mock"))
        #expect(container.resolve((any Greeter).self).text == "greeted, noted by a mock")
        #expect(UnifiedDI.requireResolve((any Greeter).self).text == "greeted, noted by theirs")
    }
}
