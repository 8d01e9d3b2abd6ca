import Depot
import Testing

/// Exactly once, from any number of threads.
@Suite struct ClaimTests {
    @Test func `C1 a singleton is made once under 1,000 racing threads`() {
        let rounds = stressRounds(debug: 20, release: 200)
        let made = (0..<rounds).map { _ in Counter() }
        let containers = made.map { counter in
            let container = Container()
            container.register(Keychain.self, .singleton) { _ in
                counter.increment()
                return Keychain()
            }
            return container
        }
        let results = Locked([Set<ObjectIdentifier>](repeating: [], count: rounds))
        race(1_000, rounds: rounds) { round, _ in
            let id = ObjectIdentifier(containers[round].resolve(Keychain.self))
            results.withLock { _ = $0[round].insert(id) }
        }
        #expect(made.map(\.value) == [Int](repeating: 1, count: rounds))
        #expect(results.withLock { $0.map(\.count) } == [Int](repeating: 1, count: rounds))
    }

    @Test func `C1 a singleton with dependencies is made once, and so are they`() {
        let rounds = stressRounds(debug: 100, release: 500)
        let networks = Counter()
        let screens = Counter()
        let containers = (0..<rounds).map { _ in
            let container = makeStack()
            container.register((any Network).self, .singleton) { _ in
                networks.increment()
                return RealNetwork()
            }
            container.register(Screen.self, .singleton) { r in
                screens.increment()
                return try Screen(r.resolve())
            }
            return container
        }
        race(8, rounds: rounds) { round, thread in
            if thread.isMultiple(of: 2) {
                _ = containers[round].resolve(Screen.self)
            } else {
                _ = containers[round].resolve((any Network).self)
            }
        }
        #expect(networks.value == rounds)
        #expect(screens.value == rounds)
    }

    @Test func `C1 one instance is made for each value of the arguments`() {
        let made = Counter()
        let container = Container()
        container.register(Keychain.self, .singleton) { (_, _: UserID) in
            made.increment()
            return Keychain()
        }
        race(16) { _, thread in
            for value in 0..<50 { _ = container.resolve(Keychain.self, arguments: UserID((value + thread) % 50)) }
        }
        #expect(made.value == 50)
    }

    @Test func `C1 a factory that throws caches nothing and the next resolve tries again`() {
        let calls = Counter()
        let container = Container()
        container.register(Keychain.self, .singleton) { _ in
            if calls.increment() < 3 { throw Failure() }
            return Keychain()
        }
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Keychain.self) }?.underlying as? Failure == Failure())
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Keychain.self) }?.kind == "factoryFailed")
        let keychain = container.resolve(Keychain.self)
        #expect(container.resolve(Keychain.self) === keychain)
        #expect(calls.value == 3)
    }

    @Test func `C1 threads that wait for a factory that throws get its error, and one of them makes it next`() {
        let calls = Counter()
        let container = Container()
        container.register(Keychain.self, .singleton) { _ in
            if calls.increment() == 1 { throw Failure() }
            return Keychain()
        }
        let failures = Counter()
        race(64) { _, _ in
            if failure(of: { () throws(ResolutionError) in try container.tryResolve(Keychain.self) }) != nil { failures.increment() }
        }
        _ = container.resolve(Keychain.self)
        #expect(calls.value == 2)
        #expect(failures.value >= 1)
    }

    @Test func `C2 two unrelated singletons whose factories wait for each other's start do not stall`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            let first = Gate()
            let second = Gate()
            container.register(Keychain.self, .singleton) { _ in
                first.open()
                second.pass()
                return Keychain()
            }
            container.register((any Network).self, .singleton) { _ in
                second.open()
                first.pass()
                return RealNetwork()
            }
            race(2) { _, thread in
                if thread == 0 { _ = container.resolve(Keychain.self) } else { _ = container.resolve((any Network).self) }
            }
        }
    }

    @Test func `C2 a factory may wait for another thread that resolves something else`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = makeStack()
            container.register(UseCase.self, .singleton) { [unowned container] r in
                let repository = onThread { container.resolve(Repository.self) }
                guard try r.resolve(Repository.self) === repository else { throw Failure() }
                return UseCase(repository)
            }
            _ = container.resolve(Screen.self)
        }
    }

    @Test func `C4 a factory may register, replace and resolve`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            container.register((any Network).self, .singleton, using: RealNetwork.init)
            container.register(Repository.self, .singleton) { [unowned container] r in
                container.register(Keychain.self, .singleton, using: Keychain.init)
                let replacement = container.replace(Keychain.self, with: Keychain())
                _ = try r.resolve((any Network).self)
                replacement.restore()
                container.withOverrides {
                    $0.replace(Keychain.self, with: Keychain())
                } operation: {
                    _ = container.resolve(Keychain.self)
                }
                return Repository(try r.resolve())
            }
            container.decorate(Repository.self) { [unowned container] base, _ in
                container.contribute((any Networked).self) { _ in base }
                return base
            }
            precondition(container.resolve(Repository.self).network.tag == "real")
            precondition(container.resolveAll((any Networked).self).count >= 1)
        }
    }

    @Test func `C4 a clock and an argument's comparison run without a lock`() async {
        await #expect(processExitsWith: .success) {
            struct Asking: Hashable, Sendable {
                let container: Container
                static func == (lhs: Asking, rhs: Asking) -> Bool {
                    lhs.container === rhs.container || lhs.container.isRegistered(Keychain.self)
                }
                func hash(into hasher: inout Hasher) { hasher.combine(container.isRegistered(Keychain.self)) }
            }
            startWatchdog()
            let container = Container()
            container.register(Keychain.self, .singleton) { (_, _: Asking) in Keychain() }
            let first = container.resolve(Keychain.self, arguments: Asking(container: container))
            precondition(first === container.resolve(Keychain.self, arguments: Asking(container: container)))
        }
    }

    @Test func `C4 a clock may ask the container`() async {
        await #expect(processExitsWith: .success) {
            final class AskingClock: Clock {
                let container: Container
                init(_ container: Container) { self.container = container }
                var minimumResolution: Duration { .zero }
                var now: ContinuousClock.Instant {
                    _ = container.isRegistered(Keychain.self)
                    return .now
                }
                func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
            }
            startWatchdog()
            let container = Container()
            container.register(Keychain.self, .cached(for: .seconds(60), clock: AskingClock(container)), using: Keychain.init)
            let keychain = container.resolve(Keychain.self)
            precondition(container.resolve(Keychain.self) === keychain)
        }
    }

    @Test func `C4 a deinit may ask the container`() async {
        await #expect(processExitsWith: .success) {
            final class Asking: Sendable {
                let container: Container
                init(_ container: Container) { self.container = container }
                deinit { _ = container.isRegistered(Keychain.self) }
            }
            startWatchdog()
            let container = Container()
            let outer = Container()
            container.register(Asking.self, .singleton) { [unowned outer] _ in Asking(outer) }
            outer.register(Asking.self, .singleton) { [unowned outer] _ in Asking(Container(parent: outer)) }
            for _ in 0..<20 {
                _ = container.resolve(Asking.self)
                container.register(Asking.self, .singleton) { [unowned outer] _ in Asking(outer) }
                let replacement = outer.replace(Asking.self) { [unowned outer] _ in Asking(Container(parent: outer)) }
                _ = outer.resolve(Asking.self)
                outer.withOverrides { _ in
                } operation: {
                    _ = outer.resolve(Asking.self)
                    replacement.restore()
                    _ = outer.resolve(Asking.self)
                    outer.register(Asking.self, .singleton) { [unowned outer] _ in Asking(Container(parent: outer)) }
                    _ = outer.resolve(Asking.self)
                }
                outer.register(Asking.self, .singleton) { [unowned outer] _ in Asking(Container(parent: outer)) }
            }
        }
    }

    @Test func `C5 registering while others resolve gives the old or the new`() {
        let container = Container()
        container.register((any Network).self, .singleton) { _ in MockNetwork("0") }
        container.register(Repository.self, .singleton, using: Repository.init)
        container.register(UseCase.self, using: UseCase.init)
        let rounds = stressRounds(debug: 2_000, release: 20_000)
        let wrong = Counter()
        race(4) { _, thread in
            if thread == 0 {
                for round in 1...rounds { container.register((any Network).self, .singleton) { _ in MockNetwork("\(round)") } }
            } else {
                var last = 0
                for _ in 1...rounds {
                    let now = Int(container.resolve(UseCase.self).network.tag) ?? -1
                    if now < last { wrong.increment() }
                    last = now
                }
            }
        }
        #expect(wrong.value == 0)
        #expect(container.resolve(UseCase.self).network.tag == "\(rounds)")
    }

    @Test func `C5 new keys while others resolve are found whole`() {
        let container = makeStack()
        race(4) { _, thread in
            for round in 0..<500 {
                if thread == 0 {
                    container.register(Keychain.self, name: Name("n\(round)"), .singleton) { _ in Keychain() }
                    container.register(Keychain.self, name: Name("n\(round)"), .singleton) { (_, _: UserID) in Keychain() }
                } else {
                    _ = container.resolve(Screen.self)
                    _ = container.resolveAll(Keychain.self)
                    if container.isRegistered(Keychain.self, name: Name("n\(round)")) {
                        _ = container.resolve(Keychain.self, name: Name("n\(round)"))
                    }
                }
            }
        }
        #expect(container.resolveAll(Keychain.self).count == 501)
    }
}
