import DepotTesting
import Testing

@testable import DepotValues

private func readLiveOnly() {
    @Dependency(\.liveOnly) var liveOnly  // Line 7.
    _ = liveOnly
}

@Suite struct DependencyIssueTests {
    @Test func `V6 without anybody to report to, a test process stops with instructions`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            TestSupport.install(nil)
            readLiveOnly()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(missing("LiveOnlyKey", "String", "DependencyIssueTests.swift", line: 7)))
        let expected = """
            The process stops because nothing in it can fail the test. Link the library DepotTesting to the test target: in
            Package.swift, .testTarget(…, dependencies: [.product(name: "DepotTesting", package: "depot")]).
            """
        #expect(text.contains(expected))
    }

    @Test func `The failure of a read carries where it was`() {
        let site = ReadSite(fileID: #fileID, filePath: #filePath, line: 12)
        #expect("\(site)" == "DepotValuesTests/DependencyIssueTests.swift:12")
        #expect(site.filePath.hasSuffix("Reporting/DependencyIssueTests.swift"))
    }

    private enum Nested {
        enum Key: DependencyKey { static var liveValue: any Error { Failure() } }
        enum Generic<Value: Sendable>: DependencyKey { static var liveValue: Value? { nil } }
    }

    @Test func `V6 a nested key and its value are written as code takes them, and a generic one has no stored test value`() {
        let nested = DependencyIssue.missingTestValue(key: Nested.Key.self, site: nil).text
        #expect(nested.contains("Key:   DependencyIssueTests.Nested.Key\n  Value: any Error\n"))
        #expect(nested.contains("static let testValue in DependencyIssueTests.Nested.Key\n"))
        let generic = DependencyIssue.missingTestValue(key: Nested.Generic<Int>.self, site: nil).text
        #expect(generic.contains("static var testValue in DependencyIssueTests.Nested.Generic<Int>\n"))
        let live = DependencyIssue.missingLiveValue(key: Nested.Key.self, site: nil).text
        #expect(live.contains("extension DependencyIssueTests.Nested.Key: DependencyKey { static var liveValue: any Error { … } }"))
    }

    @Test func `V6 a value whose name the line does not tell is set by its key`() {
        let line = #line + 2
        let texts = reports {
            @Dependency(LiveOnlyKey.self) var liveOnly
            _ = liveOnly
        }
        #expect(texts == [missing("LiveOnlyKey", "String", setBy: "$0[LiveOnlyKey.self]", "DependencyIssueTests.swift", line: line)])
    }

    @Test func `V6 so is one that stands on a line with another`() {
        struct Both {
            @Dependency(\.number) var number; @Dependency(\.liveOnly) var liveOnly
        }
        let line = #line - 2
        let texts = reports { _ = Both().liveOnly }
        #expect(texts == [missing("LiveOnlyKey", "String", setBy: "$0[LiveOnlyKey.self]", "DependencyIssueTests.swift", line: line)])
    }

    @Test func `V6 a read whose place was given by hand fails the test, and stops nothing`() {
        let texts = reports {
            @Dependency(\.liveOnly, fileID: "Model.swift", filePath: "", line: 0) var liveOnly
            _ = liveOnly
        }
        #expect(texts.count == 1)
    }

    @Test func `V10 for a key of the library itself the failure has only what a user can do`() throws {
        let texts = reports {
            @Dependency(\.locale) var locale
            _ = locale
        }
        let text = try #require(texts.first)
        #expect(text.contains("  • around the code under test: withDependencies { $0.locale = … } operation: { … }\n"))
        let last = "  • for a test or a suite: the trait .dependencies { $0.locale = … }\nThe test went on with the live value."
        #expect(text.contains(last))
        #expect(!text.contains("testValue"))
    }
}
