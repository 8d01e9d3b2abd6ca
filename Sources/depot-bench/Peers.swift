import Foundation

/// What other libraries cost, in one run beside an earlier Depot on one quiet machine, in the same unit: multiples of c.
///
/// Medians of 15 interleaved rounds, thread processor time; compiled for Linux with the smallest edits, in release, by Swift 6.3.1.
enum Peers {
    /// What c took in that run, in nanoseconds.
    static let c = 33.3

    private static let names = [
        "Swinject 2.10", "Factory 3.2", "Resolver 1.5", "swift-dependencies 1.16, swift-sharing 2.8", "DITranquillity 6.0", "Dip 7.1",
        "WeaveDI 3.4",
    ]

    /// A thing that was measured of several.
    struct Row {
        /// The same as a row here.
        let name: String
        /// What the language itself takes.
        var floor: Double?
        /// In the order of the names; nil where there is nothing to compare.
        let peers: [Double?]
    }

    static let rows = [
        Row(name: "settled singleton", floor: 0.46, peers: [31.1, 30.8, 9.17, 18.9, 56.3, 68.7, 28.9]),
        Row(name: "transient, no dependencies", floor: 1.16, peers: [42.2, 9.35, 4.92, nil, 43.9, 170, 31.0]),
        Row(name: "one runtime argument", floor: 1.16, peers: [44.0, 8.65, 12.1, nil, 63.0, 152, nil]),
        Row(name: "login view model", floor: 6.37, peers: [230, 147, 69.8, nil, 300, 1283, 288]),
        Row(
            name: "register one service of 201, its edges and source line included", floor: 2.58,
            peers: [19.5, 28.0, 12.1, nil, 110, 36.7, 240]),
        Row(name: "cold graph of 101 singletons", floor: 250, peers: [5413, 9388, 2428, nil, 9203, 38266, nil]),
        Row(name: "start-up: register 201, resolve the root", floor: 216, peers: [5753, 1661, 2986, nil, 23028, 19382, nil]),
        Row(name: "start-up: register 201, validate, resolve the root", floor: 216, peers: [nil, nil, nil, nil, 37964, 107041, nil]),
        Row(name: "override, resolve a mock, leave", floor: 1.81, peers: [101, 242, 20.5, 18.6, 213, 238, 12.1]),
        Row(
            name: "open a request scope, resolve one scoped object, close", floor: 1.64,
            peers: [61.8, 50.2, 22.2, nil, 57.7, nil, 595]),
        Row(name: "@Dependency, default", floor: 0.41, peers: [nil, nil, nil, 15.7, nil, nil, 3.14]),
        Row(name: "@Dependency, overridden", floor: 0.63, peers: [nil, nil, nil, 9.14, nil, nil, 3.82]),
        Row(name: "withDependencies with one value, read it, leave", floor: 1.78, peers: [nil, nil, nil, 14.2, nil, nil, 8.21]),
        Row(name: "@Shared in memory: read", floor: 0.33, peers: [nil, nil, nil, 129, nil, nil, nil]),
        Row(name: "@Shared in memory: withLock", floor: 0.33, peers: [nil, nil, nil, 283, nil, nil, nil]),
        Row(name: "@Shared: a further reference to a live key", peers: [nil, nil, nil, 141, nil, nil, nil]),
        Row(name: "bytes per registration, of 1,000", floor: 0, peers: [407, 192, 262, nil, 739, 550, 307]),
        Row(name: "bytes more per kept singleton, its object included", floor: 35, peers: [96, 261, 131, nil, 164, 456, 1]),
        Row(
            name: "settled singleton while another thread builds 400 singletons: against idle",
            peers: [1.27, 1.16, 1.27, nil, 1.21, 1.19, nil]),
        Row(
            name: "settled singleton while another thread opens request scopes: against idle",
            peers: [1.27, 1.27, 1.25, nil, 1.07, nil, nil]),
        Row(
            name: "settled singleton while another thread overrides another service: against idle",
            peers: [1.29, 1.03, 1.28, 1.18, 1.02, 1.18, 1.06]),
        Row(
            name: "two threads, two singletons: throughput against one", floor: 2.01,
            peers: [0.68, 1.02, 0.56, 0.52, 1.75, 0.66, 1.69]),
        Row(name: "two threads, login graphs: throughput against one", floor: 1.72, peers: [0.80, 1.16, 0.60, nil, 1.60, 1.23, 1.71]),
        Row(
            name: "two threads, the same singleton: throughput against one", floor: 0.38,
            peers: [0.61, 0.96, 0.54, 0.54, 1.65, 0.66, 1.64]),
        Row(
            name: "two threads, request scopes with one object: throughput against one", floor: 2.06,
            peers: [0.67, 0.93, 0.60, nil, 1.59, nil, nil]),
        Row(
            name: "program: size, stripped, beyond the same without a library", floor: 0,
            peers: [151, 156, 84, 488, 1311, 219, 535]),
        Row(
            name: "program with shared state: size, stripped, beyond the same without a library",
            peers: [nil, nil, nil, 1354, nil, nil, nil]),
        Row(name: "program: clean release build, processor time", floor: 1.1, peers: [6.0, 7.4, 4.1, 14.2, 32.5, 6.2, 20.2]),
        Row(
            name: "program with shared state: clean release build, processor time",
            peers: [nil, nil, nil, 43.5, nil, nil, nil]),
    ]
}

extension Peers {
    /// The table of the others beside what was measured here, as Markdown.
    static func markdown(beside outcomes: [Outcome]) -> [String] {
        [
            "## Beside others", "",
            "Multiples of the same c, with the nanoseconds in brackets, where no other unit is said; rows of two threads by the wall. The others, and the",
            "floors of the language itself, are from one run on another machine, on which c took \(c) ns: compare the multiples. Only the overrides of",
            "Depot, swift-dependencies and WeaveDI are the task's; the others' are child containers, and Factory's as in its own tests. The scopes of",
            "Swinject, Factory and DITranquillity are the container's or the process's.", "",
            "| | floor | Depot | " + names.joined(separator: " | ") + " |",
            "|---|" + String(repeating: "---:|", count: names.count + 2),
        ] + rows.map { row in line(row, outcomes.first { $0.name == row.name }) }
    }

    private static func line(_ row: Row, _ own: Outcome?) -> String {
        let unit = own?.unit ?? "c"
        let depot = text(own?.figure, unit, nanoseconds: own?.nanoseconds)
        return "| " + ([row.name, text(row.floor, unit), depot] + row.peers.map { text($0, unit) }).joined(separator: " | ") + " |"
    }

    private static func text(_ figure: Double?, _ unit: String, nanoseconds: Double? = nil) -> String {
        guard let figure else { return "" }
        let number = String(format: figure < 10 ? "%.2f" : figure < 100 ? "%.1f" : "%.0f", figure)
        guard unit == "c" else { return "\(number) \(unit)" }
        let time = nanoseconds ?? figure * c
        let written = time < 1_000 ? "%.0f ns" : time < 1_000_000 ? "%.1f µs" : "%.2f ms"
        return number + " (" + String(format: written, time < 1_000 ? time : time < 1_000_000 ? time / 1_000 : time / 1_000_000) + ")"
    }
}
