import Depot
import Testing

/// The cancellation of one of several tasks at each suspension of random async programs.
@Suite struct CancellationTests {
    @Test func `C15 a task that is cancelled at any suspension leaves the others served and nothing behind`() async {
        let seed = testSeed()
        let result = await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            startWatchdog()
            let wanted = stressRounds(debug: 300, release: 10_000)
            var (cases, program) = (0, seed)
            while cases < wanted {
                guard let count = await CancellationTests.run(program, cancelling: 0) else { return }
                for place in 0..<count where cases < wanted {
                    guard await CancellationTests.run(program, cancelling: place + 1) != nil else { return }
                    cases += 1
                }
                program &+= 1
            }
        }
        if result == nil { Issue.record("DEPOT_SEED=\(seed)") }
    }

    /// - Returns: How many suspensions there were; nil where something was wrong.
    private static func run(_ seed: UInt64, cancelling: Int) async -> Int? {
        let world: NetWorld
        let count: Int
        do {
            let program = CancellationProgram(seed: seed, cancelling: cancelling)
            await program.run()
            (world, count) = (program.world, program.count)
        }
        if await !world.census.isEmptied() { world.report("\(world.census.alive) of \(world.census.made) objects are left.") }
        if world.all.isEmpty { return count }
        Issue.record("DEPOT_SEED=\(seed), suspension \(cancelling):\n\(world.all.joined(separator: "\n"))")
        return nil
    }
}
