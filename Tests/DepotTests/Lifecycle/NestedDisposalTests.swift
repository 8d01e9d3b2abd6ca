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

    @Test func `C17 a disposer that is awaited may close its own container and scope, a child and a sibling`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, log) = (Container(), Log())
            let sibling = HeldScope(.session, id: "sibling", in: container)
            let child = Container(parent: container)
            let clean: @Sendable () async -> Void = { [weak container, weak child, weak sibling] in
                container?.scopeContext.clear(.session)
                _ = await container?.scopeContext.close(.session, id: "own")
                _ = await sibling?.close()
                _ = await child?.close()
                _ = await Task { [container] in await container?.close() }.value
                await container?.settled()
                log.add("done")
            }
            for kind in [ScopeKind.session, .screen, .request] {
                container.register(Cleaner.self, name: Name(kind.description), .scoped(kind)) { _ in Cleaner(clean) }
            }
            container.scopeContext.setCurrent(.session, id: "own")
            container.scopeContext.setCurrent(.screen, id: "s")
            for kind in [ScopeKind.session, .screen] { _ = container.resolve(Cleaner.self, name: Name(kind.description)) }
            try await sibling.withScope(.request) { () async throws in
                for kind in [ScopeKind.session, .request] { _ = container.resolve(Cleaner.self, name: Name(kind.description)) }
            }
            await container.close()
            try #require(log.all == Array(repeating: "done", count: 4))
        }
    }

    @Test func `C17 two disposers may close each other's scope`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, log, meeting) = (Container(), Log(), Meeting(of: 2))
            let scopes = ["a", "b"].map { HeldScope(.session, id: $0, in: container) }
            for (index, scope) in scopes.enumerated() {
                let other = scopes[1 - index]
                scope.makeCurrent()
                container.register(Cleaner.self, name: Name("\(index)"), .scoped(.session)) { [weak other] _ in
                    Cleaner { [weak other] in
                        await meeting.wait()
                        _ = await other?.close()
                        log.add("closed")
                    }
                }
                _ = container.resolve(Cleaner.self, name: Name("\(index)"))
            }
            let other = Task { await scopes[1].close() }
            await scopes[0].close()
            _ = await other.value
            try #require(log.all == ["closed", "closed"])
        }
    }

    @Test func `C17 a disposer may wait for a task in which a request and a child end`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, log) = (Container(), Log())
            let (isOpen, isClosing) = (AsyncGate(), AsyncGate())
            let child = Container(parent: container)
            container.register(Keychain.self, .scoped(.request), using: Keychain.init)
            let requests = Task { [unowned container, child] in
                try await container.withScope(.request) {
                    _ = container.resolve(Keychain.self)
                    isOpen.open()
                    await isClosing.pass()
                }
                await child.close()
            }
            container.register(Cleaner.self, .singleton) { _ in
                Cleaner {
                    isClosing.open()
                    _ = await requests.result
                    log.add("done")
                }
            }
            _ = container.resolve(Cleaner.self)
            await isOpen.pass()
            await container.close()
            try #require(log.all == ["done"])
        }
    }
}
