import Foundation

/// The figures, for people and for machines.
struct Report: Codable {
    let machine: String
    let rounds: Int
    let outcomes: [Outcome]

    var missed: [Outcome] { outcomes.filter { !$0.passes } }

    var table: String {
        outcomes.map { outcome in
            let name = outcome.name.padding(toLength: 72, withPad: " ", startingAt: 0)
            let figures = String(format: "%9.1f ns %8.2f", outcome.nanoseconds, outcome.ratio)
            let unit = outcome.unitText.padding(toLength: 2, withPad: " ", startingAt: 0)
            return "\(name)\(figures) \(unit) \(outcome.limitText)\(outcome.passes ? "" : "  MISSED")"
        }.joined(separator: "\n")
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The table as Markdown.
    var markdown: String {
        var lines = [
            "# Benchmarks", "",
            "Written by `make bench`. \(machine) Medians of \(rounds) interleaved rounds, thread processor time, as multiples of c:",
            "lock, look up by type, downcast, retain, unlock. Each row has a limit, and `make bench` fails when one is missed.", "",
            "![The rows that have a limit, as a share of it](Images/benchmarks.svg)", "",
            "| | ns | ratio | limit |", "|---|---:|---:|---:|",
        ]
        for outcome in outcomes {
            let figures = String(format: "%.1f | %.2f", outcome.nanoseconds, outcome.ratio)
            let mark = outcome.passes ? "" : " **missed**"
            lines.append("| \(outcome.name) | \(figures) \(outcome.unitText) | \(outcome.limitText)\(mark) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A bar for each row with a limit: how much of it is used.
    var svg: String {
        let rows = outcomes.filter { $0.limit != nil }
        let height = 24
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="860" height="\(rows.count * height + 40)" font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="white"/>
            <line x1="660" y1="10" x2="660" y2="\(rows.count * height + 20)" stroke="#c33" stroke-dasharray="4 3"/>
            <text x="664" y="20" fill="#c33">limit</text>

            """
        for (index, row) in rows.enumerated() {
            let share = row.shareOfLimit
            let top = 24 + index * height
            let width = min(Int(share * 260), 440)
            text += """
                <text x="390" y="\(top + 13)" text-anchor="end">\(row.name)</text>
                <rect x="400" y="\(top)" width="\(max(width, 1))" height="16" fill="\(row.passes ? "#4a8" : "#c33")"/>
                <text x="\(404 + width)" y="\(top + 13)" fill="#333">\(String(format: "%.2f", row.ratio)) of \(row.limitText)</text>

                """
        }
        return text + "</svg>\n"
    }
}

extension Outcome {
    /// How much of its limit it takes; where that is nothing at all, any excess counts as twice.
    var shareOfLimit: Double {
        guard let limit, limit > 0, ratio > 0 else { return passes ? 0 : 2 }
        return isThroughput ? limit / ratio : ratio / limit
    }

    var unitText: String { isThroughput ? "×" : unit }

    var limitText: String {
        limit.map { "\(isThroughput ? "≥" : "≤") \($0.formatted(.number.precision(.fractionLength(0...2))))" } ?? ""
    }
}

/// What the figures were measured on.
func machineDescription() -> String {
    let info = ProcessInfo.processInfo
    var processor = ""
    if let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) {
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        processor = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) + ", " } ?? ""
    }
    return "\(processor)\(info.activeProcessorCount) cores, \(info.operatingSystemVersionString)."
}
