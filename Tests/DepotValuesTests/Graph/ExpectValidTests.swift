import Depot
import DepotTesting
import Testing
import XCTest

private final class Needy: Sendable { init(_ number: Int) {} }

private func faulty() -> Container {
    let container = Container()
    container.register(Needy.self, file: "App/Needy.swift", line: 3, using: Needy.init)
    return container
}

private let report = """
    1 problem in 1 registration.

    1. Int is not registered.
       path: Needy (App/Needy.swift:3) → Int
       fix:  a function that is handed to `using:` takes no default arguments: wrap it in a closure, \
    container.register(Needy.self) { r in … }, or give the Int a type of its own.
    """

@Suite struct ExpectValidTests {
    @Test func `A sound container passes`() { expectValid(Container()) }

    @Test func `A faulty one fails with the whole report, at the line of the call`() {
        let line = #line + 2
        withKnownIssue {
            expectValid(faulty())
        } matching: { issue in
            issue.comments.map(\.rawValue) == [report] && issue.sourceLocation?.line == line
        }
    }
}

#if !canImport(Darwin)
    /// The method of the test below; what is recorded in it is gathered, so that the run does not fail.
    final class ExpectValidXCTests: XCTestCase {
        private var failures: [String] = []

        override func recordFailure(withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool) {
            failures.append("\(lineNumber): \(description)")
        }

        func testAFaultyContainerFailsTheMethodWithTheWholeReport() {
            expectValid(Container())
            XCTAssertEqual(failures, [])
            let line = #line + 1
            expectValid(faulty())
            let gathered = failures
            failures = []
            XCTAssertEqual(gathered, ["\(line): \(report)"])
            if !failures.isEmpty { super.recordFailure(withDescription: "\(failures)", inFile: #filePath, atLine: #line, expected: true) }
        }
    }
#endif
