import Depot
import Testing

/// C16: a container that closes while something is made for the caller alone.
@Suite struct ClosedMeanwhileTests {
    private final class Resource: Disposable, Sendable {
        let log: Log
        init(_ log: Log) { self.log = log }
        func dispose() async { log.add("disposed") }
    }

    private struct Plain {}

    private let container = Container()
    private let log = Log()

    /// Closes a container that has nothing to dispose yet, from a synchronous factory: so there is nothing to wait for.
    private static func close(_ container: Container?) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        Task.immediate { await container?.close() }
    }

    @Test(arguments: [UniqueLifetime.transient, .graph])
    func `C16 it is disposed, and the caller gets that the container is closed`(lifetime: UniqueLifetime) async {
        // The second time the transient's registration is read without the lock.
        for rounds in 1...2 {
            let (container, log) = (Container(), Log())
            let counter = Counter()
            container.register(Resource.self, lifetime) { [weak container] _ in
                if counter.increment() == rounds { Self.close(container) }
                return Resource(log)
            }
            for _ in 1..<rounds { _ = container.resolve(Resource.self) }
            let error = failure { () throws(ResolutionError) in try container.tryResolve(Resource.self) }
            #expect(error?.kind == "closed")
            await container.settled()
            #expect(log.all == Array(repeating: "disposed", count: rounds))
        }
    }

    @Test func `C16 so is what a child makes in a scope of its parent`() async throws {
        let (container, child, log) = (container, Container(parent: container), log)
        child.register(Resource.self) { [weak child] _ in
            Self.close(child)
            return Resource(log)
        }
        try await container.withScope(.request) {
            #expect(failure { () throws(ResolutionError) in try child.tryResolve(Resource.self) }?.kind == "closed")
            await child.settled()
            #expect(log.all == ["disposed"])
        }
    }

    @Test func `C16 so is what an async factory makes`() async {
        container.registerAsync(Resource.self) { [weak container, log] _ in
            await container?.close()
            return Resource(log)
        }
        do {
            _ = try await container.resolveAsync(Resource.self)
            Issue.record("A closed container handed something out.")
        } catch {
            #expect((error as? ResolutionError)?.kind == "closed")
        }
        await container.settled()
        #expect(log.all == ["disposed"])
    }

    @Test func `C16 what is made from it is not handed out either`() async {
        container.register(Resource.self) { [weak container, log] _ in
            Self.close(container)
            return Resource(log)
        }
        container.register(Plain.self) { r in
            _ = try r.resolve(Resource.self)
            return Plain()
        }
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Plain.self) }
        #expect(error?.kind == "closed")
        #expect(error.map { "\($0)" }?.contains("path: Plain") == true)
        await container.settled()
        #expect(log.all == ["disposed"])
    }

    @Test func `C16 what decorates it is not handed out either`() async {
        for lifetime in [UniqueLifetime.transient, .graph] {
            let (container, log) = (Container(), Log())
            container.register(Any.self, lifetime) { [weak container] _ in
                Self.close(container)
                return Resource(log)
            }
            container.decorate(Any.self) { _, _ in Plain() }
            let error = failure { () throws(ResolutionError) in try container.tryResolve(Any.self) }
            #expect(error?.kind == "closed")
            #expect(error.map { "\($0)".contains("path: Any\n") } == true)
            await container.settled()
            #expect(log.all == ["disposed"])
        }
    }

    @Test func `C16 what needs no disposal is handed out`() throws {
        container.register(Plain.self) { [weak container] _ in
            Self.close(container)
            return Plain()
        }
        _ = try container.tryResolve(Plain.self)
    }
}
