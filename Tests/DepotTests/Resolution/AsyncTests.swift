import Depot
import Testing

private final class Database: Sendable {}

private enum Trace {
    @TaskLocal static var id = "none"
}

/// Async services.
@Suite struct AsyncTests {
    @Test func `C15 1,000 tasks make one async singleton once`() async throws {
        let rounds = stressRounds(debug: 10, release: 50)
        for _ in 0..<rounds {
            let made = Counter()
            let container = Container()
            container.registerAsync(Database.self, .singleton) { _ in
                made.increment()
                await Task.yield()
                return Database()
            }
            let ids = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<1_000 { group.addTask { ObjectIdentifier(try await container.resolveAsync(Database.self)) } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(made.value == 1)
            #expect(ids.count == 1)
        }
    }

    @Test func `C15 one cancelled waiter does not cancel the others`() async throws {
        let entered = AsyncGate()
        let gate = AsyncGate()
        let container = Container()
        container.registerAsync(Database.self, .singleton) { _ in
            entered.open()
            await gate.pass()
            try Task.checkCancellation()
            return Database()
        }
        let first = Task { try await container.resolveAsync(Database.self) }
        await entered.pass()
        let second = Task { try await container.resolveAsync(Database.self) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let third = Task { try await container.resolveAsync(Database.self) }
        gate.open()
        let database = try await second.value
        #expect(try await third.value === database)
        #expect(container.resolve(Database.self) === database)
    }

    @Test func `C15 when all who wait are cancelled the factory is, and the next makes it`() async throws {
        let calls = Counter()
        let entered = AsyncGate()
        let cancelled = AsyncGate()
        let container = Container()
        container.registerAsync(Database.self, .singleton) { _ in
            if calls.increment() == 1 {
                entered.open()
                let gate = AsyncGate()
                await withTaskCancellationHandler {
                    await gate.pass()
                } onCancel: {
                    gate.open()
                    cancelled.open()
                }
                try Task.checkCancellation()
            }
            return Database()
        }
        let only = Task { try await container.resolveAsync(Database.self) }
        await entered.pass()
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        await cancelled.pass()
        _ = try await container.resolveAsync(Database.self)
        #expect(calls.value == 2)
    }

    @Test func `C15 a throw reaches every waiter and is tried again by the next`() async throws {
        let calls = Counter()
        let entered = AsyncGate()
        let gate = AsyncGate()
        let container = Container()
        container.registerAsync(Database.self, .singleton) { _ in
            if calls.increment() == 1 {
                entered.open()
                await gate.pass()
                throw Failure()
            }
            return Database()
        }
        let first = Task { try await container.resolveAsync(Database.self) }
        await entered.pass()
        let others = (0..<9).map { _ in Task { try await container.resolveAsync(Database.self) } }
        gate.open()
        let error = await #expect(throws: ResolutionError.self) { try await first.value }
        #expect(error?.underlying as? Failure == Failure())
        for other in others { _ = await other.result }
        _ = try await container.resolveAsync(Database.self)
        #expect(calls.value == 2)
    }

    @Test func `C15 a factory that throws a cancellation of its own ends in that error`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            container.registerAsync(Database.self, .singleton) { _ in throw CancellationError() }
            container.registerAsync(Int.self) { _ in
                let other = Task<Int, any Error> { throw CancellationError() }
                return try await other.value
            }
            container.registerAsync(String.self, .singleton) { _ in "" }
            container.decorate(String.self) { _, _ in throw CancellationError() }
            let failures = [
                await cancellation { _ = try await container.resolveAsync(Database.self) },
                await cancellation { _ = try await container.resolveAsync(Int.self) },
                await cancellation { _ = try await container.resolveAsync(String.self) },
            ]
            if failures.contains(where: { $0 == nil }) { fatalError("\(failures)") }
        }
    }

    @Test func `C20 C12 what exists is given to a task that is cancelled, also by the other type that it has`() async throws {
        let container = Container()
        container.register(RealNetwork.self, .singleton, using: RealNetwork.init)
        container.alias((any Network).self, to: RealNetwork.self) { $0 }
        container.alias(AnyObject.self, to: (any Network).self) { $0 as AnyObject }
        let network = container.resolve(RealNetwork.self)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            let (other, another) = (try await container.resolveAsync((any Network).self), try await container.resolveAsync(AnyObject.self))
            return other === network && another === network
        }
        task.cancel()
        #expect(try await task.value)
    }

    @Test func `C15 the factory inherits the task's values`() async throws {
        let container = Container()
        container.registerAsync(String.self, .singleton) { _ in Trace.id }
        let id = try await Trace.$id.withValue("t1") { try await container.resolveAsync(String.self) }
        #expect(id == "t1")
        #expect(container.resolve(String.self) == "t1")
    }

    @Test func `C14 an async service resolves synchronously once it exists`() async throws {
        let container = makeStack()
        container.registerAsync(Database.self, .singleton) { _ in Database() }
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Database.self) }?.kind == "requiresAsync")
        let database = try await container.resolveAsync(Database.self)
        #expect(container.resolve(Database.self) === database)
    }

    @Test func `C12 C6 an alias that is decorated can be awaited, and goes with its container`() async throws {
        weak var gone: RealNetwork?
        do {
            let container = Container()
            container.register(RealNetwork.self, .singleton) { _ in RealNetwork() }
            container.alias((any Network).self, to: RealNetwork.self) { $0 }
            container.decorate((any Network).self) { base, _ in base }
            let network = try await container.resolveAsync((any Network).self)
            #expect(network === container.resolve(RealNetwork.self))
            #expect(container.resolve((any Network).self) === network)
            gone = container.resolve(RealNetwork.self)
        }
        #expect(gone == nil)
    }

    @Test func `C7 weak and cached async services`() async throws {
        let clock = TurnableClock()
        let container = Container()
        container.registerAsync(Database.self, .weak) { _ in Database() }
        container.registerAsync(Keychain.self, .cached(for: .seconds(5), clock: clock)) { _ in Keychain() }
        let database = try await container.resolveAsync(Database.self)
        #expect(try await container.resolveAsync(Database.self) === database)
        let keychain = try await container.resolveAsync(Keychain.self)
        #expect(try await container.resolveAsync(Keychain.self) === keychain)
        clock.turn(by: .seconds(5))
        #expect(try await container.resolveAsync(Keychain.self) !== keychain)
    }

    @Test func `C7 an async graph instance is made once for one resolve`() async throws {
        final class Pair: Sendable {
            let first: Database
            let second: Database
            init(_ first: Database, _ second: Database) {
                self.first = first
                self.second = second
            }
        }
        let calls = Counter()
        let container = Container()
        container.registerAsync(Database.self, .graph) { _ in
            calls.increment()
            return Database()
        }
        container.registerAsync(Pair.self) { r in Pair(try await r.resolveAsync(), try await r.resolveAsync()) }
        let pair = try await container.resolveAsync(Pair.self)
        #expect(pair.first === pair.second)
        #expect(calls.value == 1)
        #expect(try await container.resolveAsync(Pair.self).first !== pair.first)
    }

    @Test func `C13 a chain of 3,000 async singletons is made`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            let length = 3_000
            for number in 0..<length {
                container.registerAsync(Int.self, name: Name("n\(number)"), .singleton) { r in
                    number == length - 1 ? 0 : try await r.resolveAsync(Int.self, name: Name("n\(number + 1)")) + 1
                }
            }
            let depth = try await container.resolveAsync(Int.self, name: "n0")
            precondition(depth == length - 1)
        }
    }

    @Test func `C7 start builds eager and async singletons, and only those`() async throws {
        let log = Log()
        let container = Container()
        container.register(Keychain.self, .eager) { r in
            _ = try r.resolve((any Network).self)
            log.add("keychain")
            return Keychain()
        }
        container.register((any Network).self, .eager) { _ in
            log.add("network")
            return RealNetwork()
        }
        container.registerAsync(Database.self, .singleton) { _ in
            log.add("database")
            return Database()
        }
        container.register(Repository.self, .singleton) { r in
            log.add("repository")
            return try Repository(r.resolve())
        }
        container.registerAsync(UseCase.self) { r in
            log.add("use case")
            return try UseCase(r.resolve())
        }
        try await container.start()
        try await container.start()
        #expect(log.all.sorted() == ["database", "keychain", "network"])
        let network = try #require(log.all.firstIndex(of: "network"))
        let keychain = try #require(log.all.firstIndex(of: "keychain"))
        #expect(network < keychain)
        _ = container.resolve(Database.self)
    }

    @Test func `C7 start builds independent services in parallel and throws the failure of one`() async throws {
        let both = Meeting(of: 2)
        let container = Container()
        container.registerAsync(Database.self, .singleton) { _ in
            await both.wait()
            return Database()
        }
        container.registerAsync(Keychain.self, .singleton) { _ in
            await both.wait()
            throw Failure()
        }
        let error = await #expect(throws: ResolutionError.self) { try await container.start() }
        #expect(error?.underlying as? Failure == Failure())
        _ = container.resolve(Database.self)
    }
}

/// The cancellation that a factory has thrown of its own, where a resolve fails by one.
private func cancellation(of resolve: () async throws -> Void) async -> CancellationError? {
    do { try await resolve() } catch { return (error as? ResolutionError)?.underlying as? CancellationError }
    return nil
}
