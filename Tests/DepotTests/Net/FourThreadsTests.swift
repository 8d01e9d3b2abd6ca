import Testing

@testable import Depot  // `SyncPoint` alone.

/// Random programs that four threads or tasks run at once on one tree of containers.
///
/// The seed of a run that fails is printed; `DEPOT_SEED` repeats it.
@Suite struct FourThreadsTests {
    @Test func `C1 C5 R1 R3 S1 random programs on four threads`() async {
        let seed = testSeed()
        let result = await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            startWatchdog()
            FourThreadsTests.delayAtPoints()
            await FourThreadsTests.run(seed, programs: stressRounds(debug: 4, release: 60)) { program, seed in
                program.runOnThreads(seed)
            }
        }
        if result == nil { Issue.record("DEPOT_SEED=\(seed)") }
    }

    @Test func `C1 C15 R1 R3 S1 random programs in four tasks`() async {
        let seed = testSeed()
        let result = await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            startWatchdog()
            await FourThreadsTests.run(seed, programs: stressRounds(debug: 4, release: 60)) { program, seed in
                await program.runInTasks(seed)
            }
        }
        if result == nil { Issue.record("DEPOT_SEED=\(seed)") }
    }

    /// Makes threads wait at random between what they decide and what they do about it, for orders that would seldom come by chance.
    private static func delayAtPoints() {
        #if DEBUG || DEPOT_SCHEDULES
            SyncPoint.observe { _ in
                if Int.random(in: 0..<16) == 0 { rest(microseconds: .random(in: 0..<500)) }
            }
        #endif
    }

    private static func run(_ first: UInt64, programs: Int, _ body: (NetProgram, UInt64) async -> Void) async {
        for number in 0..<programs {
            let seed = first &+ UInt64(number)
            let world: NetWorld
            do {
                let program = NetProgram(seed: seed)
                world = program.world
                await body(program, seed)
                await program.end()
            }
            if await !world.census.isEmptied() { world.report("\(world.census.alive) of \(world.census.made) objects are left.") }
            if world.all.isEmpty { continue }
            Issue.record("Program \(number), DEPOT_SEED=\(seed):\n\(world.all.joined(separator: "\n"))")
            return
        }
    }
}

extension NetProgram {
    /// Rounds with changes and rounds without, by turns; in a round without, all see the same instances.
    func runOnThreads(_ seed: UInt64) {
        race(4, rounds: 6) { round, thread in
            var random = NetRandom(seed: seed &* 31 &+ UInt64(round * 4 + thread))
            self.run(40, &random, mayChange: round % 2 == 0)
        }
    }

    func runInTasks(_ seed: UInt64) async {
        for round in 0..<6 {
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<4 {
                    group.addTask {
                        var random = NetRandom(seed: seed &* 31 &+ UInt64(round * 4 + task))
                        await self.runAsync(40, &random, mayChange: round % 2 == 0)
                    }
                }
            }
        }
    }

    /// Closes everything while two threads go on resolving.
    ///
    /// What was made is disposed then, once.
    func end() async {
        isClosing.withLock { $0 = true }
        let threads = (0..<2).map { number in
            startThread {
                var random = NetRandom(seed: UInt64(number))
                for _ in 0..<50 {
                    self.resolve(random.number(self.schema.keys.count), from: random.number(self.containers.count), &random)
                }
            }
        }
        await containers[0].close()
        for thread in threads { join(thread) }
        for container in containers {
            guard let kind = failure(of: { () throws(ResolutionError) in try container.tryResolve(NetItem<Net3>.self) })?.kind else {
                world.report("A container that is closed resolves.")
                continue
            }
            if kind != "closed" { world.report("A container that is closed fails with \(kind).") }
        }
        held.withLock { $0 = [] }
        forgetIdentities()
        await containers[0].settled()
        let left = world.leftUndisposed
        if !left.isEmpty { world.report("\(left.count) were not disposed: \(left.joined(separator: ", "))") }
    }
}
