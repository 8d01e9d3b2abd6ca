import Depot
import Testing

/// Random programs of two threads, whose outcome has to be that of one step after the other, in some order.
///
/// The seed of a run that fails is printed, and the shortest part of its program that still fails. `DEPOT_SEED` runs a seed again;
/// `DEPOT_OPERATIONS=n` runs n new programs.
@Suite struct ModelRaceTests {
    @Test func `C R S what two threads do at once they could have done one step after the other`() async {
        await tryRaces(rounds: stressRounds(debug: 10, release: 40)) { race, turns in
            for making in [ModelMaking.closures, .askingContainer, .functions] {
                let outcomes = await outcomes { await ModelRaceRunner.run(race, making, .pauses, $0) }
                guard let outcomes else { return .untried }
                var generator = ModelGenerator(seed: turns)
                for _ in 0..<20 {
                    let run = await ModelRaceRunner.run(race, making, .bothSides, RandomChooser(generator: generator))
                    _ = generator.next()
                    if !outcomes.contains(run.outcome) {
                        return .fault("with \(making), after the turns \(run.turns):\n\(run.outcome)\nand not\n\(outcomes.written)")
                    }
                }
            }
            return .none
        }
    }

    @Test func `C R S what two tasks do at once they could have done one step after the other`() async {
        await #expect(processExitsWith: .success) {
            await JobOrder.alone {
                await tryRaces(rounds: stressRounds(debug: 40, release: 100)) { race, turns in
                    let race = race.forTasks
                    let outcomes = await outcomes { chooser in
                        let run = ModelTaskRace.run(race, chooser)
                        return (run.outcome, "", run.chooser)
                    }
                    guard let outcomes else { return .untried }
                    var generator = ModelGenerator(seed: turns)
                    for _ in 0..<60 {
                        let outcome = ModelTaskRace.run(race, seed: generator.next())
                        if !outcomes.contains(outcome) { return .fault("\(outcome)\nand not\n\(outcomes.written)") }
                    }
                    return .none
                }
            }
        }
    }
}

/// What came of trying a race.
private enum RaceVerdict {
    /// There are too many orders of its steps.
    case untried
    case none
    case fault(String)
}

/// What comes of a race in each order of its steps; nil where there are too many.
private func outcomes(
    of run: (EveryChooser) async -> (outcome: String, turns: String, chooser: EveryChooser)
) async -> Set<String>? {
    var outcomes: Set<String> = []
    var orders = 0
    var every = EveryChooser(limit: .max)
    repeat {
        let run = await run(every)
        every = run.chooser
        outcomes.insert(run.outcome)
        orders += 1
        if orders > 80 { return nil }
    } while every.advance()
    return outcomes
}

extension Set<String> {
    fileprivate var written: String { sorted().joined(separator: "\nor\n") }
}

/// Tries random races, and shortens the first that fails.
private func tryRaces(rounds: Int, _ verdict: (ModelRace, _ turns: UInt64) async -> RaceVerdict) async {
    let operations = environment("DEPOT_OPERATIONS").flatMap { Int($0) }
    let seed = seedFromEnvironment() ?? (operations == nil ? 1 : UInt64.random(in: 0 ... .max))
    var generator = ModelGenerator(seed: seed)
    var tried = 0
    for _ in 0..<(operations ?? rounds) {
        let (race, turns) = (generator.race(), generator.next())
        switch await verdict(race, turns) {
        case .untried: break
        case .none: tried += 1
        case .fault(let fault):
            let (shortest, shortFault) = await shortened(race, fault) { race in
                if case .fault(let fault) = await verdict(race, turns) { return fault }
                return nil
            }
            Issue.record("seed \(seed): \(shortFault)\n\(shortest)")
            return
        }
    }
    if operations != nil { print("seed \(seed), \(tried) programs") }
    #expect(tried > 0)
}

private func shortened(_ race: ModelRace, _ fault: String, _ verdict: (ModelRace) async -> String?) async -> (ModelRace, String) {
    for candidate in race.shorter {
        if let fault = await verdict(candidate) { return await shortened(candidate, fault, verdict) }
    }
    return (race, fault)
}
