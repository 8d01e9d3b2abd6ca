import Testing

@testable import Depot

private struct Crate<Value>: Sendable {}

@Suite struct GraphMermaidTests {
    @Test func `The picture is a flowchart with a box for each layer`() throws {
        let graph = loginContainer().graph
        let chart = try MermaidFlowchart(graph.mermaid)
        #expect(chart.subgraphs == ["repository", "use case", "view model"])
        #expect(chart.nodes.count == graph.nodes.count)
        #expect(chart.edges.count == graph.edges.count)
        #expect(chart.nodes["n0"] == .init(label: "any GraphNetwork\nsingleton", shape: "(", subgraph: "repository"))
        #expect(chart.nodes["n3"] == .init(label: "GraphScreen\ntransient · main actor", shape: "[", subgraph: "view model"))
        #expect(chart.edges.contains(.init(from: "n2", to: "n0", isDotted: true, label: "lazy")))
        #expect(chart.classes == ["mainActor": ["n3"], "async": ["n4"]])
    }

    @Test func `What is replaced, opaque and missing is marked`() throws {
        let container = Container()
        container.register((any GraphNetwork).self, .singleton, using: URLGraphNetwork.init)
        container.register(String.self) { _ in "" }
        container.register(Bool.self, using: { (_: Int) in true })
        container.replace((any GraphNetwork).self, with: URLGraphNetwork())
        let chart = try MermaidFlowchart(container.graph.mermaid)
        #expect(chart.classes == ["replaced": ["n0"], "opaque": ["n1"], "missing": ["n3"]])
        #expect(chart.nodes["n3"] == .init(label: "Int\nnot registered", shape: "{", subgraph: nil))
    }

    @Test func `Generic types and odd names are escaped`() throws {
        let container = Container()
        container.register(Crate<Int>.self, name: "a \"b\" <c> #1 & `d`", instance: Crate<Int>())
        let chart = try MermaidFlowchart(container.graph.mermaid)
        #expect(chart.nodes["n0"]?.label == #"Crate<Int> named "a \"b\" <c> #1 & `d`""# + "\nsingleton")
    }

    @Test func `It is the same text each time`() {
        #expect(loginContainer().graph.mermaid == loginContainer().graph.mermaid)
        #expect(
            Container().graph.mermaid == """
                flowchart RL

                """)
    }

    @Test func `The pictures of random graphs are flowcharts`() throws {
        let services = NumberedService.all(bits: 4)
        for seed in 1...UInt64(stressRounds(debug: 200, release: 1_000)) {
            let graph = RandomGraph(seed: seed, limit: 12).container(services).graph
            let chart = try MermaidFlowchart(graph.mermaid)
            #expect(chart.edges.count == graph.edges.count)
        }
    }
}
