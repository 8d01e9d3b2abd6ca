import Depot
import Testing

/// C17: a disposer may close, clear, restore and wait: nobody waits for the turn that it is part of.
///
/// Each in a process of its own, which a watchdog ends.
@Suite struct NestedDisposalTests {
    /// Does something when it is disposed.
    private final class Cleaner: Disposable, Sendable {
        private let clean: @Sendable () async -> Void
        init(_ clean: @escaping @Sendable () async -> Void) { self.clean = clean }
        func dispose() async { await clean() }
    }

    /// Replaces the cleaner by one that does something, and restores it.
    private static func restore(in container: Container, _ clean: @escaping @Sendable () async -> Void) {
        container.register(Cleaner.self, .singleton) { _ in Cleaner {} }
        let replacement = container.replace(Cleaner.self) { _ in Cleaner(clean) }
        _ = container.resolve(Cleaner.self)
        replacement.restore()
    }

    @Test func `C17 a disposer may close a child container`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, log) = (Container(), Log())
            NestedDisposalTests.restore(in: container) {
                let child = Container(parent: container)
                child.register(Cleaner.self, .singleton) { _ in Cleaner { log.add("child") } }
                _ = child.resolve(Cleaner.self)
                await child.close()
                log.add("parent")
            }
            await container.settled()
            try #require(log.all == ["child", "parent"])
        }
    }

    @Test func `C17 a disposer may wait for what it has started to be disposed`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, log) = (Container(), Log())
            NestedDisposalTests.restore(in: container) {
                NestedDisposalTests.restore(in: container) {
                    await Task.yield()
                    log.add("inner")
                }
                await container.settled()
                log.add("outer")
            }
            await container.settled()
            try #require(log.all == ["inner", "outer"])
        }
    }

    @Test func `C17 what a disposer has started and does not wait for is waited for by whoever waits for the disposer`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, log) = (Container(), Log())
            NestedDisposalTests.restore(in: container) {
                NestedDisposalTests.restore(in: container) {
                    for _ in 0..<10 { await Task.yield() }
                    log.add("inner")
                }
            }
            await container.settled()
            try #require(log.all == ["inner"])
        }
    }

    @Test func `C17 a disposer that closes what others have released meanwhile does not wait for them`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, log) = (Container(), Log())
            let (hasBegun, mayGoOn) = (AsyncGate(), AsyncGate())
            NestedDisposalTests.restore(in: container) {
                hasBegun.open()
                await mayGoOn.pass()
                let child = Container(parent: container)
                await child.close()
                log.add("first")
            }
            await hasBegun.pass()
            NestedDisposalTests.restore(in: container) { log.add("second") }
            mayGoOn.open()
            await container.settled()
            try #require(log.all == ["first", "second"])
        }
    }

    @Test func `C17 a disposer may clear and close scopes, and close its own container`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, log) = (Container(), Log())
            container.register(Keychain.self, .scoped(.screen), using: Keychain.init)
            container.register(Cleaner.self, .scoped(.session)) { _ in
                Cleaner {
                    container.scopeContext.clear(.screen)
                    _ = await container.scopeContext.close(.screen)
                    await container.close()
                    await container.settled()
                    log.add("done")
                }
            }
            container.scopeContext.setCurrent(.session, id: "s")
            _ = container.resolve(Cleaner.self)
            container.scopeContext.clear(.session)
            await container.settled()
            try #require(log.all == ["done"])
            // As part of what is awaited, and not of a turn.
            let other = Container()
            other.register(Cleaner.self, .singleton) { [weak other] _ in
                Cleaner { [weak other] in
                    await other?.settled()
                    await other?.close()
                    log.add("closed")
                }
            }
            _ = other.resolve(Cleaner.self)
            await other.close()
            try #require(log.all == ["done", "closed"])
        }
    }
}
