import Foundation
import Testing

/// Compares the articles on SwiftUI, UIKit and UI tests with the example app: its views are type-checked by `make lint`, its models are tested.
@Suite struct AppleArticlesCodeTests {
    private static let example = "Docs/Examples/SwiftUIApp"
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

    /// The sources of the example, as paths from this folder.
    private static func sources() throws -> [String] {
        let folder = root.appending(path: example)
        let files = ["App", "Sources", "Tests", "UIKit", "UITests"].flatMap { part in
            FileManager.default.enumerator(atPath: folder.appending(path: part).path)?.compactMap { $0 as? String }
                .filter { $0.hasSuffix(".swift") }.map { "\(part)/\($0)" } ?? []
        }
        try #require(files.count > 20)
        return files.map { "../../\(example)/\($0)" } + ["AppleArticlesTests.swift"]
    }

    @Test(arguments: [("SwiftUI", 11), ("UIKitCoordinators", 10), ("UITests", 6)])
    func `Every example in the article is in the example app, or tested`(article: String, count: Int) throws {
        try expectExamples(of: "Docs/Depot.docc/\(article).md", atLeast: count, alsoIn: Self.sources())
    }

    /// The compiler for Linux does not know the macro, so the example has its content in a `PreviewProvider`.
    @Test func `What a #Preview shows is in a preview of the example app`() throws {
        let previews = try blocks("swift preview", of: "Docs/Depot.docc/SwiftUI.md")
        #expect(previews.count == 2)
        let compiled = try Self.sources().map { try squeezed($0) }
        for preview in previews {
            let lines = preview.split(separator: "\n")
            try #require(lines.first == "#Preview {" && lines.last == "}")
            let content = lines.dropFirst().dropLast().joined().filter { !$0.isWhitespace }
            #expect(compiled.contains { $0.contains(content) }, "Only in the article:\n\(preview)")
        }
    }

    private func squeezed(_ path: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
        return try String(contentsOf: file, encoding: .utf8).filter { !$0.isWhitespace }
    }
}
