extension Peers {
    private static let depot = DotPlot.Series(name: "Depot", color: "#0a7d4f", radius: 7)
    private static let language = DotPlot.Series(name: "by hand", color: "#000", radius: 3)
    private static let others = zip(
        ["Swinject", "Factory", "Resolver", "swift-dependencies, swift-sharing", "DITranquillity", "Dip", "WeaveDI"],
        ["#d1495b", "#3d6fb6", "#e8a33d", "#8a5fb0", "#7a7a7a", "#c58fa3", "#4fb0c6"]
    ).map { DotPlot.Series(name: $0, color: $1) }

    /// The rows whose figures are multiples of c, beside those of others, on a logarithmic scale.
    static func plot(beside outcomes: [Outcome]) -> DotPlot {
        DotPlot(
            title: "What each costs, in multiples of the plainest service locator (log scale; further left is faster)",
            range: 0.1...200_000, isLogarithmic: true, ticks: [0.1, 1, 10, 100, 1_000, 10_000, 100_000], unit: "c",
            rows: rows.filter { row in outcomes.contains { $0.name == row.name && $0.unit == "c" } }.map { plotted($0, outcomes) })
    }

    /// What the work of another thread costs a reader.
    static func readersPlot(beside outcomes: [Outcome]) -> DotPlot {
        DotPlot(
            title: "A settled singleton's read while another thread works, in multiples of the same without (further left is better)",
            range: 0.8...3.2, isLogarithmic: false, ticks: [1, 1.5, 2, 2.5, 3], unit: "×",
            rows: rows.filter { $0.name.hasSuffix("against idle") }.map { plotted($0, outcomes) })
    }

    private static func plotted(_ row: Row, _ outcomes: [Outcome]) -> DotPlot.Row {
        let own = outcomes.first { $0.name == row.name }?.figure.map { DotPlot.Dot(series: depot, figure: $0) }
        let floor = row.floor.map { DotPlot.Dot(series: language, figure: $0) }
        let peers = zip(others, row.peers).compactMap { series, figure in figure.map { DotPlot.Dot(series: series, figure: $0) } }
        return DotPlot.Row(name: label(row.name), dots: [own, floor].compactMap(\.self) + peers)
    }

    /// A row's name, without what the picture's title says.
    private static func label(_ name: String) -> String {
        if name.hasSuffix("against idle") {
            return name.replacing("settled singleton while another thread ", with: "which ").replacing(": against idle", with: "")
        }
        let isWhole = ["start-up", "@Dependency"].contains { name.hasPrefix($0) }
        return isWhole ? name : String(name.split(separator: ",")[0])
    }
}
