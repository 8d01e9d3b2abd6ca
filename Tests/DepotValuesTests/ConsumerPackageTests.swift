import Foundation
import Testing

/// A package as a user would write it, whose tests read a live value: they must fail, everywhere.
///
/// It is built twice, which takes minutes: only with `DEPOT_CONSUMER_TESTS=1`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DEPOT_CONSUMER_TESTS"] == "1"), .serialized)
struct ConsumerPackageTests {
    @Test(arguments: ["debug", "release"])
    func `V6 a live value fails the test, and stops the process where DepotTesting is not linked`(configuration: String) throws {
        let package = try ConsumerPackage()
        defer { package.remove() }
        let frameworks = ["--disable-xctest", "--disable-swift-testing"]
        try package.link("DepotTesting")
        for framework in frameworks {
            let run = try package.test(configuration, framework)
            #expect(run.status != 0, "\(configuration) \(framework): the run must fail.\n\(run.output)")
            #expect(run.output.contains("Depot: a dependency has no test value, and a test has read it."))
            #expect(run.output.contains("  Key:   RateKey\n"))
            #expect(run.output.contains("  Value: Double\n"))
            #expect(run.output.contains("  Read:  the @Dependency at Shop/Shop.swift:9\n"))
            #expect(run.output.contains("2 issues") || run.output.contains("with 2 failures"))
            #expect(!run.output.contains("The process stops because"))
        }
        try package.link("DepotValues")
        for framework in frameworks {
            let run = try package.test(configuration, framework)
            #expect(run.status != 0, "\(configuration) \(framework): the run must fail.\n\(run.output)")
            #expect(run.output.contains("  Key:   RateKey\n"))
            #expect(run.output.contains("Link the library DepotTesting to the test target"))
        }
    }
}

/// A package in a temporary folder that depends on this one by its path.
private struct ConsumerPackage {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "depot-consumer-\(UUID().uuidString)")
        try write(Self.shop, to: "Sources/Shop/Shop.swift")
        try write(Self.swiftTests, to: "Tests/ShopTests/ShopTests.swift")
        try write(Self.xcTests, to: "Tests/ShopTests/ShopXCTests.swift")
    }

    /// Says which product the test target links.
    func link(_ product: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        try write(Self.manifest(depot: root.path(), product), to: "Package.swift")
    }

    private func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func remove() {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }

    /// Runs `swift test` in it.
    func test(_ configuration: String, _ framework: String) throws -> (status: Int32, output: String) {
        let log = folder.appending(path: "log.txt")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift", "test", "-c", configuration, framework, "--package-path", folder.path()]
        let outer = ProcessInfo.processInfo.environment
        process.environment = outer.filter { !$0.key.hasPrefix("SWT_") && !$0.key.hasPrefix("XCTest") && $0.key != "DEPOT_CONTEXT" }
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        // Several processes write to the log, and one of them dies while it does: it need not be whole UTF-8.
        let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        return (process.terminationStatus, output.replacing("↳ ", with: "").unindented)
    }
}

extension String {
    /// Swift Testing indents all lines of a failure but the first by two.
    fileprivate var unindented: String {
        contains("\n    Key: ") ? replacing("\n  ", with: "\n") : self
    }
}

extension ConsumerPackage {
    private static func manifest(depot path: String, _ product: String) -> String {
        let name = URL(filePath: path).lastPathComponent
        return """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "shop",
                platforms: [.macOS(.v15)],
                dependencies: [.package(path: "\(path)")],
                targets: [
                    .target(name: "Shop", dependencies: [.product(name: "DepotValues", package: "\(name)")]),
                    .testTarget(name: "ShopTests", dependencies: ["Shop", .product(name: "\(product)", package: "\(name)")]),
                ])
            """
    }

    private static let shop = #"""
        import DepotValues

        enum RateKey: DependencyKey { static let liveValue = 1.5 }
        extension DependencyValues {
            var rate: Double { get { self[RateKey.self] } set { self[RateKey.self] = newValue } }
        }
        public struct Shop {
            public init() {}
            @Dependency(\.rate) var rate
            public func price(_ amount: Double) -> Double { amount * rate }
        }
        """#

    private static let swiftTests = """
        import Shop
        import Testing

        @Test func price() { #expect(Shop().price(2) == 3) }
        @Test func detachedPrice() async {
            let price = await Task.detached { Shop().price(2) }.value
            #expect(price == 3)
        }
        """

    private static let xcTests = """
        import Shop
        import XCTest

        final class ShopXCTests: XCTestCase {
            func testPrice() { XCTAssertEqual(Shop().price(2), 3) }
            func testDetachedPrice() async {
                let price = await Task.detached { Shop().price(2) }.value
                XCTAssertEqual(price, 3)
            }
        }
        """
}
