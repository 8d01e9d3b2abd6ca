import Testing

@testable import Depot

@Suite struct GraphTreeTests {
    @Test func `The tree goes from what nobody needs down, and writes nothing out twice`() {
        #expect(
            loginContainer().graph.tree == """
                GraphScreen  view model · transient · main actor
                └─ any GraphLogin  use case · transient
                   ├─ any GraphTokens  repository · singleton
                   │  └─ any GraphNetwork  repository · singleton
                   └─ (lazy) any GraphNetwork  repository · singleton
                GraphDatabase  repository · singleton · async
                └─ any GraphNetwork  repository · singleton
                GraphMenu  use case · singleton
                ├─ (all) any GraphPlugin #1  use case · transient
                │  └─ any GraphNetwork  repository · singleton
                └─ (all) any GraphPlugin #2  use case · transient

                """)
    }

    @Test func `A name of several lines takes one`() {
        let container = Container()
        container.register(Int.self, name: "first\nsecond", instance: 1)
        #expect(container.graph.tree == "Int named \"first\\nsecond\"  singleton\n")
    }

    @Test func `A cycle is written once around`() {
        let container = Container()
        let services = NumberedService.all(bits: 1)
        for (index, target) in [1, 0].enumerated() {
            let draft = RegistrationDraft(source: SourceLine(here, UInt(index)))
            services[index].register(container, draft, .transient, [], [services[target].ask(.required)]) {}
        }
        #expect(
            container.graph.tree == """
                Numeric<Zero<End>>  transient
                └─ Numeric<One<End>>  transient
                   └─ Numeric<Zero<End>>  transient  ↑

                """)
    }

    @Test func `A chain that is deeper than can be read goes on below`() {
        let container = Container()
        let services = NumberedService.all(bits: 6)
        for index in services.indices {
            let draft = RegistrationDraft(source: SourceLine(here, UInt(index)))
            let asks = index + 1 < services.count ? [services[index + 1].ask(.required)] : []
            services[index].register(container, draft, .transient, [], asks) {}
        }
        let lines = container.graph.tree.split(separator: "\n")
        #expect(lines.count == 65)
        #expect(lines.filter { $0.hasSuffix("↓") }.count == 1)
    }
}
