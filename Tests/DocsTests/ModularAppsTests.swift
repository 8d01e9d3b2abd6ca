import Depot
import Foundation
import Testing

/// The code of Docs/Depot.docc/ModularApps.md.
///
/// Most of it is from the example Modular, which is compiled and tested in its folder; the pitfalls are here.
@Suite struct ModularAppsTests {
    protocol Store: Sendable {}

    struct FileStore: Store {}

    struct CachedStore: Store {}

    final class HiddenNeed: Sendable {
        let store = Container.shared.resolve((any Store).self)  // not known to the graph
    }

    final class DeclaredNeed: Sendable {
        let store: any Store

        init(_ store: any Store) { self.store = store }
    }

    struct StoreAssembly: Assembly {
        func assemble(_ container: Container) { container.register((any Store).self, using: FileStore.init) }
    }

    struct CacheAssembly: Assembly {
        func assemble(_ container: Container) { container.register((any Store).self, using: CachedStore.init) }
    }

    struct HiddenAssembly: Assembly {
        func assemble(_ container: Container) { container.register(HiddenNeed.self, .singleton, using: HiddenNeed.init) }
    }

    struct DeclaredAssembly: Assembly {
        func assemble(_ container: Container) { container.register(DeclaredNeed.self, .singleton, using: DeclaredNeed.init) }
    }

    struct Customer: Sendable {}

    struct GivenAssembly: Assembly {
        func assemble(_ container: Container) { container.expect(Customer.self, in: .session) }
    }

    struct GivenAgainAssembly: Assembly {
        func assemble(_ container: Container) { container.expect(Customer.self, in: .session) }
    }

    @Test func `Two modules that register one type are a duplicate, and the last one wins`() {
        // swift-format-ignore
        let twice = #expect(throws: ValidationError.self) { try Container { StoreAssembly(); CacheAssembly() }.validate() }
        #expect(twice?.problems.map(\.kind) == [.duplicate])
        #expect(twice?.problems.first?.what.contains("StoreAssembly") == true)
        #expect(twice?.problems.first?.what.contains("CacheAssembly") == true)
        let container = Container {
            StoreAssembly()
            CacheAssembly()
        }
        #expect(container.resolve((any Store).self) is CachedStore)
    }

    @Test func `Two modules that expect one type are a duplicate`() {
        let container = Container {
            GivenAssembly()
            GivenAgainAssembly()
        }
        let twice = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(twice?.problems.map(\.kind) == [.duplicate])
    }

    @Test func `What an initializer resolves is not known to the graph`() throws {
        try Container { HiddenAssembly() }.validate()  // finds nothing: the feature fails when it is made
        #expect(Container { HiddenAssembly() }.graph.dependencies(of: HiddenNeed.self).isEmpty)
        #expect(throws: ValidationError.self) { try Container { DeclaredAssembly() }.validate() }
    }

    @Test func `What an initializer resolves comes from the container in effect, and not from that of the feature`() {
        let container = Container {
            HiddenAssembly()
            StoreAssembly()
        }
        let child = Container(parent: container)
        child.register(HiddenNeed.self, .singleton, using: HiddenNeed.init)
        child.register(DeclaredNeed.self, .singleton, using: DeclaredNeed.init)
        child.register((any Store).self, using: CachedStore.init)
        container.withOverrides { _ in
        } operation: {
            #expect(child.resolve(HiddenNeed.self).store is FileStore)
            #expect(child.resolve(DeclaredNeed.self).store is CachedStore)
        }
    }

    @Test func `The targets in the article are those of the example`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let manifest = try String(contentsOf: root.appending(path: "Docs/Examples/Modular/Package.swift"), encoding: .utf8)
        let targets = try blocks("swift manifest", of: "Docs/Depot.docc/ModularApps.md").flatMap { $0.split(separator: "\n") }
        #expect(targets.count == 2)
        for target in targets { #expect(manifest.contains(target)) }
    }

    @Test func `Every example in the article is here or in the example Modular`() throws {
        let folder = "../../Docs/Examples/Modular/"
        try expectExamples(
            of: "Docs/Depot.docc/ModularApps.md", atLeast: 11,
            alsoIn: [
                "Sources/Catalog/PriceFormat.swift", "Sources/Checkout/CheckoutUseCase.swift",
                "Sources/CheckoutLive/CheckoutAssembly.swift", "Sources/CheckoutLive/DefaultCheckoutUseCase.swift",
                "Sources/Loyalty/LoyaltyAssembly.swift", "Sources/Shop/Bootstrap.swift", "Sources/Shop/DemoAssembly.swift",
                "Tests/CheckoutLiveTests/CheckoutAssemblyTests.swift", "Tests/ShopTests/ShopTests.swift", "Package.swift",
            ].map { folder + $0 })
    }
}
