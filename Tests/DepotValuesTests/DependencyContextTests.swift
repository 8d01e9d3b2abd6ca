import Testing

@testable import DepotValues

@Suite struct DependencyContextTests {
    @Test func `V6 this is a test, and says so`() {
        @Dependency(\.context) var context
        #expect(context == .test)
        withDependencies {
            $0.context = .preview
        } operation: {
            #expect(context == .preview)
        }
    }

    @Test func `V6 the environment variable comes before all that is detected`() {
        let facts = ProcessFacts(arguments: ["App.xctest"], environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1", "DEPOT_CONTEXT": "live"])
        #expect(DependencyContext.detect(facts) == .live)
    }

    @Test func `V6 a preview comes before a test process, and that before live`() {
        let preview = ProcessFacts(arguments: ["App.xctest"], environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"])
        #expect(DependencyContext.detect(preview) == .preview)
        #expect(DependencyContext.detect(ProcessFacts(arguments: ["App.xctest"])) == .test)
        #expect(DependencyContext.detect(ProcessFacts(arguments: ["App"], environment: ["DEPOT_CONTEXT": ""])) == .live)
    }

    @Test func `An unknown context stops the process and names the known ones`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent],
            performing: {
                _ = DependencyContext.detect(ProcessFacts(environment: ["DEPOT_CONTEXT": "staging"]))
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let expected = """
            Depot: the environment variable DEPOT_CONTEXT is "staging", which is not a context.
            Set it to live, test or preview, or remove it to have the context detected.
            """
        #expect(text.contains(expected))
    }
}
