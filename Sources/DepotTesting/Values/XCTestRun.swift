#if canImport(XCTest)
    internal import Depot
    internal import DepotValues
    internal import XCTest

    /// What XCTest is at: its methods run one after the other, each with an identity of its own.
    enum XCTestRun {
        private static let state = Locked(State())

        private struct State {
            var isUnderWay = false
            var methods = 0
            var running: Running?
        }

        /// The method that is running, by its number in the run.
        private struct Method: Hashable, Sendable {
            let number: Int
        }

        private struct Running: @unchecked Sendable {  // The test case is only told of failures, as `XCTFail` tells it from any thread.
            let method: Method
            let testCase: XCTestCase
        }
    }

    extension XCTestRun {
        /// Whether a bundle's tests are being run.
        static var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

        /// The method that is running.
        static var identity: TestIdentity? {
            let running = state.withLock { $0.running }
            return running.map { TestIdentity($0.method) }
        }

        /// Fails the method that is running, if one is.
        static func fail(_ text: String, _ site: ReadSite?) -> Bool {
            fail(text, path: site?.filePath ?? #filePath, line: site?.line ?? #line)
        }

        /// Fails the method that is running, if one is, at a place.
        static func fail(_ text: String, path: String, line: Int) -> Bool {
            guard let running = state.withLock({ $0.running }) else { return false }
            #if canImport(Darwin)
                let location = XCTSourceCodeLocation(filePath: path, lineNumber: line)
                let context = XCTSourceCodeContext(location: location)
                running.testCase.record(XCTIssue(type: .assertionFailure, compactDescription: text, sourceCodeContext: context))
            #else
                running.testCase.recordFailure(withDescription: text, inFile: path, atLine: line, expected: true)
            #endif
            return true
        }
    }

    // MARK: - Following the run

    extension XCTestRun {
        final class Observer: NSObject, XCTestObservation {
            func testBundleWillStart(_ testBundle: Bundle) { XCTestRun.state.withLock { $0.isUnderWay = true } }

            func testBundleDidFinish(_ testBundle: Bundle) { XCTestRun.state.withLock { $0.isUnderWay = false } }

            func testCaseWillStart(_ testCase: XCTestCase) {
                nonisolated(unsafe) let testCase = testCase  // As in `Running`.
                XCTestRun.state.withLock { state in
                    state.methods += 1
                    state.running = Running(method: Method(number: state.methods), testCase: testCase)
                }
            }

            func testCaseDidFinish(_ testCase: XCTestCase) {
                let ended = XCTestRun.identity
                XCTestRun.state.withLock { $0.running = nil }
                if let ended { KnownTests.forget(ended) }
            }
        }
    }

    extension TestSupport {
        /// Follows XCTest from here on.
        static func observeXCTest() { XCTestObservationCenter.shared.addTestObserver(XCTestRun.Observer()) }
    }
#endif
