import Foundation

guard let options = Options.parse(Array(CommandLine.arguments.dropFirst())) else {
    print(Options.help)
    exit(CommandLine.arguments.contains("--help") ? 0 : 2)
}

/// Says why it ends, and ends.
func fail(_ text: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("depot-bench: error: \(text)\n".utf8))
    exit(status)
}

if let length = options.asyncChain {
    print(String(decoding: try JSONEncoder().encode(try await ChainCost.measure(length)), as: UTF8.self))
    exit(0)
}

let groups = Group.all + (options.programs.map { [Group.programs($0)] } ?? [])
var sections: [Section] = []
for group in groups { sections.append(await group.section(options)) }
let judge = options.isShort ? Judge(of: sections.flatMap(\.outcomes)) : nil
if let judge {
    for (index, group) in groups.enumerated() { sections[index] = await group.confirmed(sections[index], options.rounds, judge) }
}
if isatty(FileHandle.standardError.fileDescriptor) == 1 { FileHandle.standardError.write(Data("\r                      \r".utf8)) }

let report = Report(machine: Machine.description, rounds: options.rounds, sections: sections)
print(options.isJSON ? report.json : report.table)
if let folder = options.folder {
    do {
        try report.write(into: folder)
    } catch {
        fail("the report could not be written to \(folder): \(error)", 2)
    }
}
if let judge {
    let regressed = report.outcomes.filter(judge.isRegression)
    if !regressed.isEmpty { fail("worse by half than its limit, and than it was:\(regressed.map(judge.explanation).joined())", 1) }
} else if !report.missed.isEmpty {
    fail("missed: \(report.missed.map(\.name).joined(separator: "; "))", 1)
}
