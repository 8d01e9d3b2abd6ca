import Foundation

/// Measures those of the cases that were asked for, and what they are measured by.
@MainActor
func run(_ all: [Case], _ options: Options) -> [Outcome] {
    let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
    let units = Set(["c", "settled singleton"] + all.compactMap(\.unit))
    let cases = all.filter { thing in options.filter.map { thing.name.contains($0) || units.contains(thing.name) } ?? true }
    return measure(cases, rounds: options.rounds) { round in
        if isTerminal { FileHandle.standardError.write(Data("\rround \(round + 1) of \(options.rounds) ".utf8)) }
    }
}
