import Depot
import Foundation

/// A graph as a file that a browser shows: an SVG where Graphviz is installed, else a page that draws it.
struct GraphPicture: Sendable {
    let graph: Graph
    let programs: Programs

    /// Writes the file into a directory, in place of one from before.
    func write(into directory: URL) throws(Problem) -> URL {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            if let svg = try drawn(in: directory) { return svg }
            let page = directory.appending(path: "graph.html")
            try Data(Self.page(graph).utf8).write(to: page, options: .atomic)
            return page
        } catch {
            throw Problem(
                .fileAccess, "The picture of the graph cannot be written.", at: directory.path,
                fix: "make it accessible to you, or choose another directory with --home DIR.")
        }
    }

    /// What Graphviz draws; nil where it is not there, or fails.
    private func drawn(in directory: URL) throws -> URL? {
        guard let dot = programs.find("dot") else { return nil }
        let (text, svg) = (directory.appending(path: "graph.dot"), directory.appending(path: "graph.svg"))
        try Data(graph.dot.utf8).write(to: text, options: .atomic)
        defer { try? FileManager.default.removeItem(at: text) }
        return Programs.run(dot, ["-Tsvg", "-o", svg.path, text.path]) ? svg : nil
    }

    /// A page that Mermaid draws; without a network it shows the tree.
    private static func page(_ graph: Graph) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <title>popcorn: the graph</title>
        <pre id="graph">\(escaped(graph.tree))</pre>
        <script type="text/plain" id="mermaid">
        \(graph.mermaid)
        </script>
        <script type="module">
        import mermaid from "https://cdn.jsdelivr.net/npm/mermaid@11/dist/mermaid.esm.min.mjs"
        const { svg } = await mermaid.render("picture", document.getElementById("mermaid").textContent)
        document.getElementById("graph").outerHTML = svg
        </script>
        </html>

        """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
