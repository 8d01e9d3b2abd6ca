import Depot

/// The row about validating: 10,000 services, each of which needs the one before it.
func validatingOutcomes(rounds: Int) -> [Outcome] {
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
    var seconds: [Double] = []
    for _ in 0..<min(rounds, 9) {
        let start = threadTime()
        do {
            try container.validate()
        } catch {
            fatalError("\(error)")
        }
        seconds.append((threadTime() - start) / 1e9)
    }
    return [
        Outcome(
            name: "validate() of 10,000 registrations", nanoseconds: median(seconds) * 1e9, ratio: median(seconds), limit: 0.5, unit: "s")
    ]
}
