import Depot
import Testing

/// Random programs, run on containers and on a model of plain values.
///
/// The seed of a run that fails is printed, and the shortest part of its program that still fails, as Swift to paste into
/// ``ModelRegressions/programs``. `DEPOT_SEED` runs a seed again; `DEPOT_OPERATIONS=n` runs new programs of n steps together, goes on after
/// a difference, and prints how many it did in a second.
@Suite struct ModelTests {
    @Test func `C R S random programs do what the model says`() async {
        let operations = environment("DEPOT_OPERATIONS").flatMap { Int($0) }
        // A change is judged by the same programs each time; new ones are looked for by the million.
        let seed = seedFromEnvironment() ?? (operations == nil ? 1 : UInt64.random(in: 0 ... .max))
        let outcome = await onOwnThread { ModelTests.outcome(seed, operations: operations) }
        for failure in outcome.failures { Issue.record("\(failure)") }
        if operations != nil {
            let rate = Int(Double(outcome.count) / max(outcome.seconds, 1e-9))
            print("\(outcome.count) operations in \(Int(outcome.seconds)) s, \(rate) a second, seed \(seed)")
        }
    }

    @Test func `C R S programs that once failed do what the model says`() async {
        #expect(!ModelRegressions.programs.isEmpty)
        for program in ModelRegressions.programs {
            let difference = await onOwnThread { ModelShrinker.difference(program.steps) }
            if let difference { Issue.record("\(program.found): \(difference)") }
        }
    }

    private static func outcome(_ seed: UInt64, operations: Int?) -> (failures: [String], count: Int, seconds: Double) {
        var generator = ModelGenerator(seed: seed)
        if operations != nil {
            print("seed \(seed)")
            // A run by hand has the machine for itself, and what is never released is soon seen.
            ModelRunner.patience.withLock { $0 = .seconds(20) }
        }
        let start = ContinuousClock.now
        let rounds = stressRounds(debug: 100, release: 800)
        var (count, round) = (0, 0)
        var failures: [String] = []
        while operations.map({ count < $0 }) ?? (round < rounds && failures.isEmpty) {
            let program = generator.program()
            round += 1
            count += program.reduce(0) { $0 + $1.count }
            guard let difference = ModelShrinker.difference(program) else { continue }
            let failure = "seed \(seed), after \(count) operations: \(shortest(program, difference))"
            if operations != nil { print(failure) }
            failures.append(failure)
        }
        return (failures, count, (ContinuousClock.now - start) / .seconds(1))
    }

    private static func shortest(_ program: [ModelStep], _ difference: ModelDifference) -> String {
        let patience = ModelRunner.patience.withLock { $0 }
        defer { ModelRunner.patience.withLock { $0 = patience } }
        // It fails already: now it is not to take long.
        ModelRunner.patience.withLock { $0 = .milliseconds(20) }
        let shortest = ModelShrinker.shortened(program)
        return "\(ModelShrinker.difference(shortest) ?? difference)\n\(shortest.map { "\($0)," }.joined(separator: "\n"))"
    }
}

/// Runs something that waits on a thread of its own, so that the tasks it waits for have theirs.
private func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = startThread(stack: 4 << 20) { continuation.resume(returning: body()) }
        detach(thread)
    }
}
