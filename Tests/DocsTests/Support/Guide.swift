import Foundation
import Testing

/// Fails where a guide has an example that a test file does not compile and run.
///
/// The examples are compared part by part, where a part ends at an empty line, and without their white space.
///
/// - Parameters:
///   - guide: The guide's path in the package.
///   - count: How many examples it has, or fewer.
///   - others: Test files beside this one that have examples of the guide, too.
///   - file: The test file.
///   - location: Where a failure is reported.
/// - Throws: What reading the files throws.
func expectExamples(
    of guide: String, atLeast count: Int, alsoIn others: [String] = [], in file: String = #filePath,
    _ location: SourceLocation = #_sourceLocation
) throws {
    let file = URL(filePath: file)
    let files = [file] + others.map { file.deletingLastPathComponent().appending(path: $0) }
    let compiled = try files.map { squeezed(try String(contentsOf: $0, encoding: .utf8)) }
    let examples = try blocks("swift", of: guide)
    #expect(examples.count >= count, sourceLocation: location)
    for part in examples.flatMap({ $0.components(separatedBy: "\n\n") }) {
        #expect(compiled.contains { $0.contains(squeezed(part)) }, "Only in the guide:\n\(part)", sourceLocation: location)
    }
}

/// The fenced blocks of one language in a guide.
func blocks(_ language: String, of guide: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
    let text = try String(contentsOf: root.appending(path: guide), encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
}

private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
