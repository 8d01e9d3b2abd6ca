import Depot
import Testing

/// C4 C17: the last owner of a weak service may drop it while the container looks at it: its `deinit` runs without a lock all the same.
@Suite struct WeakDropTests {
    private static func container() -> Container {
        let container = Container()
        container.register(Keychain.self, .weak, using: Keychain.init)
        container.register(Visitor.self, .weak) { [weak container] _ in Visitor(container) }
        return container
    }

    @Test func `C4 a weak service that resolves in its deinit can be dropped and resolved by many threads at once`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = WeakDropTests.container()
            let rounds = stressRounds(debug: 2_000, release: 20_000)
            race(4) { _, _ in
                for _ in 0..<rounds { _ = container.resolve(Visitor.self) }
            }
        }
    }

    @Test func `C4 a weak service that resolves in its deinit can be dropped at any moment of another's resolve`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            container.register(Keychain.self, .weak, using: Keychain.init)
            container.register(Visitor.self, .weak) { [weak container] _ in Visitor(container, unlessOn: currentThread()) }
            let rounds = stressRounds(debug: 20_000, release: 200_000)
            let (held, resolved) = (Counter(), Counter())
            race(2) { _, thread in
                for round in 1...rounds {
                    if thread == 0 {
                        // The only owner drops it a little later each round, while the other thread looks for it.
                        let visitor = container.resolve(Visitor.self)
                        held.increment()
                        withExtendedLifetime(visitor) { for _ in 0..<round % 100 { _ = held.value } }
                    } else {
                        held.wait(for: round)
                        _ = container.resolve(Visitor.self)
                        resolved.increment()
                    }
                    // The owner has released it here.
                    if thread == 0 { resolved.wait(for: round) }
                }
            }
        }
    }
}

extension Counter {
    /// Returns when it has come so far; at once where the other thread is running, too.
    fileprivate func wait(for count: Int) {
        for _ in 0..<500 where value >= count { return }
        while value < count { yieldProcessor() }
    }
}

/// Asks for something when it goes, unless that is on the thread that has made it.
private final class Visitor: Sendable {
    private let container: Container?
    private let maker: ThreadID?

    init(_ container: Container?, unlessOn maker: ThreadID? = nil) {
        self.container = container
        self.maker = maker
    }

    deinit {
        if let maker, maker == currentThread() { return }
        // Neither is found without asking the container anew.
        _ = container?.resolve(Keychain.self)
        _ = container?.scopes
    }
}
