import Testing

@testable import Depot

/// C13: a chain of any length ends in an instance or in `.tooDeep`, and goes again, on whatever stack.
@Suite struct StackTests {
    /// More than fits on a small stack, were it released in one recursion.
    private static let long = stressRounds(debug: 4_000, release: 10_000)

    /// A chain of services, each of which keeps the one below.
    private static func chain(_ count: Int, _ lifetime: SharedLifetime, _ census: Census) -> Container {
        let container = Container()
        for number in 0..<count {
            container.register(Resident.self, name: Name("n\(number)"), lifetime) { r in
                Resident(census, number == 0 ? nil : try r.resolve(Resident.self, name: Name("n\(number - 1)")))
            }
        }
        return container
    }

    /// Makes every service of the chain, from the lowest up: so the stack does not matter.
    private static func make(_ count: Int, in container: Container) {
        for number in 0..<count { _ = container.resolve(Resident.self, name: Name("n\(number)")) }
    }

    @Test func `C13 a chain of 10,000 goes with the replacement that it saw, on a small stack`() {
        let census = Census()
        onThread(stack: 512 << 10) {
            let container = StackTests.chain(10_000, .singleton, census)
            let replacement = container.replace(Resident.self, name: "n0") { _ in Resident(census) }
            StackTests.make(10_000, in: container)
            #expect(census.alive == 10_000)
            replacement.restore()
            #expect(census.alive == 0)
            container.replace(Resident.self, name: "n0", with: Resident(census))
            StackTests.make(10_000, in: container)
            container.restoreAll()
            #expect(census.alive == 0)
        }
        #expect(census.alive == 0)
    }

    /// What a chain of `.graph` services keeps for their handles, each with the one below as a part.
    private static func keeping(_ count: Int) -> GraphKeeping {
        var top = GraphKeeping()
        for _ in 0..<count {
            let next = GraphKeeping()
            _ = next.add(top)
            top = next
        }
        return top
    }

    @Test func `C13 what a chain of graph services keeps goes one after the other, on a small stack`() {
        onThread(stack: 512 << 10) {
            weak let kept = StackTests.keeping(100_000)
            #expect(kept == nil)
        }
    }

    @Test func `C13 C18 what a chain of graph services keeps is let go one after the other, on a small stack`() {
        onThread(stack: 512 << 10) {
            let container = Container()
            let kept = StackTests.keeping(100_000)
            kept.keep(container)
            #expect(kept.letGo().count == 100_001)
        }
    }

    @Test func `C13 a long chain goes with the override that made it, on a small stack`() {
        let census = Census()
        onThread(stack: 512 << 10) {
            let container = StackTests.chain(StackTests.long, .singleton, census)
            container.withOverrides {
                $0.replace(Resident.self, name: "n0", with: Resident(census))
            } operation: {
                StackTests.make(StackTests.long, in: container)
                #expect(census.alive == StackTests.long)
            }
            #expect(census.alive == 0)
        }
    }

    @Test func `C13 a long chain goes when it is made anew, on a small stack`() {
        let census = Census()
        onThread(stack: 512 << 10) {
            let clock = TurnableClock()
            let container = StackTests.chain(StackTests.long, .cached(for: .seconds(1), clock: clock), census)
            for _ in 0..<2 {
                StackTests.make(StackTests.long, in: container)
                clock.turn(by: .seconds(1))
            }
            #expect(census.alive == StackTests.long)
            let other = StackTests.chain(StackTests.long, .singleton, census)
            StackTests.make(StackTests.long, in: other)
            other.register(Resident.self, name: "n0", .singleton) { _ in Resident(census) }
            StackTests.make(StackTests.long, in: other)
        }
        #expect(census.alive == 0)
    }

    @Test func `C13 a long chain async services whose last keeps a resolver goes on a small stack`() async throws {
        let census = Census()
        var container: Container? = Container()
        for number in 0..<StackTests.long {
            container?.registerAsync(Resident.self, name: Name("n\(number)"), .singleton) { r in
                if number == 0 { return Resident(census, Box(r)) }
                return Resident(census, try await r.resolveAsync(Resident.self, name: Name("n\(number - 1)")))
            }
        }
        _ = try await container?.resolveAsync(Resident.self, name: "n\(StackTests.long - 1)")
        #expect(census.alive == StackTests.long)
        let box = Box(container.take())
        onThread(stack: 512 << 10) { box.value = nil }
        // The tasks that made them may still be ending.
        while census.alive > 0 { await Task.yield() }
    }

    @Test func `C13 a chain ends in an instance or in tooDeep on the smallest of stacks`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            for stack in [48, 64, 96, 128, 192, 256] { try StackTests.resolveChain(stack: stack << 10) }
        }
        // Whatever the runtime does once in a process, each in its turn is the first to do.
        await #expect(processExitsWith: .success) { try StackTests.resolveChain(stack: 128 << 10) }
        await #expect(processExitsWith: .success) { try StackTests.resolveChain(stack: 64 << 10) }
        await #expect(processExitsWith: .success) { try StackTests.resolveChain(stack: 48 << 10) }
    }

    @Test func `C13 a settled service is to be had on the smallest of stacks`() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.register(Keychain.self, .singleton, using: Keychain.init)
            for _ in 0..<2 { _ = container.resolve(Keychain.self) }
            let keychain = onThread(stack: 48 << 10) { container.resolve(Keychain.self) }
            try #require(keychain === container.resolve(Keychain.self))
        }
    }

    /// Resolves chains of distinct types, of one type and of types that the runtime has to make up on the way.
    private static func resolveChain(stack: Int) throws {
        let services = NumberedService.all(bits: 9)
        for container in NumberedService.chains(of: services) {
            for from in [511, 255, 63, 7] {
                let error = onThread(stack: stack) { failure { () throws(any Error) in try services[from].resolve(container) } }
                guard let error else { continue }
                try #require((error as? ResolutionError)?.kind == "tooDeep", "\(error)")
            }
        }
        let census = Census()
        let container = chain(2_000, .singleton, census)
        let error = onThread(stack: stack) {
            failure { () throws(any Error) in _ = try container.tryResolve(Resident.self, name: "n1999") }
        }
        let kind = (error as? ResolutionError)?.kind
        try #require(kind == "tooDeep")
        let alive = census.alive
        try #require(alive == 0)
    }
}

private func failure<Result>(of body: () throws(any Error) -> Result) -> (any Error)? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
