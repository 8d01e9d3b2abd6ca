#if canImport(Testing)
    internal import DepotValues
    internal import Testing

    extension CurrentTest {
        static var swiftTestingIdentity: TestIdentity? {
            if let testCase = Test.Case.current, testCase.isParameterized { return CaseArguments.identity(of: testCase) }
            return Test.current.map { TestIdentity($0.id) }
        }

        /// Fails the running test; outside a test, every run of Swift Testing that is under way.
        static func failInSwiftTesting(_ text: String, _ site: ReadSite?) -> Bool {
            #if canImport(XCTest)
                guard Test.current != nil || !XCTestRun.isUnderWay else { return false }
            #endif
            let location = site.map { SourceLocation(fileID: $0.fileID, filePath: $0.filePath, line: $0.line) }
            Issue.record(Comment(rawValue: text), sourceLocation: location ?? #_sourceLocation)
            return true
        }
    }
#endif
