import Depot
import Testing

/// C19, R9: nothing grows with use.
@Suite(.serialized) struct GrowthTests {
    private let census = Census()
    private let container = Container()
    private let rounds = stressRounds(debug: 1_000, release: 100_000)

    /// What may be left for a while of what has expired or gone: a share of what there is, but not of what there was.
    private let slack = 64

    @Test func `C19 what has expired under a replacement is released`() {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Resident.self, .cached(for: .zero)) { [census] r in Resident(census, try r.resolve(Keychain.self)) }
        container.replace(Keychain.self, with: Keychain())
        for _ in 0..<rounds { _ = container.resolve(Resident.self) }
        #expect(census.made == rounds)
        #expect(census.alive == 1)
        container.restoreAll()
        #expect(census.alive == 0)
    }

    @Test func `C19 what overrides made under a replacement of the base is released when they end`() {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Log.self, .singleton, using: Log.init)
        container.register(Resident.self, .singleton) { [census] r in
            _ = try r.resolve(Log.self)
            return Resident(census, try r.resolve(Keychain.self))
        }
        container.replace(Keychain.self, with: Keychain())
        weak var override: Container?
        for _ in 0..<rounds {
            container.withOverrides {
                override = $0
                $0.replace(Log.self, with: Log())
            } operation: {
                _ = container.resolve(Resident.self)
            }
        }
        #expect(census.made == rounds)
        #expect(census.alive == 0)
        #expect(override == nil)
    }

    @Test func `C19 what is registered anew under a replacement is released`() async {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.replace(Keychain.self, with: Keychain())
        for _ in 0..<rounds {
            container.register(Resident.self, .singleton) { [census] r in Resident(census, try r.resolve(Keychain.self)) }
            _ = container.resolve(Resident.self)
        }
        #expect(census.made == rounds)
        #expect(census.alive <= 1)
    }

    @Test func `C19 disposables that are registered anew under a replacement are disposed, once`() async {
        final class Resource: Disposable, Sendable {
            let counter: Counter
            let other: Keychain
            init(_ counter: Counter, _ other: Keychain) {
                self.counter = counter
                self.other = other
            }
            func dispose() async { counter.increment() }
        }
        let counter = Counter()
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.replace(Keychain.self, with: Keychain())
        for _ in 0..<100 {
            container.register(Resource.self, .singleton) { r in Resource(counter, try r.resolve()) }
            _ = container.resolve(Resource.self)
        }
        await container.settled()
        #expect(counter.value == 99)
        container.restoreAll()
        await container.settled()
        #expect(counter.value == 100)
    }

    @Test(arguments: [true, false]) func `C19 arguments are released when their shared service is registered anew`(isReplaced: Bool) {
        for _ in 0..<10 {
            container.register(Keychain.self, .singleton) { (_, _: Ticket) in Keychain() }
            if isReplaced { container.replace(Keychain.self) { (_, _: Ticket) in Keychain() } }
            for number in 0..<rounds / 10 { _ = container.resolve(Keychain.self, arguments: Ticket(number, census)) }
            container.restoreAll()
        }
        #expect(census.made == rounds / 10 * 10)
        #expect(census.alive <= rounds / 10)
        container.register(Keychain.self, .singleton) { (_, _: Ticket) in Keychain() }
        #expect(census.alive == 0)
    }

    @Test func `C19 weak instances with arguments leave nothing behind`() {
        container.register(Resident.self, .weak) { [census] (_, ticket: Ticket) in Resident(census, ticket) }
        for number in 0..<rounds { _ = container.resolve(Resident.self, arguments: Ticket(number, census)) }
        #expect(census.made == 2 * rounds)
        #expect(census.alive <= slack)
        let held = (0..<500).map { container.resolve(Resident.self, arguments: Ticket($0, census)) }
        for number in 0..<500 { #expect(container.resolve(Resident.self, arguments: Ticket(number, census)) === held[number]) }
    }

    @Test func `C19 cached instances with arguments leave nothing behind`() {
        let clock = TurnableClock()
        container.register(Resident.self, .cached(for: .seconds(10), clock: clock)) { [census] (_, ticket: Ticket) in
            Resident(census, ticket)
        }
        for number in 0..<rounds {
            let resident = container.resolve(Resident.self, arguments: Ticket(number, census))
            #expect(container.resolve(Resident.self, arguments: Ticket(number, census)) === resident)
            clock.turn(by: .seconds(1))
        }
        #expect(census.alive <= 2 * slack)
    }

    @Test func `C19 in an override weak and cached instances with arguments leave nothing behind either`() {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Resident.self, .weak) { [census] (r, ticket: Ticket) in
            _ = try r.resolve(Keychain.self)
            return Resident(census, ticket)
        }
        container.withOverrides {
            $0.replace(Keychain.self, with: Keychain())
        } operation: {
            for number in 0..<rounds { _ = container.resolve(Resident.self, arguments: Ticket(number, census)) }
            #expect(census.alive <= slack)
        }
        _ = container.resolve(Resident.self, arguments: Ticket(0, census))
        #expect(census.alive <= slack)
    }

    @Test func `C19 weak instances that are disposable are not kept for it`() async {
        final class Resource: Disposable, Sendable {
            let resident: Resident
            let counter: Counter
            init(_ resident: Resident, _ counter: Counter) {
                self.resident = resident
                self.counter = counter
            }
            func dispose() async { counter.increment() }
        }
        let counter = Counter()
        container.register(Resource.self, .weak) { [census] _ in Resource(Resident(census), counter) }
        for _ in 0..<rounds { _ = container.resolve(Resource.self) }
        #expect(census.made == rounds)
        #expect(census.alive == 0)
        let held = container.resolve(Resource.self)
        await container.close()
        #expect(counter.value == 1)
        withExtendedLifetime(held) {}
    }

    @Test func `C19 two weak ones that reach each other by Lazy are released`() {
        final class One: Sendable {
            let other: Lazy<Two>
            let resident: Resident
            init(_ other: Lazy<Two>, _ resident: Resident) {
                self.other = other
                self.resident = resident
            }
        }
        final class Two: Sendable {
            let other: Lazy<One>
            let resident: Resident
            init(_ other: Lazy<One>, _ resident: Resident) {
                self.other = other
                self.resident = resident
            }
        }
        container.register(Resident.self) { [census] _ in Resident(census) }
        container.register(One.self, .weak, using: One.init)
        container.register(Two.self, .weak, using: Two.init)
        for _ in 0..<rounds / 10 {
            let one = container.resolve(One.self)
            let two = one.other()
            #expect(one.other() === two)
            #expect(two.other() === one)
        }
        #expect(census.alive == 0)
    }

    @Test func `C6 R9 overrides of a child in which services of the parent are made leave nothing`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let parent = makeStack()
            let child = Container(parent: parent)
            func run(_ rounds: Int) {
                for _ in 0..<rounds {
                    child.withOverrides {
                        $0.replace((any Network).self, with: MockNetwork())
                    } operation: {
                        _ = child.resolve(Screen.self)
                    }
                }
            }
            let growth = synchronously { leastGrowth { part in run(10_000 / part) } }
            if growth >= 2 << 20 { fatalError("grown by \(growth) bytes") }
        }
    }

    @Test func `C19 a long-lived override keeps nothing of the requests in it`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            GrowthTests().runRequestsInOneOverride()
        }
    }

    private func runRequestsInOneOverride() {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Log.self, .singleton, using: Log.init)
        container.register(Resident.self, .scoped(.request)) { [census] r in Resident(census, try r.resolve(Keychain.self)) }
        container.withOverrides {
            $0.replace(Log.self, with: Log())
        } operation: {
            let growth = growth(stressRounds(debug: 20_000, release: 300_000)) {
                container.withScope(.request) { for _ in 0..<3 { _ = container.resolve(Resident.self) } }
            }
            if growth >= 2 << 20 { fatalError("grown by \(growth) bytes") }
        }
        if census.alive > 0 { fatalError("\(census.alive) objects are left") }
        if !container.scopes.isEmpty { fatalError("\(container.scopes.count) scopes are open") }
    }

    @Test func `R9 a replacement costs no more as more is made under it`() {
        let count = stressRounds(debug: 4_000, release: 16_000)
        container.register(Log.self, .singleton, using: Log.init)
        container.register(Keychain.self, .singleton) { (r, number: Int) in
            _ = try r.resolve(Log.self)
            return Keychain()
        }
        container.register(Resident.self, .scoped(.screen)) { [census] r in Resident(census, try r.resolve(Log.self)) }
        func time() -> Duration {
            processorTime {
                for number in 0..<count { _ = container.resolve(Keychain.self, arguments: number) }
                let scopes = (0..<count / 2).map { HeldScope(.screen, id: "\($0)", in: container) }
                for scope in scopes {
                    scope.makeCurrent()
                    _ = container.resolve(Resident.self)
                }
                for scope in scopes { scope.clear() }
                container.register(Keychain.self, .singleton) { (r, number: Int) in
                    _ = try r.resolve(Log.self)
                    return Keychain()
                }
            }
        }
        _ = time()
        // The best of a few, because other tests run meanwhile.
        let plain = (0..<5).map { _ in time() }.min().unsafelyUnwrapped
        container.replace(Log.self, with: Log())
        let replaced = (0..<5).map { _ in time() }.min().unsafelyUnwrapped
        // Twice, where nothing else runs; quadratic cost would be a hundred times as much.
        #expect(replaced < plain * 5, "\(plain) \(replaced)")
        #expect(census.alive == 0)
        container.restoreAll()
        #expect(container.scopes.isEmpty)
    }

    @Test func `C19 every lifetime keeps memory flat, with and without arguments`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            GrowthTests().useEveryLifetime()
        }
    }

    private func useEveryLifetime() {
        let clock = TurnableClock()
        container.register(Log.self, .singleton, using: Log.init)
        func registerAll(_ name: Name, _ lifetime: SharedLifetime) {
            container.register(Resident.self, name: name, lifetime) { [census] r in Resident(census, try r.resolve(Log.self)) }
            container.register(Resident.self, name: name, lifetime) { [census] (r, number: Int) in Resident(census, try r.resolve(Log.self))
            }
        }
        container.register(Resident.self, name: "transient") { [census] _ in Resident(census) }
        container.register(Resident.self, name: "transient") { [census] (_, number: Int) in Resident(census) }
        container.register(Resident.self, name: "graph", .graph) { [census] _ in Resident(census) }
        registerAll("weak", .weak)
        registerAll("cached", .cached(for: .seconds(5), clock: clock))
        registerAll("scoped", .scoped(.request))
        registerAll("singleton", .singleton)
        let number = Counter()
        let bytes = growth(rounds) {
            let number = number.increment()
            clock.turn(by: .seconds(1))
            container.withScope(.request) {
                for name in ["transient", "weak", "cached", "scoped"] as [Name] {
                    _ = container.resolve(Resident.self, name: name)
                    _ = container.resolve(Resident.self, name: name, arguments: number)
                }
                _ = container.resolve(Resident.self, name: "graph")
                _ = container.resolve(Resident.self, name: "singleton")
                _ = container.resolve(Resident.self, name: "singleton", arguments: number % 10)
            }
        }
        #expect(bytes < 1 << 20)
        #expect(census.alive < 2 * slack)
    }
}
