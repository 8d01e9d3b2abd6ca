public import Depot
import Foundation

extension Graph {
    /// The graph as one page to explore in a browser: to search, to filter, to follow what needs what, and to look at the problems.
    ///
    /// It is complete in itself and loads nothing. What is written in it is text wherever it comes from: nothing in a name can run.
    ///
    /// ```swift
    /// try container.graph.html(title: "Shop").write(to: file, atomically: true, encoding: .utf8)
    /// ```
    ///
    /// - Parameters:
    ///   - title: What the page is called.
    ///   - changes: What to show as changed; those of this graph since an earlier one.
    /// - Returns: The page, about 60 kilobytes and the graph.
    public func html(title: String = "The graph", changes: GraphChanges? = nil) -> String {
        let parts = [
            "{{TITLE}}": title.escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;"]), "{{STYLE}}": PageFile.style,
            "{{SCRIPT}}": PageFile.script, "{{DATA}}": PageData(self, title: title, changes: changes).json,
        ]
        var page = ""
        var rest = PageFile.frame[...]
        // One pass: what is put in is not looked at again.
        while let start = rest.range(of: "{{"), let end = rest[start.upperBound...].range(of: "}}") {
            page += rest[..<start.lowerBound]
            page += parts[String(rest[start.lowerBound..<end.upperBound])] ?? ""
            rest = rest[end.upperBound...]
        }
        return page + rest
    }
}

/// The parts of the page, as they are in the folder `Page`.
private enum PageFile {
    static let frame = String(decoding: PackageResources.page_html, as: UTF8.self)
    static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    /// In the order in which they are run.
    static let script = [
        PackageResources.elements_js, PackageResources.model_js, PackageResources.layout_js, PackageResources.picture_js,
        PackageResources.state_js, PackageResources.details_js, PackageResources.lists_js, PackageResources.controls_js,
        PackageResources.keys_js, PackageResources.page_js,
    ].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
}
