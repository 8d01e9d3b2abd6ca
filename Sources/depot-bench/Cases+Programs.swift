import Foundation

/// The rows about a user's program: how large it is, and how long it takes to build.
///
/// They need builds, so a script measures them (`Tests/Size/measure.sh`) and writes a line for each: its name, a tab, the figure, and what the same is
/// without a library after another tab.
func programOutcomes(_ file: String, _ request: Request) -> [Outcome] {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { fatalError("There are no figures of programs in \(file).") }
    var figures: [String: (figure: Double, floor: Double)] = [:]
    for line in text.split(separator: "\n") {
        let fields = line.split(separator: "\t")
        guard fields.count == 3, let figure = Double(fields[1]), let floor = Double(fields[2]) else { fatalError("\(file): \(line)") }
        figures[String(fields[0])] = (figure, floor)
    }
    let rows: [(name: String, unit: String, limit: Limit)] = [
        ("program: size, stripped, beyond the same without a library", "KiB", .atMost(450)),
        ("program with shared state: size, stripped, beyond the same without a library", "KiB", .atMost(900)),
        ("program: clean release build, processor time", "s", .atMost(18)),
        ("program with shared state: clean release build, processor time", "s", .atMost(30)),
    ]
    return rows.compactMap { row in
        guard request.includes(row.name), let (figure, floor) = figures[row.name] else { return nil }
        return Outcome(row.name, figure: figure, unit: row.unit, floor: floor, limit: row.limit)
    }
}
