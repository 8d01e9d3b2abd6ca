import Depot
import Testing

/// C17: the last reference to anything of the user's is never released under a lock: what its `deinit` resolves would wait for ever.
///
/// Each in a process of its own, which a watchdog ends.
@Suite struct LastReleaseTests {
    /// A container with a log that deinitializers write to.
    private static func container() -> Container {
        let container = Container()
        container.register(Log.self, .singleton, using: Log.init)
        return container
    }

    private static func log(_ container: Container, _ line: String) -> @Sendable () -> Void {
        { [weak container] in container?.resolve(Log.self).add(line) }
    }

    @Test func `C17 arguments that resolve in their deinit go with the scope that has an instance for them`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, census) = (LastReleaseTests.container(), Census())
            container.register(Resident.self, .scoped(.request)) { (_, ticket: Ticket) in Resident(census, nil) }
            container.withScope(.request) {
                _ = container.resolve(Resident.self, arguments: Ticket(1, census, onEnd: LastReleaseTests.log(container, "gone")))
            }
            try #require(container.resolve(Log.self).all == ["gone"])
            try #require(census.alive == 0)
        }
    }

    @Test func `C17 arguments that resolve in their deinit go with the child whose service was kept in its parent's scope`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (parent, census) = (LastReleaseTests.container(), Census())
            parent.withScope(.request) {
                let child = Container(parent: parent)
                child.register(Resident.self, .scoped(.request)) { (_, ticket: Ticket) in Resident(census, nil) }
                _ = child.resolve(Resident.self, arguments: Ticket(1, census, onEnd: LastReleaseTests.log(parent, "gone")))
            }
            try #require(parent.resolve(Log.self).all == ["gone"])
            try #require(census.alive == 0)
        }
    }

    @Test func `C17 the mock of an override that an outer override of a child has met goes outside the lock`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let parent = LastReleaseTests.container()
            parent.register(Mourner.self, .singleton) { _ in Mourner {} }
            parent.register(Keychain.self, .singleton, using: Keychain.init)
            let child = Container(parent: parent)
            child.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
                parent.withOverrides {
                    $0.replace(Mourner.self, with: Mourner(LastReleaseTests.log(parent, "gone")))
                } operation: {
                    _ = child.resolve(Mourner.self)
                }
            }
            try #require(parent.resolve(Log.self).all == ["gone"])
        }
    }

    @Test func `C17 arguments that resolve in their deinit go when their service is registered anew`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, census) = (LastReleaseTests.container(), Census())
            for number in 0..<3 {
                container.register(Resident.self, .singleton) { (_, ticket: Ticket) in Resident(census, nil) }
                _ = container.resolve(Resident.self, arguments: Ticket(number, census, onEnd: LastReleaseTests.log(container, "gone")))
            }
            container.register(Resident.self, .singleton) { (_, ticket: Ticket) in Resident(census, nil) }
            try #require(container.resolve(Log.self).all == ["gone", "gone", "gone"])
            try #require(census.alive == 0)
        }
    }

    @Test func `C17 a container whose last owner is a scope that a thread has outlived goes outside its lock`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let census = Census()
            let (hasBegun, mayEnd) = (Gate(), Gate())
            let thread = Box<ThreadID?>(nil)
            weak var gone: Container?
            do {
                let container = Container()
                gone = container
                container.register(Resident.self, .singleton) { _ in
                    hasBegun.open()
                    mayEnd.pass()
                    return Resident(census)
                }
                container.register(Keychain.self, .singleton) { resolver in
                    thread.value = startThread { _ = try? resolver.resolve(Resident.self) }
                    hasBegun.pass()
                    return Keychain()
                }
                container.withScope(.request) { _ = container.resolve(Keychain.self) }
            }
            mayEnd.open()
            join(try #require(thread.value))
            try #require(gone == nil)
            try #require(census.alive == 0)
        }
    }

    @Test func `C17 a container whose last owner is a scope that a task has outlived goes outside its lock`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let census = Census()
            let (hasBegun, mayEnd) = (AsyncGate(), AsyncGate())
            let task = Box<Task<Void, Never>?>(nil)
            weak var gone: Container?
            do {
                let container = Container()
                gone = container
                container.registerAsync(Resident.self, .singleton) { _ in
                    hasBegun.open()
                    await mayEnd.pass()
                    return Resident(census)
                }
                container.registerAsync(Keychain.self, .singleton) { resolver in
                    task.value = Task.detached { _ = try? await resolver.resolveAsync(Resident.self) }
                    await hasBegun.pass()
                    return Keychain()
                }
                try await container.withScope(.request) { _ = try await container.resolveAsync(Keychain.self) }
            }
            mayEnd.open()
            await task.value?.value
            task.value = nil
            while gone != nil || census.alive > 0 { await Task.yield() }
        }
    }

    @Test func `C17 what a replacement has made resolves in its deinit when that is restored`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, census) = (LastReleaseTests.container(), Census())
            container.register(Ticket.self, .singleton) { _ in Ticket(0, census) }
            container.register(Keychain.self, .singleton, using: Keychain.init)
            _ = container.resolve(Ticket.self)
            container.replace(Ticket.self) { [weak container] _ in
                Ticket(1, census, onEnd: { [weak container] in container?.register(Keychain.self, .singleton, using: Keychain.init) })
            }
            _ = container.resolve(Ticket.self)
            container.restoreAll()
            try #require(census.alive == 1)
        }
    }

    @Test func `C17 expired and dead instances with arguments resolve in their deinit`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, census) = (LastReleaseTests.container(), Census())
            container.register(Ticket.self, .cached(for: .zero)) { [weak container] (_, ticket: Ticket) in
                Ticket(-ticket.number, census, onEnd: { [weak container] in _ = container?.resolve(Log.self) })
            }
            container.register(Resident.self, .weak) { (_, ticket: Ticket) in Resident(census, nil) }
            for number in 0..<1_000 {
                let end: @Sendable () -> Void = { [weak container] in _ = container?.resolve(Log.self) }
                _ = container.resolve(Ticket.self, arguments: Ticket(number, census, onEnd: end))
                _ = container.resolve(Resident.self, arguments: Ticket(number, census, onEnd: end))
            }
            try #require(census.alive < 500)
        }
    }

    @Test func `C17 what a factory captures that readers without a lock have seen goes with its container, outside the lock`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, census) = (LastReleaseTests.container(), Census())
            do {
                let child = Container(parent: container)
                let ticket = Ticket(1, census, onEnd: LastReleaseTests.log(container, "gone"))
                child.register(UserID.self) { _ in UserID(ticket.number) }
                for _ in 0..<3 { _ = child.resolve(UserID.self) }
                child.register(UserID.self) { _ in UserID(2) }
            }
            try #require(container.resolve(Log.self).all == ["gone"])
            try #require(census.alive == 0)
        }
    }
}
