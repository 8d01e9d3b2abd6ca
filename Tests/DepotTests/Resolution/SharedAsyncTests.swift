import Testing

@testable import Depot

/// Those who await one instance, and who of them gives up.
@Suite struct SharedAsyncTests {
    private let container = Container()
    private let started = AsyncGate()
    private let release = AsyncGate()
    private let runs = Counter()

    init() {
        let (started, release, runs) = (started, release, runs)
        container.registerAsync(Keychain.self, .singleton) { _ in
            runs.increment()
            started.open()
            await release.pass()
            try Task.checkCancellation()
            return Keychain()
        }
    }

    private func resolveInTask() -> Task<Keychain, any Error> {
        let container = container
        return Task { try await container.resolveAsync(Keychain.self) }
    }

    /// Until so many tasks wait for the factory.
    private func waiters(_ count: Int) async {
        let core = container.core
        let waiting = { core.family.decide { _ in core.slot(Key(Keychain.self))?.takeUnretainedValue().cell.builds.first?.waiters.count } }
        while waiting() != count { await Task.yield() }
    }

    @Test func `C15 one who is cancelled stops waiting, and the others get the instance`() async throws {
        let first = resolveInTask()
        await started.pass()
        let second = resolveInTask()
        await waiters(2)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await waiters(1)
        release.open()
        let made = try await second.value
        #expect(container.resolve(Keychain.self) === made)
        #expect(runs.value == 1)
    }

    @Test func `C15 when all who wait are cancelled, so is the factory, and the next resolve tries again`() async throws {
        let only = resolveInTask()
        await started.pass()
        await waiters(1)
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        release.open()
        let made = try await container.resolveAsync(Keychain.self)
        #expect(container.resolve(Keychain.self) === made)
        #expect(runs.value == 2)
    }
}
