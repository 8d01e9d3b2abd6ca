// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with: warnings are errors here, too.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

// What the app knows and does, without its views: it is built and tested on every platform. The views are in `App` and `UIKit`.
let package = Package(
    name: "SwiftUIApp",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "Bookshelf", targets: ["Bookshelf"])],
    dependencies: [.package(name: "depot", path: "../../..")],
    targets: [
        .target(
            name: "Bookshelf",
            dependencies: [
                .product(name: "Depot", package: "depot"),
                .product(name: "DepotSharing", package: "depot"),
                .product(name: "DepotValues", package: "depot"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BookshelfTests",
            dependencies: [
                "Bookshelf",
                .product(name: "Depot", package: "depot"),
                .product(name: "DepotSharing", package: "depot"),
                .product(name: "DepotTesting", package: "depot"),
                .product(name: "DepotValues", package: "depot"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
