import Testing

@testable import DepotValues

@Suite struct ProcessFactsTests {
    @Test func `V6 this process is seen to be a test`() {
        #expect(ProcessFacts.current.isTest)
    }

    @Test(arguments: [
        ["/build/debug/shopPackageTests.xctest"],
        ["/build/debug/runner", "--testing-library", "swift-testing"],
        ["/usr/bin/swiftpm-testing-helper", "--test-bundle-path", "x"],
        ["/usr/bin/xctest"],
    ])
    func `V6 test runners are known by their arguments`(arguments: [String]) {
        #expect(ProcessFacts(arguments: arguments).isTest)
    }

    @Test(arguments: ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"])
    func `V6 Xcode's runner is known by its variables`(variable: String) {
        #expect(ProcessFacts(arguments: ["App"], environment: [variable: "x"]).isTest)
    }

    @Test func `V6 an app is no test, whatever it is called`() {
        #expect(!ProcessFacts(arguments: ["/opt/xctest/bin/server", "serve"]).isTest)
        #expect(!ProcessFacts().isTest)
    }
}
