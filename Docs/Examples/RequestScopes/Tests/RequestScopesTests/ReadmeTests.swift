import Foundation
import Testing

/// What the README shows is what is compiled.
struct ReadmeTests {
    private let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `the README has the middleware in full`() throws {
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let file = package.appending(path: "Sources/RequestScopes/Server/RequestScopeMiddleware.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let begin = try #require(source.range(of: "///"))
        #expect(readme.contains("```swift\n" + source[begin.lowerBound...] + "```"))
    }

    @Test func `each line of Swift in the README is in the sources`() throws {
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
        #expect(blocks.count == 3)
        let sources = package.appending(path: "Sources/RequestScopes")
        var lines: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            lines.formUnion(text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        for line in blocks.flatMap({ $0.components(separatedBy: "\n") }) {
            #expect(lines.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
        }
    }
}
