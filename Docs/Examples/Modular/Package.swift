// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with: warnings are errors here, too.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]
let depot = Target.Dependency.product(name: "Depot", package: "depot")
let values = Target.Dependency.product(name: "DepotValues", package: "depot")
let testing = Target.Dependency.product(name: "DepotTesting", package: "depot")

let package = Package(
    name: "Modular",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "depot", path: "../../..")],
    targets: [
        // Interfaces: protocols and values.
        .target(name: "Catalog", dependencies: [values], swiftSettings: strict),
        .target(name: "Checkout", dependencies: ["Catalog"], swiftSettings: strict),
        // Implementations and features: each sees interfaces only.
        .target(name: "CatalogLive", dependencies: ["Catalog", depot, values], swiftSettings: strict),
        .target(name: "CheckoutLive", dependencies: ["Checkout", "Catalog", depot], swiftSettings: strict),
        .target(name: "Loyalty", dependencies: ["Checkout", "Catalog", depot], swiftSettings: strict),
        .target(name: "Storefront", dependencies: ["Checkout", "Catalog", depot, values], swiftSettings: strict),
        // The bootstrap: the only target that sees all of them.
        .executableTarget(
            name: "Shop", dependencies: ["Catalog", "CatalogLive", "Checkout", "CheckoutLive", "Loyalty", "Storefront", depot],
            swiftSettings: strict),

        // A module's tests see the module and interfaces.
        .testTarget(name: "CatalogLiveTests", dependencies: ["CatalogLive", "Catalog", depot, values, testing], swiftSettings: strict),
        .testTarget(
            name: "CheckoutLiveTests", dependencies: ["CheckoutLive", "Checkout", "Catalog", depot, testing], swiftSettings: strict),
        .testTarget(name: "LoyaltyTests", dependencies: ["Loyalty", "Checkout", "Catalog", depot, testing], swiftSettings: strict),
        .testTarget(
            name: "StorefrontTests", dependencies: ["Storefront", "Checkout", "Catalog", depot, values, testing], swiftSettings: strict),
        .testTarget(name: "ShopTests", dependencies: ["Shop", "Catalog", "Checkout", depot, values, testing], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
