import Foundation

/// The figures, for people and for machines.
struct Report: Encodable {
    let machine: String
    let rounds: Int
    let sections: [Section]

    var outcomes: [Outcome] { sections.flatMap(\.outcomes) }

    var missed: [Outcome] { outcomes.filter { $0.mark == .missed } }

    /// The table for a terminal.
    var table: String {
        let head = line("", ns: "ns", figure: "figure", floor: "floor", limit: "limit", mark: "")
        return ([head] + sections.filter { !$0.outcomes.isEmpty }.flatMap { ["", $0.title] + $0.outcomes.map(line) }).joined(
            separator: "\n")
    }

    private func line(_ outcome: Outcome) -> String {
        line(
            outcome.name, ns: outcome.nanosecondsText, figure: outcome.figureText, floor: outcome.floorText, limit: outcome.limitText,
            mark: outcome.markText)
    }

    private func line(_ name: String, ns: String, figure: String, floor: String, limit: String, mark: String) -> String {
        func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(width - text.count, 1)) + text }
        return "  \(name)" + right(floor, max(96 - name.count, 10)) + right(figure, 14) + right(ns, 13) + right(limit, 9) + "  " + mark
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension Outcome {
    var nanosecondsText: String { nanoseconds.map { String(format: "%.1f", $0) } ?? "" }

    var figureText: String { figure.map(text) ?? "" }

    var floorText: String { floor.map(text) ?? "" }

    private func text(_ figure: Double) -> String { String(format: "%.2f", figure) + (unit.isEmpty ? "" : " \(unit)") }

    var limitText: String {
        limit.map { "\($0.isLeast ? "≥" : "≤") \($0.figure.formatted(.number.grouping(.never).precision(.fractionLength(0...2))))" } ?? ""
    }

    var markText: String { mark == .void ? "void: the machine was not free" : mark.rawValue }
}
