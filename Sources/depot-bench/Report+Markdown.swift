import Foundation

extension Report {
    /// Docs/Benchmarks.md.
    var markdown: String {
        let lines = [
            "# Benchmarks", "",
            "Written by `make bench`. \(machine) Medians of \(rounds) interleaved rounds, thread processor time, in nanoseconds and as",
            "multiples of c, what the plainest service locator does: \(LockedDictionary.definition).",
            "`make bench` fails when a row misses its limit. A floor does the same without a container. Rows of two threads are void where the machine did",
            "not run two threads of free code at 1.8 times the speed of one, before and after.", "",
            "![The rows that have a limit, as a share of it](Depot.docc/Resources/benchmarks.svg)", "",
        ]
        return (lines + sections.filter { !$0.outcomes.isEmpty }.flatMap(table) + Peers.markdown(beside: outcomes)).joined(separator: "\n")
            + "\n"
    }

    private func table(_ section: Section) -> [String] {
        ["## \(section.title)", "", section.note, "", "| | floor | figure | ns | limit | |", "|---|---:|---:|---:|---:|---|"]
            + section.outcomes.map { outcome in
                let mark = outcome.mark == .missed ? "**missed**" : outcome.markText
                let cells = [
                    outcome.name, outcome.floorText, outcome.figureText, outcome.nanosecondsText, outcome.limitText, mark,
                ]
                return "| " + cells.joined(separator: " | ") + " |"
            } + [""]
    }
}
