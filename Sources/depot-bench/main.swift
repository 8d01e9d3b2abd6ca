import Foundation

guard let options = Options.parse(Array(CommandLine.arguments.dropFirst())) else {
    print(Options.help)
    exit(CommandLine.arguments.contains("--help") ? 0 : 2)
}

let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
// Ten thousand types make every look-up of a type slower, so the rows about size come last and only when asked for.
let asksForSizes = options.asks(for: "random keys of one hot singleton of replace and restore among")
let all = containerCases() + overrideCases() + scopeCases() + registeringCases() + valueCases() + sharingCases()
var outcomes = run(all, options)
if options.asks(for: "allocations:") { outcomes += allocationOutcomes() }
if asksForSizes { outcomes += run(sizeCases() + replacingCases(), options) }
if options.asks(for: "validate() of") { outcomes += validatingOutcomes(rounds: options.rounds) }
if options.asks(for: "two threads") { outcomes += threadOutcomes(rounds: options.rounds) }
if options.asks(for: "@Shared in a file") { outcomes += run(fileCases(), options) }
if isTerminal { FileHandle.standardError.write(Data("\r                      \r".utf8)) }

let report = Report(machine: machineDescription(), rounds: options.rounds, outcomes: outcomes)
print(options.isJSON ? report.json : report.table)
if let folder = options.folder {
    do {
        let images = URL(fileURLWithPath: folder).appendingPathComponent("Images")
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        try report.svg.write(to: images.appendingPathComponent("benchmarks.svg"), atomically: true, encoding: .utf8)
        let file = URL(fileURLWithPath: folder).appendingPathComponent("Benchmarks.md")
        try report.markdown.write(to: file, atomically: true, encoding: .utf8)
    } catch {
        FileHandle.standardError.write(Data("depot-bench: the report could not be written to \(folder): \(error)\n".utf8))
        exit(2)
    }
}
if !report.missed.isEmpty {
    let names = report.missed.map(\.name).joined(separator: ", ")
    FileHandle.standardError.write(Data("depot-bench: missed: \(names)\n".utf8))
    exit(1)
}
