import DepotTesting
import DepotValues
import Foundation
import XCTest

/// V9 in XCTest: every method starts with fresh defaults, with nothing set up but the link.
final class XCTestRunTests: XCTestCase {
    @Dependency(CounterKey.self) private var counter

    override func setUp() {
        XCTAssertEqual(counter(), 0)
    }

    func testAMethodStartsWithFreshDefaults() {
        XCTAssertEqual(counter(), 1)
    }

    func testSoDoesTheNextOne() {
        XCTAssertEqual(counter(), 1)
    }

    func testSoDoesAnAsynchronousOne() async {
        XCTAssertEqual(counter(), 1)
        let counter = counter
        let next = await Task.detached { counter() }.value
        XCTAssertEqual(next, 2)
    }

    func testWhatIsPreparedIsForThisMethodOnly() {
        prepareDependencies { $0.number = 7 }
        XCTAssertEqual(Reader().number, 7)
    }

    func testWhatAnotherMethodPreparedIsNotSeen() {
        XCTAssertEqual(Reader().number, 2)
    }
}

/// Overrides around every method of a class.
final class XCTestInvokeTests: XCTestCase {
    override func invokeTest() {
        withDependencies {
            $0.uuid = .incrementing
            $0.date = .constant(.distantPast)
        } operation: {
            super.invokeTest()
        }
    }

    func testAMethodSeesThem() {
        @Dependency(\.uuid) var uuid
        @Dependency(\.date.now) var now
        XCTAssertEqual(uuid(), UUID(0))
        XCTAssertEqual(now, .distantPast)
    }

    func testAnAsynchronousMethodSeesThem() async {
        @Dependency(\.uuid) var uuid
        await Task.yield()
        XCTAssertEqual(uuid(), UUID(0))
    }
}
