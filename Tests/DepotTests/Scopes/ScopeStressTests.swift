import Depot
import Testing

@Suite struct ScopeStressTests {
    private let container = Container()

    @Test func `S1: 10,000 concurrent requests have exactly one instance each, and none of another's`() async throws {
        let made = Counter()
        container.register(RequestContext.self, .scoped(.request)) { _ in RequestContext(made.increment()) }
        let (container, count) = (container, 10_000)
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<count {
                group.addTask {
                    try await container.withScope(.request, id: "r-\(index)") {
                        let context = container.resolve(RequestContext.self)
                        for _ in 0..<3 {
                            await Task.yield()
                            #expect(Container.shared.resolve(RequestContext.self) === context)
                            #expect(container.scopeContext.currentID(for: .request) == "r-\(index)")
                        }
                        return context.number
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(numbers.count == count)
        #expect(made.value == count)
        #expect(container.scopes.isEmpty)
    }

    @Test func `S8: 10,000 concurrent requests, each given its own, never mix, and nothing of them is left`() async throws {
        let (made, gone) = (Counter(), Counter())
        container.expect(Ticketed.self, in: .request)
        container.register(Served.self, .scoped(.request), using: Served.init)
        let (container, count) = (container, 10_000)
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await container.withScope(.request, providing: { $0.provide(Ticketed.self, Ticketed(number, made, gone)) }) {
                        for _ in 0..<3 {
                            await Task.yield()
                            #expect(container.resolve(Served.self).ticket.number == number)
                            #expect(Container.shared.resolve(Ticketed.self).number == number)
                        }
                        return container.resolve(Served.self).ticket.number
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(numbers.count == count)
        #expect(container.scopes.isEmpty)
        #expect(made.value == count)
        #expect(gone.value == count)
    }

    @Test func `S2: 50 tasks that race for the first resolve in a scope make one instance`() async throws {
        let container = container
        for _ in 0..<100 {
            let made = Counter()
            container.register(RequestContext.self, .scoped(.request)) { _ in RequestContext(made.increment()) }
            try await container.withScope(.request) {
                let meeting = Meeting(of: 50)
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<50 {
                        group.addTask {
                            await meeting.wait()
                            _ = container.resolve(RequestContext.self)
                        }
                    }
                }
            }
            #expect(made.value == 1)
        }
    }

    @Test func `50 threads race for the first resolve in the current scope`() {
        container.register(ImageCache.self, .scoped(.screen)) { _ in ImageCache() }
        for round in 0..<100 {
            container.scopeContext.setCurrent(.screen, id: "\(round)")
            let seen = Log()
            race(50) { _, _ in seen.add("\(ObjectIdentifier(container.resolve(ImageCache.self)))") }
            #expect(Set(seen.all).count == 1)
            container.scopeContext.clear(.screen)
        }
    }

    @Test func `what is made for a scope that closes meanwhile is disposed, and asked for anew`() async {
        container.strictScopes = false
        let (created, disposed) = (Counter(), Counter())
        let (entered, cleared) = (Gate(), Gate())
        container.register(Counted.self, .scoped(.screen)) { _ in
            if created.increment() == 1 {
                entered.open()
                cleared.pass()
            }
            return Counted(disposed)
        }
        let container = container
        container.scopeContext.setCurrent(.screen, id: "Home")
        let thread = startThread {
            container.scopeContext.setCurrent(.screen, id: "Home")
            _ = container.resolve(Counted.self)
        }
        entered.pass()
        container.scopeContext.clear(.screen)
        cleared.open()
        join(thread)
        await container.settled()
        #expect(created.value == 2)
        #expect(disposed.value == 1)
        await container.close()
        #expect(disposed.value == 2)
    }

    @Test func `closing while others resolve is wholly right or closed`() async throws {
        container.strictScopes = false
        let (created, disposed) = (Counter(), Counter())
        container.register(Counted.self, .scoped(.screen)) { _ in
            created.increment()
            return Counted(disposed)
        }
        let container = container
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for round in 0..<500 {
                        if task == 0 {
                            container.scopeContext.setCurrent(.screen, id: "\(round % 3)")
                            container.scopeContext.clear(.screen)
                        } else {
                            _ = container.resolve(Counted.self)
                        }
                    }
                }
            }
        }
        await container.close()
        #expect(created.value == disposed.value)
    }

    @Test func `C6: open and close rounds leave nothing behind`() async {
        // In a process of its own, because the other tests' memory is not at issue.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            let (created, disposed) = (Counter(), Counter())
            container.register(Counted.self, .scoped(.request)) { _ in
                created.increment()
                return Counted(disposed)
            }
            container.register(ImageCache.self, .scoped(.request), using: ImageCache.init)
            func run(_ rounds: Int) async {
                for round in 0..<rounds {
                    synchronously {
                        container.withScope(.request) {
                            _ = container.resolve(ImageCache.self)
                            if round % 10 == 0 { _ = container.resolve(Counted.self) }
                        }
                    }
                    if round % 1_000 == 0 { await container.settled() }
                }
                await container.settled()
            }
            let growth = await leastGrowth { part in await run(stressRounds(debug: 20_000, release: 1_000_000) / part) }
            if created.value != disposed.value { fatalError("\(created.value) created, \(disposed.value) disposed") }
            if !container.scopes.isEmpty { fatalError("\(container.scopes.count) scopes are open") }
            if growth > 1 << 20 { fatalError("grown by \(growth) bytes") }
        }
    }
}

private final class Counted: Disposable, Sendable {
    private let disposed: Counter

    init(_ disposed: Counter) {
        self.disposed = disposed
    }

    func dispose() async throws { disposed.increment() }
}

/// What a request is given; it counts those that were made and those that have gone.
private final class Ticketed: Sendable {
    let number: Int
    private let gone: Counter

    init(_ number: Int, _ made: Counter, _ gone: Counter) {
        self.number = number
        self.gone = gone
        made.increment()
    }

    deinit { gone.increment() }
}

/// What is made from it.
private final class Served: Sendable {
    let ticket: Ticketed

    init(_ ticket: Ticketed) {
        self.ticket = ticket
    }
}
