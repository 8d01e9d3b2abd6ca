import Depot
import NIOCore
import NIOPosix
import Testing

@testable import Observed

/// Where the scope of a request is, and where it has to be carried.
struct TaskTests {
    private let container = Container { RatesAssembly(options: ServerOptions(port: 0, pause: .zero)) }

    /// Runs an operation in the scope of a request about ten euros.
    private func inRequest<Result>(_ operation: () async throws -> Result) async throws -> Result {
        try await container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry(euros: 10)) }, operation: operation)
    }

    @Test func `child tasks are in the scope`() async throws {
        let euros = try await inRequest {
            async let child = Container.shared.tryResolve(Inquiry.self).euros
            let task = Task { try Container.shared.tryResolve(Inquiry.self).euros }
            return try await [child, task.value]
        }
        #expect(euros == [10, 10])
    }

    @Test func `a detached task is not, and is given it`() async throws {
        let sums = try await inRequest {
            let lost = Task.detached { Container.shared.isRegistered(Inquiry.self) }
            #expect(await !lost.value)
            let task = withEscapedContext { context in
                Task.detached {
                    try await context.yield { try await Container.shared.resolveAsync(Conversion.self)() }
                }
            }
            return try await task.value
        }
        #expect(sums == "$12.5")
    }

    @Test func `a callback of an event loop is not, and is given it`() async throws {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        let euros = try await inRequest {
            let lost = try await eventLoop.submit { Container.shared.isRegistered(Inquiry.self) }.get()
            #expect(!lost)
            let future = withEscapedContext { context in
                eventLoop.submit {
                    try context.yield { try Container.shared.tryResolve(Inquiry.self).euros }
                }
            }
            return try await future.get()
        }
        #expect(euros == 10)
    }

    @Test func `a task that outlives its request is told that the scope is closed`() async throws {
        let escaped = try await inRequest { withEscapedContext { $0 } }
        let error = #expect(throws: ResolutionError.self) {
            try escaped.yield { _ = try Container.shared.tryResolve(Receipt.self) }
        }
        guard case .closed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
