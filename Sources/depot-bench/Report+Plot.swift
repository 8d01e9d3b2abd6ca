import Foundation

extension Report {
    /// A bar for each row with a limit: how much of it is used.
    var svg: String {
        let rows = outcomes.filter { $0.limit != nil && $0.figure != nil }
        let height = 24
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="1060" height="\(rows.count * height + 40)" font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="white"/>
            <line x1="860" y1="10" x2="860" y2="\(rows.count * height + 20)" stroke="#c33" stroke-dasharray="4 3"/>
            <text x="864" y="20" fill="#c33">limit</text>

            """
        for (index, row) in rows.enumerated() {
            let top = 24 + index * height
            let width = Int(min(row.shareOfLimit * 260, 360))
            text += """
                <text x="590" y="\(top + 13)" text-anchor="end">\(row.name)</text>
                <rect x="600" y="\(top)" width="\(max(width, 1))" height="16" fill="\(row.mark == .met ? "#4a8" : "#c33")"/>
                <text x="\(604 + width)" y="\(top + 13)" fill="#333">\(row.figureText) of \(row.limitText)</text>

                """
        }
        return text + "</svg>\n"
    }

    /// Writes the page and its plots into a folder.
    func write(into folder: String) throws {
        let folder = URL(fileURLWithPath: folder)
        let images = folder.appending(path: "Depot.docc/Resources")
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        try svg.write(to: images.appending(path: "benchmarks.svg"), atomically: true, encoding: .utf8)
        try Peers.plot(beside: outcomes).svg.write(to: images.appending(path: "peers.svg"), atomically: true, encoding: .utf8)
        try Peers.readersPlot(beside: outcomes).svg.write(to: images.appending(path: "readers.svg"), atomically: true, encoding: .utf8)
        try markdown.write(to: folder.appending(path: "Benchmarks.md"), atomically: true, encoding: .utf8)
    }
}
