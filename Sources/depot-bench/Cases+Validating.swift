import Depot

/// The row about validating: 10,000 services, each of which needs the one before it.
func validatingOutcomes(_ request: Request) -> [Outcome] {
    let container = Container()
    func add<Number: Numbered, Before: Numbered>(_ type: Number.Type, after before: Before.Type) {
        container.register(Numeric<Number>.self, .singleton, using: { (_: Numeric<Before>) in Numeric<Number>() })
    }
    container.register(Numeric<End>.self, .singleton, using: { Numeric<End>() })
    var before: any Numbered.Type = End.self
    for type in numberTypes(10_000) {
        add(type, after: before)
        before = type
    }
    var times: [Double] = []
    for _ in 0..<min(request.rounds, 9) {
        let start = threadTime()
        mustNotThrow { try container.validate() }
        times.append(threadTime() - start)
    }
    return [
        Outcome(
            "validate() of 10,000 registrations", figure: median(times) / 1e9, unit: "s", limit: .atMost(0.1))
    ]
}
