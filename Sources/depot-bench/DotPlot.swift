import Foundation

/// A picture of figures of several libraries, as SVG: a line for each row, a dot for each library.
struct DotPlot {
    let title: String
    /// Where the picture's left edge is, and its right one.
    let range: ClosedRange<Double>
    let isLogarithmic: Bool
    /// Where a figure is written below the picture.
    let ticks: [Double]
    let unit: String
    let rows: [Row]

    struct Row {
        let name: String
        let dots: [Dot]
    }

    struct Dot {
        let series: Series
        let figure: Double
    }

    /// Whose figures the dots of a color are.
    struct Series: Equatable {
        let name: String
        let color: String
        var radius = 5.0
    }
}

extension DotPlot {
    private static let labels = 330.0
    private static let width = 620.0
    private static let rowHeight = 26.0
    private static let top = 70.0

    var svg: String {
        let bottom = Self.top + Double(rows.count) * Self.rowHeight
        let lines =
            [
                #"<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="\#(Int(bottom + 40))" font-family="sans-serif" font-size="12">"#,
                #"<rect width="100%" height="100%" fill="white"/>"#,
                #"<text x="12" y="20" font-size="14" font-weight="bold">\#(title)</text>"#,
            ] + legend + ticks.flatMap { tick($0, bottom) } + rows.enumerated().flatMap(row) + ["</svg>", ""]
        return lines.joined(separator: "\n")
    }

    private var legend: [String] {
        var series: [Series] = []
        for dot in rows.flatMap(\.dots) where !series.contains(dot.series) { series.append(dot.series) }
        var x = 12.0
        return series.flatMap { one in
            defer { x += Double(one.name.count) * 6.6 + 26 }
            return [
                circle(x + 5, 40, one),
                #"<text x="\#(text(x + 14))" y="44">\#(one.name)</text>"#,
            ]
        }
    }

    private func tick(_ figure: Double, _ bottom: Double) -> [String] {
        let x = text(position(figure))
        let label = figure.formatted(.number.precision(.fractionLength(0...1)).locale(Locale(identifier: "en_US")))
        return [
            #"<line x1="\#(x)" y1="\#(text(Self.top - 10))" x2="\#(x)" y2="\#(text(bottom))" stroke="gainsboro"/>"#,
            #"<text x="\#(x)" y="\#(text(bottom + 18))" text-anchor="middle" fill="dimgray">\#(label) \#(unit)</text>"#,
        ]
    }

    private func row(_ index: Int, _ row: Row) -> [String] {
        let y = Self.top + (Double(index) + 0.5) * Self.rowHeight
        let end = text(Self.labels + Self.width)
        return [
            #"<text x="\#(text(Self.labels - 10))" y="\#(text(y + 4))" text-anchor="end">\#(row.name)</text>"#,
            #"<line x1="\#(text(Self.labels))" y1="\#(text(y))" x2="\#(end)" y2="\#(text(y))" stroke="whitesmoke"/>"#,
        ] + row.dots.reversed().map { circle(position($0.figure), y, $0.series) }
    }

    private func circle(_ x: Double, _ y: Double, _ series: Series) -> String {
        #"<circle cx="\#(text(x))" cy="\#(text(y))" r="\#(text(series.radius))" fill="\#(series.color)" fill-opacity="0.85"/>"#
    }

    private func position(_ figure: Double) -> Double {
        func scaled(_ value: Double) -> Double { isLogarithmic ? log10(value) : value }
        let held = min(max(figure, range.lowerBound), range.upperBound)
        let share = (scaled(held) - scaled(range.lowerBound)) / (scaled(range.upperBound) - scaled(range.lowerBound))
        return Self.labels + share * Self.width
    }

    private func text(_ length: Double) -> String { String(format: "%.1f", length) }
}
