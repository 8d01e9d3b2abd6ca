import Depot
import Synchronization

/// A settled singleton that one thread reads while another one works in the same container.
private struct Reading {
    let name: String
    /// A container, settled but for what the work needs, and the work.
    let prepare: () -> (container: Container, work: @Sendable () -> Void)
    private var samples: [Sample?] = []

    private struct Sample {
        /// Nanoseconds of the processor for one read.
        let time: Double
        /// As a multiple of the same read with nobody beside it.
        let ratio: Double
    }

    init(_ name: String, prepare: @escaping () -> (container: Container, work: @Sendable () -> Void)) {
        self.name = name
        self.prepare = prepare
    }

    /// One round, where the machine runs two threads before and after.
    mutating func measure() {
        let (container, work) = prepare()
        keep(container.resolve((any Service).self))
        let (idle, beside) = (Reads(), Reads())
        let isOver = Atomic(false)
        guard Machine.isFree() else { return samples.append(nil) }
        let alone = together([{ idle.run(1_000, in: container) }])[0].processor / Double(idle.count)
        let both = together([
            { while !isOver.load(ordering: .acquiring) { beside.run(1, in: container) } },
            {
                work()
                isOver.store(true, ordering: .releasing)
            },
        ])
        guard both.wasUndisturbed, Machine.isFree(), beside.count > 0 else { return samples.append(nil) }
        let time = both[0].processor / Double(beside.count)
        samples.append(Sample(time: time, ratio: time / alone))
    }

    func outcome(limit: Limit) -> Outcome {
        Outcome(
            name, nanoseconds: typical(samples.map { $0?.time }), figure: typical(samples.map { $0?.ratio }), unit: "×", floor: 1,
            limit: limit)
    }
}

/// Reads in batches, and how many there were.
private final class Reads: Sendable {
    private let total = Atomic(0)
    private static let batch = 100

    func run(_ batches: Int, in container: Container) {
        for _ in 0..<batches { for _ in 0..<Reads.batch { keep(container.resolve((any Service).self)) } }
        total.add(batches * Reads.batch, ordering: .relaxed)
    }

    var count: Int { total.load(ordering: .relaxed) }
}

/// The rows about reads beside others' work.
func readingOutcomes(_ request: Request) -> [Outcome] {
    let requests = requestContainer()
    let overridden = benchContainer()
    keep(overridden.resolve((any OtherService).self))
    let mock = OtherPlain()
    let types = numberTypes(400)
    var readings = [
        Reading("settled singleton while another thread builds 400 singletons: against idle") {
            let unmade = Unmade(types)
            unmade.registerAll()
            unmade.container.register((any Service).self, .singleton) { _ in Plain() }
            return (unmade.container, { unmade.makeAll() })
        },
        Reading("settled singleton while another thread opens request scopes: against idle") {
            (requests, { for _ in 0..<2_000 { openRequest(requests) } })
        },
        Reading("settled singleton while another thread overrides another service: against idle") {
            (
                overridden,
                {
                    for _ in 0..<2_000 {
                        overridden.withOverrides {
                            $0.replace((any OtherService).self, with: mock)
                        } operation: {
                            keep(Container.shared.resolve((any OtherService).self))
                        }
                    }
                }
            )
        },
    ]
    for round in 0..<request.rounds {
        request.show(round)
        for index in readings.indices { readings[index].measure() }
    }
    return readings.map { $0.outcome(limit: .atMost(1.3)) }
}
