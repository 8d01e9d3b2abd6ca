import Depot
import Testing

/// C6 C19 R9: what is done again and again leaves nothing behind: under 1 MB, for a million of each operation with `LONG=1`, for less without.
@Suite struct GrowthTableTests {
    @Test(arguments: Growth.allCases) func `C6 C19 R9 an operation that is repeated keeps memory flat`(operation: Growth) async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) { [operation = operation as Growth] in
            startWatchdog()
            let run = operation.operation()
            let rounds = environment("LONG") != nil ? 1_000_000 : stressRounds(debug: 2_000, release: 30_000)
            for round in 0..<max(rounds / 10, 1_000) { await run(round) }
            // The least of several times: a table that doubles now and then grows in one of them, what the allocator keeps for one more
            // thread in another, and what leaks does so each time.
            var least = Int.max
            for _ in 0..<10 where least >= 1 << 20 {
                let before = residentBytes()
                for round in 0..<rounds { await run(rounds + round) }
                least = residentBytes() - before
            }
            if least >= 1 << 20 { Issue.record("\(operation) has grown by \(least) bytes in \(rounds) rounds.") }
        }
    }
}
