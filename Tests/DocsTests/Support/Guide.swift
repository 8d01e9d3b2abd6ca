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
    let compiled = try compiledText(of: file, and: others)
    let examples = try blocks("swift", of: guide)
    #expect(examples.count >= count, sourceLocation: location)
    for part in examples.flatMap({ $0.components(separatedBy: "\n\n") }) {
        #expect(compiled.contains { $0.contains(squeezed(part)) }, "Only in the guide:\n\(part)", sourceLocation: location)
    }
}

/// Fails where a table of a guide has Swift in its column "Depot" that a test file does not compile and run.
///
/// What stands in backquotes there is compared, without its white space.
///
/// - Parameters:
///   - guide: The guide's path in the package.
///   - count: How many pieces of code these columns have, or fewer.
///   - others: Test files beside this one that have some of it, too.
///   - file: The test file.
///   - location: Where a failure is reported.
/// - Throws: What reading the files throws.
func expectTables(
    of guide: String, atLeast count: Int, alsoIn others: [String] = [], in file: String = #filePath,
    _ location: SourceLocation = #_sourceLocation
) throws {
    let compiled = try compiledText(of: file, and: others)
    let code = try cells("Depot", of: guide).flatMap(codeSpans)
    #expect(code.count >= count, sourceLocation: location)
    for span in code {
        #expect(compiled.contains { $0.contains(squeezed(span)) }, "Only in the guide: \(span)", sourceLocation: location)
    }
}

/// The fenced blocks of one language in a guide.
func blocks(_ language: String, of guide: String) throws -> [String] {
    try text(of: guide).components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
}

/// The cells below a heading in the tables of a guide.
private func cells(_ heading: String, of guide: String) throws -> [String] {
    var column: Int?
    return try text(of: guide).split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
        guard line.hasPrefix("|") else {
            column = nil
            return nil
        }
        let row = line.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces) }
        guard let found = column else {
            column = row.firstIndex(of: heading) ?? -1
            return nil
        }
        return row.indices.contains(found) ? row[found] : nil
    }
}

/// What stands in backquotes.
private func codeSpans(in cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
}

private func compiledText(of file: String, and others: [String]) throws -> [String] {
    let file = URL(filePath: file)
    let files = [file] + others.map { file.deletingLastPathComponent().appending(path: $0) }
    return try files.map { squeezed(try String(contentsOf: $0, encoding: .utf8)) }
}

/// The text of a file of the package.
func text(of guide: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
    return try String(contentsOf: root.appending(path: guide), encoding: .utf8)
}

private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
