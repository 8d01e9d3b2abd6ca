import Depot
import Testing

private final class A: Sendable {}
private final class B: Sendable {}
private final class C: Sendable {}

/// Cycles across threads and tasks.
///
/// Each case runs in a process of its own, which a watchdog ends should it hang.
@Suite struct CycleTests {
    @Test func `C3 a cycle on one thread is an error with its path`() {
        let container = Container()
        container.register(A.self, .singleton) { r in
            _ = try r.resolve(B.self)
            return A()
        }
        container.register(B.self) { r in
            _ = try r.resolve(C.self)
            return B()
        }
        container.register(C.self, .singleton) { r in
            _ = try r.resolve(A.self)
            return C()
        }
        let error = failure { () throws(ResolutionError) in try container.tryResolve(A.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["A", "B", "C", "A"])
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(B.self) }?.path == ["B", "C", "A", "B"])
        container.register(C.self, .singleton) { _ in C() }
        _ = container.resolve(A.self)
    }

    @Test func `C3 a cycle ends where it closes, also when what its first run has resolved was replaced meanwhile`() {
        let container = Container()
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(A.self, .singleton) { [unowned container] r in
            _ = try r.resolve((any Network).self)
            container.replace((any Network).self, with: MockNetwork())
            _ = try r.resolve(B.self)
            return A()
        }
        container.register(B.self, .singleton) { r in
            _ = try r.resolve(A.self)
            return B()
        }
        let error = failure { () throws(ResolutionError) in try container.tryResolve(A.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["A", "B", "A"])
        container.register(B.self, .singleton) { _ in B() }
        _ = container.resolve(A.self)
    }

    @Test func `C3 a cycle of aliases, which take no parameters, is advised something else`() {
        let container = Container()
        container.alias(A.self, to: B.self) { _ in A() }
        container.alias(B.self, to: A.self) { _ in B() }
        func advice() -> String? { failure { () throws(ResolutionError) in try container.tryResolve(A.self) }?.diagnosis.fix }
        #expect(advice() == "let one of the aliases stand for a service that is made.")
        container.register(B.self, .singleton) { r in
            _ = try r.resolve(A.self)
            return B()
        }
        #expect(advice() == "break the cycle: let one of them take a Lazy or a Provider of the next.")
    }

    @Test func `C3 a cycle of what is not shared is not advised a Lazy, which would make another one`() {
        final class Owner: Sendable { init(_: Pet) {} }
        final class Pet: Sendable { init(_: Owner) {} }
        let container = Container()
        func advice() -> [String?] {
            let problems = #expect(throws: ValidationError.self) { try container.validate() }?.problems.map(\.fix)
            return [failure { () throws(ResolutionError) in try container.tryResolve(Owner.self) }?.diagnosis.fix, problems?.first]
        }
        let provider = """
            break the cycle: let one of them take a Provider of the next, which makes another one at each call. Where it has to be the \
            same one, give it a shared lifetime and take a Lazy of it, or let the object that owns the other one set the reference back.
            """
        container.register(Owner.self, .graph, using: Owner.init)
        container.register(Pet.self, using: Pet.init)
        #expect(advice() == [provider, provider])
        container.register(Pet.self, .singleton, using: Pet.init)
        let either = "break the cycle: let one of them take a Lazy or a Provider of the next."
        #expect(advice() == [either, either])
    }

    @Test(.timeLimit(.minutes(15)))
    func `C3 a ring of two containers, whose async factories ask the other one, is an error`() async throws {
        let (first, second) = (Container(), Container())
        first.registerAsync(A.self, .singleton) { _ in
            _ = try await second.resolveAsync(B.self)
            return A()
        }
        second.registerAsync(B.self, .singleton) { _ in
            _ = try await first.resolveAsync(A.self)
            return B()
        }
        #expect(await #expect(throws: ResolutionError.self) { try await first.resolveAsync(A.self) }?.kind == "cycle")
        #expect(await #expect(throws: ResolutionError.self) { try await second.start() }?.kind == "cycle")
        await first.close()
        await second.close()
    }

    @Test func `C3 a cycle of what is not asked for by a type alone is advised what to take instead`() {
        let container = Container()
        container.register(A.self, name: "a") { r in try r.resolve(A.self, name: "b") }
        container.register(A.self, name: "b") { r in try r.resolve(A.self, name: "a") }
        container.register(A.self, .singleton) { (r, number: Int) in try r.resolve(A.self, arguments: number) }
        container.contribute(B.self) { r in try r.resolveAll(B.self)[0] }
        func advice<Result>(_ body: () throws(ResolutionError) -> Result) -> String? { failure(of: body)?.diagnosis.fix }
        let named = advice { () throws(ResolutionError) in try container.tryResolve(A.self, name: "a") }
        #expect(
            named == """
                break the cycle: let what needs A named "a" take a `Provider { try r.resolve(A.self, name: "a") }` in its place.
                """)
        let numbered = advice { () throws(ResolutionError) in try container.tryResolve(A.self, arguments: 1) }
        #expect(numbered == "break the cycle: let what needs A with arguments (Int) take a `Factory<A, Int>` in its place.")
        let many = advice { () throws(ResolutionError) in try container.tryResolve([B].self) }
        #expect(many == "break the cycle: let what needs B #1 take a `Provider { try r.resolveAll(B.self) }` in its place.")
    }

    @Test func `C3 a transient that needs itself is an error`() {
        let container = Container()
        container.register(A.self) { r in try r.resolve(A.self) }
        let error = failure { () throws(ResolutionError) in try container.tryResolve(A.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["A", "A"])
    }

    @Test func `C3 a cycle by the container instead of the resolver is an error`() {
        let container = Container()
        container.register(A.self, .singleton) { [unowned container] _ in
            _ = try container.tryResolve(B.self)
            return A()
        }
        container.register(B.self, .singleton) { [unowned container] _ in
            _ = try container.tryResolve(A.self)
            return B()
        }
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(A.self) }?.path == ["A", "B", "A"])
    }

    @Test func `C3 a cycle through another thread that uses the resolver is an error`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            container.register(A.self, .singleton) { r in
                try onThread { Swift.Result { _ = try r.resolve(B.self) } }.get()
                return A()
            }
            container.register(B.self, .singleton) { r in
                _ = try r.resolve(A.self)
                return B()
            }
            let error = failure { () throws(ResolutionError) in try container.tryResolve(A.self) }
            precondition(error?.kind == "cycle")
            precondition(error?.path == ["A", "B", "A"], "\(error?.path ?? [])")
        }
    }

    @Test func `C3 a ring of two across two threads ends in an error with both chains`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            // The fastest of several, because the machine may be busy with other tests.
            var fastest = Duration.seconds(60)
            for _ in 0..<100 where fastest >= .milliseconds(100) {
                let barrier = Barrier(2)
                let entered = Counter()
                let container = Container()
                container.register(A.self, .singleton) { r in
                    if entered.increment() <= 2 { barrier.wait() }
                    _ = try r.resolve(B.self)
                    return A()
                }
                container.register(B.self, .singleton) { r in
                    if entered.increment() <= 2 { barrier.wait() }
                    _ = try r.resolve(A.self)
                    return B()
                }
                let errors = Locked<[ResolutionError]>([])
                let start = ContinuousClock.now
                race(2) { _, thread in
                    let error =
                        thread == 0
                        ? failure { () throws(ResolutionError) in try container.tryResolve(A.self) }
                        : failure { () throws(ResolutionError) in try container.tryResolve(B.self) }
                    if let error { errors.withLock { $0.append(error) } }
                }
                fastest = min(fastest, ContinuousClock.now - start)
                let all = errors.withLock { $0 }
                precondition(all.allSatisfy { $0.kind == "cycle" }, "\(all)")
                precondition(all.contains { $0.path == ["A", "B", "A"] || $0.path == ["B", "A", "B"] }, "\(all)")
                container.register(B.self, .singleton) { _ in B() }
                _ = container.resolve(A.self)
            }
            precondition(fastest < .milliseconds(100), "It took \(fastest).")
        }
    }

    @Test func `C3 a ring of three across three threads ends in an error with all chains`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            // The fastest of several, because the machine may be busy with other tests.
            var fastest = Duration.seconds(60)
            for _ in 0..<100 where fastest >= .milliseconds(100) {
                let barrier = Barrier(3)
                let entered = Counter()
                let container = Container()
                container.register(A.self, .singleton) { r in
                    if entered.increment() <= 3 { barrier.wait() }
                    _ = try r.resolve(B.self)
                    return A()
                }
                container.register(B.self, .singleton) { r in
                    if entered.increment() <= 3 { barrier.wait() }
                    _ = try r.resolve(C.self)
                    return B()
                }
                container.register(C.self, .singleton) { r in
                    if entered.increment() <= 3 { barrier.wait() }
                    _ = try r.resolve(A.self)
                    return C()
                }
                let errors = Locked<[ResolutionError]>([])
                let start = ContinuousClock.now
                race(3) { _, thread in
                    let error =
                        switch thread {
                        case 0: failure { () throws(ResolutionError) in try container.tryResolve(A.self) }
                        case 1: failure { () throws(ResolutionError) in try container.tryResolve(B.self) }
                        default: failure { () throws(ResolutionError) in try container.tryResolve(C.self) }
                        }
                    if let error { errors.withLock { $0.append(error) } }
                }
                fastest = min(fastest, ContinuousClock.now - start)
                let all = errors.withLock { $0 }
                precondition(all.allSatisfy { $0.kind == "cycle" }, "\(all)")
                let rings = [["A", "B", "C", "A"], ["B", "C", "A", "B"], ["C", "A", "B", "C"]]
                precondition(all.contains { rings.contains($0.path) }, "\(all)")
            }
            precondition(fastest < .milliseconds(100), "It took \(fastest).")
        }
    }

    @Test func `C3 a ring across a parent and its child ends in an error`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let barrier = Barrier(2)
            let entered = Counter()
            let parent = Container()
            let child = Container(parent: parent)
            parent.register(A.self, .singleton) { [unowned child] _ in
                if entered.increment() <= 2 { barrier.wait() }
                _ = try child.tryResolve(B.self)
                return A()
            }
            child.register(B.self, .singleton) { r in
                if entered.increment() <= 2 { barrier.wait() }
                _ = try r.resolve(A.self)
                return B()
            }
            let errors = Locked<[ResolutionError]>([])
            race(2) { _, thread in
                let error =
                    thread == 0
                    ? failure { () throws(ResolutionError) in try parent.tryResolve(A.self) }
                    : failure { () throws(ResolutionError) in try child.tryResolve(B.self) }
                if let error { errors.withLock { $0.append(error) } }
            }
            let all = errors.withLock { $0 }
            precondition(all.contains { $0.path == ["A", "B", "A"] || $0.path == ["B", "A", "B"] }, "\(all)")
        }
    }

    @Test func `C3 a ring across two containers that are no relatives ends in an error`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let barrier = Barrier(2)
            let entered = Counter()
            let one = Container()
            let other = Container()
            one.register(A.self, .singleton) { [unowned other] _ in
                if entered.increment() <= 2 { barrier.wait() }
                _ = try other.tryResolve(B.self)
                return A()
            }
            other.register(B.self, .singleton) { [unowned one] _ in
                if entered.increment() <= 2 { barrier.wait() }
                _ = try one.tryResolve(A.self)
                return B()
            }
            let errors = Locked<[ResolutionError]>([])
            race(2) { _, thread in
                let error =
                    thread == 0
                    ? failure { () throws(ResolutionError) in try one.tryResolve(A.self) }
                    : failure { () throws(ResolutionError) in try other.tryResolve(B.self) }
                if let error { errors.withLock { $0.append(error) } }
            }
            precondition(errors.withLock { $0.contains { $0.kind == "cycle" } })
        }
    }

    @Test func `C3 a ring of transients and singletons across two threads ends in an error`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let barrier = Barrier(2)
            let entered = Counter()
            let container = Container()
            container.register(A.self, .singleton) { r in
                if entered.increment() <= 2 { barrier.wait() }
                _ = try r.resolve(C.self)
                return A()
            }
            container.register(C.self) { r in
                _ = try r.resolve(B.self)
                return C()
            }
            container.register(B.self, .singleton) { r in
                if entered.increment() <= 2 { barrier.wait() }
                _ = try r.resolve(A.self)
                return B()
            }
            let errors = Locked<[ResolutionError]>([])
            race(2) { _, thread in
                let error =
                    thread == 0
                    ? failure { () throws(ResolutionError) in try container.tryResolve(A.self) }
                    : failure { () throws(ResolutionError) in try container.tryResolve(B.self) }
                if let error { errors.withLock { $0.append(error) } }
            }
            let all = errors.withLock { $0 }
            precondition(all.contains { $0.path == ["A", "C", "B", "A"] || $0.path == ["B", "A", "C", "B"] }, "\(all)")
        }
    }

    @Test func `C3 an async ring on one task is an error with its path`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            container.registerAsync(A.self, .singleton) { r in
                _ = try await r.resolveAsync(B.self)
                return A()
            }
            container.registerAsync(B.self, .singleton) { [unowned container] _ in
                _ = try await container.resolveAsync(A.self)
                return B()
            }
            do {
                _ = try await container.resolveAsync(A.self)
                fatalError("It was made.")
            } catch let error as ResolutionError {
                precondition(error.kind == "cycle" && error.path == ["A", "B", "A"], "\(error)")
            }
        }
    }

    @Test func `C3 an async cycle ends where it closes, also when what its first run has resolved was replaced meanwhile`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            let runs = Counter()
            container.register((any Network).self, .singleton) { _ in RealNetwork() }
            container.registerAsync(A.self, .singleton) { [unowned container] r in
                let run = runs.increment()
                _ = try await r.resolveAsync((any Network).self)
                if run == 1 { container.replace((any Network).self, with: MockNetwork()) }
                _ = try await r.resolveAsync(B.self)
                return A()
            }
            container.registerAsync(B.self, .singleton) { r in
                _ = try await r.resolveAsync(A.self)
                return B()
            }
            let ended = await kindAndPath { _ = try await container.resolveAsync(A.self) }
            precondition(ended == "cycle A B A", ended)
            // Not once more for each turn of the cycle: who makes it gets its error, as in a synchronous resolve.
            precondition(runs.value == 1, "\(runs.value) runs")
        }
    }

    @Test func `C3 an async ring across two tasks ends in an error with both chains`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            for _ in 0..<50 {
                let container = Container()
                let both = Meeting(of: 2)
                container.registerAsync(A.self, .singleton) { r in
                    await both.wait()
                    _ = try await r.resolveAsync(B.self)
                    return A()
                }
                container.registerAsync(B.self, .singleton) { r in
                    await both.wait()
                    _ = try await r.resolveAsync(A.self)
                    return B()
                }
                async let one = kindAndPath { _ = try await container.resolveAsync(A.self) }
                async let two = kindAndPath { _ = try await container.resolveAsync(B.self) }
                let all = await [one, two]
                precondition(all.contains("cycle A B A") || all.contains("cycle B A B"), "\(all)")
            }
        }
    }

    @Test func `C3 an async ring of three across three tasks ends in an error`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            let all = Meeting(of: 3)
            container.registerAsync(A.self, .singleton) { r in
                await all.wait()
                _ = try await r.resolveAsync(B.self)
                return A()
            }
            container.registerAsync(B.self, .singleton) { r in
                await all.wait()
                _ = try await r.resolveAsync(C.self)
                return B()
            }
            container.registerAsync(C.self, .singleton) { r in
                await all.wait()
                _ = try await r.resolveAsync(A.self)
                return C()
            }
            async let one = kindAndPath { _ = try await container.resolveAsync(A.self) }
            async let two = kindAndPath { _ = try await container.resolveAsync(B.self) }
            async let three = kindAndPath { _ = try await container.resolveAsync(C.self) }
            let results = await [one, two, three]
            precondition(results.contains { $0.hasPrefix("cycle") && $0.split(separator: " ").count == 5 }, "\(results)")
        }
    }
}

/// What a resolve that is to fail failed with.
private func kindAndPath(_ body: () async throws -> Void) async -> String {
    do {
        try await body()
        return "made"
    } catch let error as ResolutionError {
        return ([error.kind] + error.path).joined(separator: " ")
    } catch {
        return "\(error)"
    }
}

/// C3: a run that has ended is part of no cycle.
@Suite struct EndedRunTests {
    private final class Keeper: Sendable {
        let resolver: Resolver
        init(_ resolver: Resolver) { self.resolver = resolver }
    }

    private let container = Container()

    @Test func `C3 a resolver that a singleton kept resolves what the singleton was made for`() async throws {
        container.register(Keeper.self, .singleton, using: Keeper.init)
        container.registerAsync(Log.self) { r in
            _ = try r.resolve(Keeper.self)
            return Log()
        }
        container.register(Keychain.self) { r in
            _ = try r.resolve(Keeper.self)
            return Keychain()
        }
        _ = try await container.resolveAsync(Log.self)
        let resolver = container.resolve(Keeper.self).resolver
        _ = try await resolver.resolveAsync(Log.self)
        _ = try resolver.resolve(Keychain.self)
        // The other way round.
        let other = container.copy()
        _ = other.resolve(Keychain.self)
        let kept = other.resolve(Keeper.self).resolver
        _ = try kept.resolve(Keychain.self)
        _ = try await kept.resolveAsync(Log.self)
        other.register(UserID.self) { _ in
            _ = try kept.resolve(Keychain.self)
            return UserID(1)
        }
        _ = try other.tryResolve(UserID.self)
    }

    @Test func `C3 what a run has started may resolve it when the run has ended`() async throws {
        let counter = Counter()
        let hasEnded = AsyncGate()
        let started = Box<Task<Log, any Error>?>(nil)
        container.registerAsync(Log.self, .singleton) { r in
            await hasEnded.pass()
            _ = try await r.resolveAsync(Keychain.self)
            return Log()
        }
        container.registerAsync(Keychain.self) { r in
            if counter.increment() == 1 { started.value = Task.detached { try await r.resolveAsync(Log.self) } }
            return Keychain()
        }
        _ = try await container.resolveAsync(Keychain.self)
        hasEnded.open()
        _ = try await started.value?.value
        #expect(counter.value == 2)
    }

    @Test func `C3 what a run that has ended has started waits for what that was part of`() async throws {
        for _ in 0..<100 {
            let container = Container()
            let hasEnded = AsyncGate()
            let mayEnd = AsyncGate()
            let started = Box<Task<Log, any Error>?>(nil)
            container.registerAsync(UserID.self, .singleton) { r in
                _ = try await r.resolveAsync(Keychain.self)
                hasEnded.open()
                await mayEnd.pass()
                return UserID(1)
            }
            container.registerAsync(Keychain.self) { r in
                started.value = Task.detached { try await r.resolveAsync(Log.self) }
                return Keychain()
            }
            container.registerAsync(Log.self, .singleton) { r in
                await hasEnded.pass()
                async let id = r.resolveAsync(UserID.self)
                for _ in 0..<10 { await Task.yield() }
                mayEnd.open()
                _ = try await id
                return Log()
            }
            _ = try await container.resolveAsync(UserID.self)
            _ = try await started.value?.value
        }
    }
}
