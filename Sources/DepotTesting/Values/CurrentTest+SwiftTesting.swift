#if canImport(Testing)
    internal import DepotValues
    internal import Testing

    extension CurrentTest {
        /// A test function, or one case of a parameterised one.
        private struct Case: Hashable, Sendable {
            let test: Test.ID
            let arguments: String
        }

        static var swiftTestingIdentity: TestIdentity? {
            guard let test = Test.current else { return nil }
            guard let testCase = Test.Case.current, testCase.isParameterized else { return TestIdentity(test.id) }
            return TestIdentity(Case(test: test.id, arguments: describe(testCase)))
        }

        /// What tells the cases of a test apart: the identifiers of the arguments and, where two cases have equal ones,
        /// a number.
        ///
        /// Neither is public in the testing library, but both can be seen by reflection. The arguments themselves are
        /// the second choice, as what a test does to them would change the identity.
        private static func describe(_ testCase: Test.Case) -> String {
            var parts: [String] = []
            collect(from: testCase, into: &parts)
            return parts.isEmpty ? "\(testCase)" : parts.joined(separator: " ")
        }

        private static func collect(from value: Any, into parts: inout [String]) {
            for child in Mirror(reflecting: value).children {
                switch child.label {
                case "id", "discriminator": parts.append("\(child.value)")
                case "value", "parameter", "body": continue
                default: collect(from: child.value, into: &parts)
                }
            }
        }

        /// Fails the running test; outside a test, every run of Swift Testing that is under way.
        static func failInSwiftTesting(_ text: String, _ site: ReadSite?) -> Bool {
            #if canImport(XCTest)
                guard Test.current != nil || !XCTestRun.isUnderWay else { return false }
            #endif
            let location = site.map { SourceLocation(fileID: $0.fileID, filePath: $0.filePath, line: max($0.line, 1), column: 1) }
            Issue.record(Comment(rawValue: text), sourceLocation: location ?? #_sourceLocation)
            return true
        }
    }
#endif
