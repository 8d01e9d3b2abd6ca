import Depot
import Testing

/// C19, C15: long async chains, and many who wait.
@Suite(.serialized) struct AsyncChainTests {
    private let container = Container()
    private let census = Census()

    /// Registers a chain of services, each of which keeps the one below.
    private func registerChain(_ count: Int, _ lifetime: SharedLifetime?, reversed: Bool = false) {
        for number in reversed ? Array((0..<count).reversed()) : Array(0..<count) {
            let factory: @Sendable (Resolver) async throws -> Resident = { [census] r in
                if number == 0 { return Resident(census) }
                return Resident(census, try await r.resolveAsync(Resident.self, name: Name("n\(number - 1)")))
            }
            if let lifetime {
                container.registerAsync(Resident.self, name: Name("n\(number)"), lifetime, factory)
            } else {
                container.registerAsync(Resident.self, name: Name("n\(number)")) { r in try await factory(r) }
            }
        }
    }

    /// Registers a chain of aliases of an async service.
    private func registerAliases(_ count: Int) {
        container.registerAsync(Resident.self, name: "n0", .singleton) { [census] _ in Resident(census) }
        for number in 1..<count {
            container.alias(Resident.self, name: Name("n\(number)"), to: Resident.self, named: Name("n\(number - 1)")) { $0 }
        }
    }

    /// The time that a chain takes.
    private func cost(_ count: Int, _ register: (AsyncChainTests) -> Void) async throws -> Duration {
        let chain = AsyncChainTests()
        register(chain)
        let start = ContinuousClock.now
        _ = try await chain.container.resolveAsync(Resident.self, name: Name("n\(count - 1)"))
        return start.duration(to: .now)
    }

    @Test(arguments: [true, false]) func `C19 an async chain takes time in proportion to its length`(isShared: Bool) async throws {
        let lifetime: SharedLifetime? = isShared ? .singleton : nil
        try await expectProportion(stressRounds(debug: 1_000, release: 2_500)) { $0.registerChain($1, lifetime) }
    }

    @Test func `C19 a chain of aliases that is awaited does, too`() async throws {
        try await expectProportion(1_000) { $0.registerAliases($1) }
    }

    private func expectProportion(_ count: Int, _ register: (AsyncChainTests, Int) -> Void) async throws {
        _ = try await cost(count) { register($0, count) }
        var least = Double.infinity
        // The best of a few, because other tests run meanwhile.
        for _ in 0..<30 where least > 8 {
            let short = try await cost(count) { register($0, count) }
            let long = try await cost(count * 4) { register($0, count * 4) }
            least = min(least, long / short)
        }
        // Four times, where nothing else runs; quadratic cost would be sixteen times as much.
        #expect(least < 8)
    }

    @Test(arguments: [true, false]) func `C19 an async chain takes memory in proportion to its length`(isShared: Bool) async throws {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) { [isShared] in
            startWatchdog()
            let suite = AsyncChainTests()
            suite.registerChain(10_000, isShared ? .singleton : nil)
            let before = residentBytes()
            let peak = Counter()
            suite.container.registerAsync(Resident.self, name: "n0", .singleton) { [census = suite.census] _ in
                for _ in 0..<(residentBytes() - before) >> 20 { peak.increment() }
                return Resident(census)
            }
            _ = try await suite.container.resolveAsync(Resident.self, name: "n9999")
            // A task of its own for each takes 5 KB in release and 6 in debug; what each keeps of all those below it would be 600 MB.
            if peak.value >= 100 { fatalError("\(peak.value) MiB") }
        }
    }

    @Test(arguments: [true, false]) func `C19 start() makes a chain of 10,000, whatever was registered first`(isReversed: Bool) async throws
    {
        registerChain(10_000, .singleton, reversed: isReversed)
        try await container.start()
        #expect(census.alive == 10_000)
    }

    @Test func `C15 a chain of 10,000 that nobody waits for any more is cancelled`() async throws {
        registerChain(10_000, .singleton)
        let (hasBegun, isOver) = (AsyncGate(), AsyncGate())
        container.registerAsync(Resident.self, name: "n0", .singleton) { _ in
            hasBegun.open()
            while !Task.isCancelled { await Task.yield() }
            isOver.open()
            throw CancellationError()
        }
        let task = Task { [container] in try await container.resolveAsync(Resident.self, name: "n9999") }
        await hasBegun.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await isOver.pass()
    }

    @Test func `C19 tasks that no longer wait are forgotten`() async throws {
        let gate = AsyncGate()
        container.registerAsync(Keychain.self, .singleton) { _ in
            await gate.pass()
            return Keychain()
        }
        let first = Task { [container] in try await container.resolveAsync(Keychain.self) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<stressRounds(debug: 2_000, release: 20_000) {
                group.addTask { [container] in
                    let task = Task { try await container.resolveAsync(Keychain.self) }
                    await Task.yield()
                    task.cancel()
                    _ = try? await task.value
                }
            }
        }
        gate.open()
        _ = try await first.value
    }

    @Test func `C19 many tasks wait for one service`() async throws {
        let count = stressRounds(debug: 5_000, release: 50_000)
        let present = Counter()
        container.registerAsync(Resident.self, .singleton) { [census] _ in
            while present.value < count { await Task.yield() }
            return Resident(census)
        }
        // No task group, which looks through its children for each that ends: 50,000 took it 24 s.
        let tasks = (0..<count).map { [container] _ in
            Task {
                present.increment()
                _ = try await container.resolveAsync(Resident.self)
            }
        }
        for task in tasks { try await task.value }
        #expect(census.made == 1)
    }

    @Test func `C3 a failure at the end of a long async chain names the whole path`() async throws {
        registerChain(1_000, .singleton)
        container.registerAsync(Resident.self, name: "n0", .singleton) { _ in throw Failure() }
        do {
            _ = try await container.resolveAsync(Resident.self, name: "n999")
            Issue.record("There was no failure.")
        } catch let error as ResolutionError {
            #expect(error.path.count == 1_000)
            #expect(error.path.last?.contains("n0") == true)
        }
    }
}
