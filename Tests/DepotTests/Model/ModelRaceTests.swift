import Depot
import Testing

/// Random programs of two threads, whose outcome has to be that of one step after the other, in some order.
///
/// The seed of a run that fails is printed, and the shortest part of its program that still fails. `DEPOT_SEED` runs a seed again;
/// `DEPOT_OPERATIONS=n` runs n new programs.
@Suite struct ModelRaceTests {
    @Test func `C R S what two threads do at once they could have done one step after the other`() async {
        let operations = environment("DEPOT_OPERATIONS").flatMap { Int($0) }
        let seed = seedFromEnvironment() ?? (operations == nil ? 1 : UInt64.random(in: 0 ... .max))
        var generator = ModelGenerator(seed: seed)
        var tried = 0
        for _ in 0..<(operations ?? stressRounds(debug: 10, release: 100)) {
            let race = generator.race()
            let turns = generator.next()
            let (fault, isTried) = await Self.fault(of: race, turns: turns)
            if isTried { tried += 1 }
            guard fault != nil else { continue }
            let shortest = await Self.shortened(race, turns: turns)
            Issue.record("seed \(seed): \(await Self.fault(of: shortest, turns: turns).fault ?? "?")\n\(shortest)")
            return
        }
        if operations != nil { print("seed \(seed), \(tried) programs") }
        #expect(tried > 0)
    }

    /// What is otherwise than in any order of the steps, in orders of turns by a seed; it is not tried where there are too many of those steps.
    private static func fault(of race: ModelRace, turns: UInt64) async -> (fault: String?, isTried: Bool) {
        for making in [ModelMaking.closures, .askingContainer, .functions] {
            var allowed: Set<String> = []
            var orders = 0
            var every = EveryChooser(limit: .max)
            repeat {
                let run = await ModelRaceRunner.run(race, making, .pauses, every)
                every = run.chooser
                allowed.insert(run.outcome)
                orders += 1
                if orders > 80 { return (nil, false) }
            } while every.advance()
            var generator = ModelGenerator(seed: turns)
            for _ in 0..<20 {
                let run = await ModelRaceRunner.run(race, making, .bothSides, RandomChooser(generator: generator))
                _ = generator.next()
                if !allowed.contains(run.outcome) {
                    let nearest = allowed.sorted().joined(separator: "\nor\n")
                    return ("with \(making), after the turns \(run.turns):\n\(run.outcome)\nand not\n\(nearest)", true)
                }
            }
        }
        return (nil, true)
    }

    private static func shortened(_ race: ModelRace, turns: UInt64) async -> ModelRace {
        var race = race
        var isShorter = true
        while isShorter {
            isShorter = false
            for candidate in shorter(race) where await fault(of: candidate, turns: turns).fault != nil {
                race = candidate
                isShorter = true
                break
            }
        }
        return race
    }

    private static func shorter(_ race: ModelRace) -> [ModelRace] {
        ModelShrinker.shorter(race.setup).map { setup in
            var shorter = race
            shorter.setup = setup
            return shorter.normalized
        }
            + race.threads.indices.flatMap { index in
                ModelShrinker.shorter(race.threads[index]).map { steps in
                    var shorter = race
                    shorter.threads[index] = steps
                    return shorter.normalized
                }
            }
    }
}
