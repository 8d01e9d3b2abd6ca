import Depot
import Testing

@Suite struct ReportTests {
    @Test func `The report says what there is, when it was made and for whom, and what nobody used`() throws {
        let container = Container()
        container.register((any GraphNetwork).self, .singleton, in: .repository, file: here, line: 1, using: URLGraphNetwork.init)
        container.register((any GraphTokens).self, .singleton, in: .repository, file: here, line: 2, using: DefaultGraphTokens.init)
        container.register((any GraphLogin).self, in: .useCase, file: here, line: 3, using: DefaultGraphLogin.init)
        container.register(Int.self, file: here, line: 4, instance: 1)
        container.replace(Int.self, with: 2, file: here, line: 5)
        _ = container.resolve((any GraphTokens).self)
        let report = container.report.replacing(try Regex("[0-9.]+ (ns|µs|ms|s) after"), with: "a while after")
        #expect(
            report == """
                4 registrations, 2 shared instances.

                any GraphNetwork  singleton · repository · DepotTests/Here.swift:1
                    made 1st, a while after start, for any GraphTokens
                any GraphTokens   singleton · repository · DepotTests/Here.swift:2
                    made 2nd, a while after start
                any GraphLogin    transient · use case · DepotTests/Here.swift:3
                Int               singleton · replaced · DepotTests/Here.swift:5

                Never resolved:
                - any GraphLogin

                Replacements that nothing resolved:
                - Int

                """)
    }

    @Test func `The report names for whom something was made, where that has a name`() {
        let container = Container()
        container.register((any GraphNetwork).self, .singleton, using: URLGraphNetwork.init)
        container.register((any GraphTokens).self, name: "main", .singleton, using: DefaultGraphTokens.init)
        _ = container.resolve((any GraphTokens).self, name: "main")
        #expect(container.report.contains("after start, for any GraphTokens named \"main\"\n"))
    }

    @Test func `The report of a child says what is its parent's`() {
        let parent = Container()
        parent.register(Int.self, file: here, line: 1, instance: 1)
        let child = Container(parent: parent)
        child.register(String.self, file: here, line: 2, instance: "")
        #expect(child.report.contains("\nInt     singleton · of the parent · DepotTests/Here.swift:1\n"))
        #expect(child.report.contains("\nString  singleton · DepotTests/Here.swift:2\n"))
    }
}
