import Foundation
import Testing

/// What the README shows is what is compiled.
struct ReadmeTests {
    @Test func `the README has the middleware in full`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let file = package.appending(path: "Sources/RequestScopes/Server/RequestScopeMiddleware.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let begin = try #require(source.range(of: "///"))
        #expect(readme.contains("```swift\n" + source[begin.lowerBound...] + "```"))
    }
}
