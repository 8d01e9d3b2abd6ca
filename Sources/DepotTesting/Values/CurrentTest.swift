internal import DepotValues
internal import Foundation

/// Which test is running here, in whichever framework, and how to fail it.
enum CurrentTest {
    /// The test that is running here; nil where neither framework knows.
    static var identity: TestIdentity? {
        #if canImport(Testing)
            if let identity = swiftTestingIdentity { return identity }
        #endif
        #if canImport(XCTest)
            return XCTestRun.identity
        #else
            return nil
        #endif
    }

    /// Fails the test that is running here; stops the process where no framework takes the failure, so that it is never lost.
    static func fail(_ text: String, _ site: ReadSite?) {
        #if canImport(Testing)
            if failInSwiftTesting(text, site) { return }
        #endif
        #if canImport(XCTest)
            if XCTestRun.fail(text, site) { return }
        #endif
        fatalError(text + "\n" + noTest)
    }

    static let noTest = "The process stops because no test is running that could be failed."
}
