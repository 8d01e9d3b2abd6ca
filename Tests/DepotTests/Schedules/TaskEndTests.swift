import Testing

@testable import Depot  // `SyncPoint` alone.

/// The task of an async factory, which may end well after those who waited for it go on.
@Suite struct TaskEndTests {
    @Test func `C15 S5 no task that an override's operation has waited for keeps the override`() async {
        await #expect(processExitsWith: .success) {
            SyncPoint.observe { if case .ends = $0 { rest(microseconds: 20_000) } }
            let container = Container()
            container.register((any Network).self, .singleton) { _ in CountedNetwork("real", Census()) }
            let disposals = Counter()
            container.registerAsync(Closing.self, .singleton) { r in try await Closing(r.resolveAsync((any Network).self), disposals) }
            try await container.withOverrides {
                $0.replace((any Network).self, with: CountedNetwork("mock", Census()))
            } operation: {
                _ = try await container.resolveAsync(Closing.self)
            }
            await container.settled()
            #expect(disposals.value == 1)
        }
    }
}

/// Counts its disposals.
private final class Closing: Disposable, Sendable {
    private let disposals: Counter

    init(_: any Network, _ disposals: Counter) {
        self.disposals = disposals
    }

    func dispose() async { disposals.increment() }
}
