import Testing

@testable import Depot

@Suite struct ReportTests {
    @Test func `The report says what there is, when it was made and for whom, and what nobody used`() throws {
        let container = Container()
        container.register((any GraphNetwork).self, .singleton, in: .repository, file: here, line: 1, using: URLGraphNetwork.init)
        container.register((any GraphTokens).self, .singleton, in: .repository, file: here, line: 2, using: DefaultGraphTokens.init)
        container.register((any GraphLogin).self, in: .useCase, file: here, line: 3, using: DefaultGraphLogin.init)
        container.register(Int.self, file: here, line: 4, instance: 1)
        container.replace(Int.self, with: 2, file: here, line: 5)
        _ = container.resolve((any GraphTokens).self)
        let report = container.report.replacing(try Regex("after [0-9.]+ (ns|µs|ms|s)"), with: "after a while")
        #expect(
            report == """
                4 registrations, 2 shared instances.

                any GraphNetwork  singleton · repository · DepotTests/Here.swift:1
                    made 1. after a while for any GraphTokens
                any GraphTokens   singleton · repository · DepotTests/Here.swift:2
                    made 2. after a while
                any GraphLogin    transient · use case · DepotTests/Here.swift:3
                Int               singleton · replaced · DepotTests/Here.swift:5

                Never resolved:
                - any GraphLogin

                Replacements that nothing resolved:
                - Int

                """)
    }

    @Test func `A duration has three digits and a unit`() {
        #expect(Duration.nanoseconds(12).written == "12 ns")
        #expect(Duration.nanoseconds(1_500).written == "1.5 µs")
        #expect(Duration.microseconds(41_234).written == "41.2 ms")
        #expect(Duration.milliseconds(250).written == "250 ms")
        #expect(Duration.seconds(2).written == "2 s")
    }
}
