import Depot
import Testing

/// A throw at each place of random programs where the user's code may throw.
///
/// A program is run once to count the places, and then once for each of them.
@Suite struct FaultTests {
    @Test func `C1 S5 a throw at every factory, decorator, disposer and operation leaves everything usable and nothing behind`() async {
        let seed = testSeed()
        let result = await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            startWatchdog()
            var cases = 0
            let wanted = stressRounds(debug: 300, release: 10_000)
            var number: UInt64 = 0
            while cases < wanted {
                let count = await FaultTests.run(seed &+ number, failing: 0)
                for failing in 0..<count where cases < wanted {
                    guard await FaultTests.run(seed &+ number, failing: failing + 1) >= 0 else { return }
                    cases += 1
                }
                if count < 0 { return }
                number += 1
            }
        }
        if result == nil { Issue.record("DEPOT_SEED=\(seed)") }
    }

    /// - Returns: How many places there were; less than none where something was wrong.
    private static func run(_ seed: UInt64, failing: Int) async -> Int {
        let world: NetWorld
        let points: FaultPoints
        do {
            let program = FaultProgram(seed: seed, failing: failing)
            (world, points) = (program.world, program.points)
            await program.run()
        }
        if await !world.census.isEmptied() { world.report("\(world.census.alive) of \(world.census.made) objects are left.") }
        if world.all.isEmpty { return points.count }
        Issue.record(
            """
            DEPOT_SEED=\(seed), place \(failing) \(points.thrown.map { "\($0)" } ?? ""):
            \(world.all.joined(separator: "\n"))
            """)
        return -1
    }
}
