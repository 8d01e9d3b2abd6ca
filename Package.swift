// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with: the house's rules, kept by the compiler.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "depot",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Depot", targets: ["Depot"]),
        .library(name: "DepotGraph", targets: ["DepotGraph"]),
        .library(name: "DepotValues", targets: ["DepotValues"]),
        .library(name: "DepotSharing", targets: ["DepotSharing"]),
        .library(name: "DepotTesting", targets: ["DepotTesting"]),
        .executable(name: "popcorn", targets: ["popcorn"]),
    ],
    targets: [
        .target(name: "Depot", swiftSettings: strict),
        .target(name: "DepotGraph", dependencies: ["Depot"], resources: [.embedInCode("Page")], swiftSettings: strict),
        .target(name: "DepotValues", dependencies: ["Depot"], swiftSettings: strict),
        .target(name: "DepotSharing", dependencies: ["Depot", "DepotValues"], swiftSettings: strict),
        .target(name: "DepotTesting", dependencies: ["Depot", "DepotValues"], swiftSettings: strict),
        .executableTarget(name: "depot-bench", dependencies: ["Depot", "DepotSharing", "DepotValues"], swiftSettings: strict),
        .executableTarget(
            name: "popcorn",
            dependencies: [
                "Depot", "DepotGraph", "DepotSharing", "DepotValues", .target(name: "PopcornCrypt", condition: .when(platforms: [.linux])),
            ], swiftSettings: strict),
        .systemLibrary(name: "PopcornCrypt"),
        .testTarget(name: "DepotTests", dependencies: ["Depot"], swiftSettings: strict),
        // Compiled as an app is in a release: what the compiler then takes over from the library is tested there alone. The flag concerns
        // nobody who depends on the package, as no product has a test target.
        .testTarget(name: "DepotOptimizedTests", dependencies: ["Depot", "DepotValues"], swiftSettings: strict + [.unsafeFlags(["-O"])]),
        .testTarget(
            name: "DepotMainActorTests", dependencies: ["Depot"], swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "DepotSwift5Tests", dependencies: ["Depot"],
            swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures"), .treatAllWarnings(as: .error)]),
        .executableTarget(name: "sharing-probe", dependencies: ["Depot", "DepotSharing", "DepotValues"], swiftSettings: strict),
        .target(name: "MutatedBytes", path: "Tests/MutatedBytes", swiftSettings: strict),
        .testTarget(
            name: "DepotSharingTests",
            dependencies: ["Depot", "DepotSharing", "DepotValues", "DepotTesting", "MutatedBytes", "sharing-probe"],
            swiftSettings: strict),
        .testTarget(name: "DepotValuesTests", dependencies: ["Depot", "DepotValues", "DepotTesting"], swiftSettings: strict),
        .target(name: "GraphSamples", dependencies: ["Depot"], path: "Tests/GraphSamples", swiftSettings: strict),
        .executableTarget(
            name: "graph-pages", dependencies: ["Depot", "DepotGraph", "GraphSamples"], path: "Tests/GraphPages", swiftSettings: strict),
        .testTarget(name: "DepotGraphTests", dependencies: ["Depot", "DepotGraph", "DepotTesting", "GraphSamples"], swiftSettings: strict),
        .testTarget(name: "DocsTests", dependencies: ["Depot", "DepotSharing", "DepotTesting", "DepotValues"], swiftSettings: strict),
        .testTarget(
            name: "popcornTests",
            dependencies: ["popcorn", "Depot", "DepotGraph", "DepotSharing", "DepotValues", "DepotTesting", "MutatedBytes"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// For the sanitizers and `make stress`: the libraries and their tests. In a release the tests are not optimized, which is compiled sooner.
let isStress = Context.environment["DEPOT_STRESS"] != nil
if isStress || Context.environment["DEPOT_LIBRARIES"] != nil {
    var kept = [
        "Depot", "DepotValues", "DepotSharing", "DepotTesting", "DepotTests", "DepotValuesTests", "DepotSharingTests", "MutatedBytes",
        "sharing-probe",
    ]
    if !isStress { kept += ["DepotGraph", "DepotGraphTests", "GraphSamples", "DepotOptimizedTests"] }
    package.products = []
    package.targets.removeAll { !kept.contains($0.name) }
    for target in package.targets where isStress && target.isTest {
        target.swiftSettings?.append(.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"]))
    }
}
