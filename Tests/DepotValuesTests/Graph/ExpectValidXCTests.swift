import Depot
import DepotTesting
import XCTest

/// In a file that does not import `Testing`.
final class ExpectValidAloneXCTests: XCTestCase {
    func testASoundContainerPasses() { expectValid(Container()) }
}
