import Depot
import Testing

@Suite struct ScopeDisposalTests {
    private let container = Container()
    private let log = Log()

    @Test func `S5: disposal is in reverse order of creation, once each, before withScope returns`() async throws {
        container.registerParts(["a", "b", "c"], log)
        try await container.withScope(.request) { () async throws in
            for name in ["b", "a", "c", "a"] as [Name] { _ = container.resolve(Part.self, name: name) }
        }
        #expect(log.all == ["c", "a", "b"])
    }

    @Test func `S5: it is the same on a throw, whose error is the one to be told`() async {
        container.registerParts(["a", "failing"], log)
        await #expect(throws: Failure(reason: "operation")) {
            try await container.withScope(.request) { () async throws in
                for name in ["failing", "a"] as [Name] { _ = container.resolve(Part.self, name: name) }
                throw Failure(reason: "operation")
            }
        }
        #expect(log.all == ["a", "failing"])
    }

    @Test func `S5: a cancelled task disposes as well, and its disposers are not cancelled`() async {
        final class Patient: Disposable, Sendable {
            let log: Log

            init(_ log: Log) {
                self.log = log
            }

            func dispose() async throws {
                try Task.checkCancellation()
                log.add("disposed")
            }
        }
        container.register(Patient.self, .scoped(.request)) { [log] _ in Patient(log) }
        let gate = AsyncGate()
        let task = Task { [container] in
            try await container.withScope(.request) {
                _ = container.resolve(Patient.self)
                await gate.pass()
                try Task.checkCancellation()
            }
        }
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.all == ["disposed"])
    }

    @Test func `S5: one that fails does not stop the rest, and all failures are told together`() async throws {
        container.registerParts(["failing 1", "a", "failing 2"], log)
        let told = Log()
        let observation = container.observe { event in
            if case .disposalFailed(let failure) = event { told.add("\(failure.error)") }
        }
        let error = await #expect(throws: DisposalError.self) {
            try await container.withScope(.request) { () async throws in
                for name in ["failing 1", "a", "failing 2"] as [Name] { _ = container.resolve(Part.self, name: name) }
            }
        }
        observation.end()
        #expect(log.all == ["failing 2", "a", "failing 1"])
        #expect(error?.failures.count == 2)
        #expect(
            error?.description == """
                Part could not be disposed: Failure(reason: "failing 2")
                Part could not be disposed: Failure(reason: "failing 1")
                """)
        #expect(told.all.count == 2)
    }

    @Test func `the synchronous form starts the disposal, and settled waits for it`() async {
        container.registerParts(["a", "b"], log)
        synchronously {
            container.withScope(.request) {
                for name in ["a", "b"] as [Name] { _ = container.resolve(Part.self, name: name) }
            }
        }
        await container.settled()
        #expect(log.all == ["b", "a"])
    }

    @Test func `S5: what a child scope used outlives the child`() async throws {
        container.registerParts(["outer"], log, .session)
        container.registerParts(["inner"], log, .request)
        try await container.withScope(.session) {
            try await container.withScope(.request) { () async throws in
                _ = container.resolve(Part.self, name: "inner")
                _ = container.resolve(Part.self, name: "outer")
            }
            #expect(log.all == ["inner"])
        }
        #expect(log.all == ["inner", "outer"])
    }

    @Test(arguments: [["for arguments"], ["plain", "for arguments"]])
    func `S5 C16: what a child has in a scope of its parent ends with the child, also what it made for arguments`(
        _ names: [String]
    ) async throws {
        let child = Container(parent: container)
        child.register(Part.self, .scoped(.session)) { [log] (_, name: String) in Part(name, log) }
        child.registerParts(["plain"], log, .session)
        container.registerParts(["parent's"], log, .session)
        try await container.withScope(.session) {
            _ = container.resolve(Part.self, name: "parent's")
            for name in names {
                _ = name == "plain" ? child.resolve(Part.self, name: "plain") : child.resolve(Part.self, arguments: name)
            }
            await child.close()
            #expect(log.all == names.reversed())
        }
        #expect(log.all == names.reversed() + ["parent's"])
    }

    @Test func `S7: closing a parent closes its children first`() async throws {
        container.registerParts(["outer"], log, .session)
        container.registerParts(["inner"], log, .request)
        let (entered, left) = (AsyncGate(), AsyncGate())
        let task = try await container.withScope(.session) {
            _ = container.resolve(Part.self, name: "outer")
            let task = Task { [container] in
                try await container.withScope(.request) {
                    _ = container.resolve(Part.self, name: "inner")
                    entered.open()
                    await left.pass()
                    return Result { () throws(ResolutionError) in try container.tryResolve(Part.self, name: "inner") }
                }
            }
            await entered.pass()
            return task
        }
        #expect(log.all == ["inner", "outer"])
        left.open()
        guard case .failure(.closed) = try await task.value else {
            Issue.record("A closed scope handed something out.")
            return
        }
        #expect(log.all == ["inner", "outer"])
    }

    @Test func `a transient that is disposable belongs to the scope that is bound, or to the shared instance it is part of`() async throws {
        container.register(Part.self, name: "transient") { [log] _ in Part("transient", log) }
        container.register(Keychain.self, .scoped(.session)) { r in
            _ = try r.resolve(Part.self, name: "transient")
            return Keychain()
        }
        try await container.withScope(.session) {
            try await container.withScope(.request) { () async throws in _ = container.resolve(Keychain.self) }
            #expect(log.all == [])
            try await container.withScope(.request) { () async throws in _ = container.resolve(Part.self, name: "transient") }
            #expect(log.all == ["transient"])
        }
        #expect(log.all == ["transient", "transient"])
    }

    @Test func `what was made under a replacement is disposed at whichever ends first`() async throws {
        container.registerParts(["a"], log)
        container.replace(Part.self, name: "a") { [log] _ in Part("mock", log) }
        try await container.withScope(.request) { () async throws in _ = container.resolve(Part.self, name: "a") }
        #expect(log.all == ["mock"])
        container.restoreAll()
        await container.settled()
        #expect(log.all == ["mock"])
    }

    @Test func `disposers run on their own actor`() async throws {
        @MainActor final class View: Disposable {
            let log: Log

            init(_ log: Log) {
                self.log = log
            }

            // Else it would be what the protocol says: isolated to whoever calls.
            @MainActor func dispose() async throws {
                MainActor.assertIsolated()
                log.add("view")
            }
        }
        container.register(View.self, .scoped(.screen), onMainActor: { [log] _ in View(log) })
        try await container.withScope(.screen) { _ = try await container.resolveAsync(View.self) }
        #expect(log.all == ["view"])
    }

    @Test(arguments: 0..<6)
    func `created = disposed + live, wherever a factory or a disposer throws`(_ size: Int) async throws {
        for (factory, disposer) in (-1..<size).flatMap({ f in (-1..<size).map { (f, $0) } }) {
            let container = Container()
            let (created, disposed) = (Counter(), Counter())
            for index in 0..<size {
                let name = Name("\(index)")
                container.register(Tally.self, name: name, .scoped(.request)) { r in
                    if index > 0 { _ = try r.resolve(Tally.self, name: Name("\(index - 1)")) }
                    if index == factory { throw Failure() }
                    created.increment()
                    return Tally(disposed, fails: index == disposer)
                }
            }
            let outcome: Result<Void, any Error>
            do {
                try await container.withScope(.request) { () async throws in
                    for index in 0..<size { _ = try container.tryResolve(Tally.self, name: Name("\(index)")) }
                }
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            #expect(created.value == (factory < 0 ? size : factory))
            #expect(disposed.value == created.value)
            switch outcome {
            case .success: #expect(factory < 0 && disposer < 0)
            case .failure(let error): #expect(factory >= 0 ? error is ResolutionError : error is DisposalError)
            }
        }
    }
}

/// Counts its disposal.
private final class Tally: Disposable, Sendable {
    private let disposed: Counter
    private let fails: Bool

    init(_ disposed: Counter, fails: Bool) {
        self.disposed = disposed
        self.fails = fails
    }

    func dispose() async throws {
        disposed.increment()
        if fails { throw Failure() }
    }
}
