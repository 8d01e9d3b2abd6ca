import Foundation
import Testing

@testable import Depot

@Suite struct GraphDotTests {
    private static let odd: Graph = {
        let container = loginContainer()
        container.register(Int.self, name: "a \"b\" \\ <c>", file: here, line: 9) { _ in 1 }
        container.register(String.self, using: { (_: Bool) in "" })
        container.replace((any GraphNetwork).self, with: URLGraphNetwork())
        return container.graph
    }()

    @Test func `Every line is one of the language's`() throws {
        let dot = Self.odd.dot
        var depth = 0
        let string = #""(?:[^"\\\n]|\\.)*""#
        let attributes = "\\[\\w+=(?:\(string)|\\d+|\\w+)(?:, \\w+=(?:\(string)|\\d+|\\w+))*\\]"
        let node = try Regex("n\\d+ \(attributes);"), edge = try Regex("n\\d+ -> n\\d+(?: \(attributes))?;")
        let settings = try Regex("(?:graph|node|edge) \(attributes);"), assignment = try Regex("\\w+=(?:\(string)|\\w+);")
        for line in dot.split(separator: "\n") {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasSuffix("{") {
                #expect(try line.wholeMatch(of: Regex("(?:digraph Depot|subgraph cluster_\\d+) \\{")) != nil, "\(line)")
                depth += 1
            } else if line == "}" {
                depth -= 1
            } else {
                #expect([node, edge, settings, assignment].contains { line.wholeMatch(of: $0) != nil }, "\(line)")
            }
        }
        #expect(depth == 0)
        #expect(dot.contains("label=\"any GraphNetwork\\nsingleton · replaced\""))
        #expect(dot.contains("n2 -> n0 [style=\"dashed\", label=\"lazy\"];"))
    }

    private static let graphviz = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test func `A quote with an accent is a quote to Graphviz`() {
        let container = Container()
        container.register(Int.self, name: "a\"\u{301}];evil[label=\"x", instance: 1)
        let bytes = Array(container.graph.dot.utf8)
        let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") && bytes[$0 - 1] != UInt8(ascii: "\\") }
        let plain = Container()
        plain.register(Int.self, name: "a", instance: 1)
        let expected = Array(plain.graph.dot.utf8)
        #expect(quotes.count == expected.indices.count { expected[$0] == UInt8(ascii: "\"") && expected[$0 - 1] != UInt8(ascii: "\\") })
    }

    @Test func `What looks like an entity is not one to Graphviz`() {
        let container = Container()
        container.register(Int.self, name: "a &lt; b", instance: 1)
        #expect(container.graph.dot.contains("a &amp;lt; b"))
    }

    @Test func `Graphviz draws it, where it is installed`() throws {
        guard let graphviz = Self.graphviz else { return }
        let process = Process()
        process.executableURL = URL(filePath: graphviz)
        process.arguments = ["-Tsvg"]
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(Self.odd.dot.utf8))
        try input.fileHandleForWriting.close()
        let picture = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let complaints = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && complaints.isEmpty, "\(complaints)")
        #expect(picture.components(separatedBy: "class=\"node\"").count - 1 == Self.odd.nodes.count)
        #expect(picture.components(separatedBy: "class=\"edge\"").count - 1 == Self.odd.edges.count)
        #expect(picture.components(separatedBy: "class=\"cluster\"").count - 1 == 3)
    }
}
