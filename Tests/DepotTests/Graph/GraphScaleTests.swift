import Testing

@testable import Depot

@Suite struct GraphScaleTests {
    private static let services = NumberedService.all(bits: 13) + NumberedService.all(bits: 11)
    /// Enough distinct types for a chain of 10,000.
    private static let count = 10_000

    private static func container(_ asks: (Int) -> [Ask]) -> Container {
        let container = Container()
        for index in 0..<count {
            let draft = RegistrationDraft(source: SourceLine(here, UInt(index)))
            services[index].register(container, draft, index % 3 == 0 ? .singleton : .transient, [], asks(index)) {}
        }
        return container
    }

    @Test func `A chain of 10,000 validates and is drawn on any stack`() throws {
        let container = Self.container { $0 + 1 < Self.count ? [Self.services[$0 + 1].ask(.required)] : [] }
        try container.validate()
        let graph = container.graph
        #expect(graph.nodes.count == Self.count && graph.edges.count == Self.count - 1)
        #expect(graph.tree.split(separator: "\n").count > Self.count)
        #expect(graph.mermaid.count > Self.count && graph.dot.count > Self.count)
    }

    @Test func `A ring of 10,000 is one cycle`() {
        let container = Self.container { [Self.services[($0 + 1) % Self.count].ask(.required)] }
        let problems = Validation(Wiring(container.survey())).problems
        #expect(problems.map(\.kind) == [.cycle])
        #expect(problems[0].path.count == Self.count + 1)
        #expect("\(problems[0])".contains("… 9981 more …"))
    }

    @Test func `10,000 registrations with three dependencies each validate in under half a second`() throws {
        let container = Self.container { index in
            (1...3).filter { index + $0 * 7 < Self.count }.map { Self.services[index + $0 * 7].ask(.required) }
        }
        let time = try processorTime { try container.validate() }
        #expect(time < Self.limit)
        print("validate() of 10,000 registrations: \(time.written)")
    }

    #if DEBUG
        private static let limit = Duration.seconds(10)
    #else
        private static let limit = Duration.milliseconds(500)
    #endif

    @Test func `10,000 names of one type validate in that time in a child, in an override and where closures were seen`() throws {
        let container = Container()
        for index in 0..<Self.count {
            container.register(Int.self, name: Name("\(index)"), .singleton) { resolver in
                index == 0 ? 0 : try resolver.resolve(Int.self, name: Name("\(index - 1)")) + 1
            }
        }
        for index in 0..<Self.count { #expect(container.resolve(Int.self, name: Name("\(index)")) == index) }
        let child = Container(parent: container)
        for container in [container, child] {
            try #expect(processorTime { try container.validate() } < Self.limit)
        }
        let inOverride = try container.withOverrides {
            $0.replace(Int.self, name: "0", with: 0)
        } operation: {
            try processorTime { try Container.shared.validate() }
        }
        #expect(inOverride < Self.limit)
        var edges = 0
        #expect(processorTime { edges = child.graph.edges.count } < Self.limit)
        #expect(edges == Self.count - 1)
    }
}
