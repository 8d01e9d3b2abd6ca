import DepotValues
import Testing

@Suite struct ImmediateClockTests {
    @Test func `Sleeping takes no time and moves the clock`() async throws {
        let clock = ImmediateClock()
        try await clock.sleep(for: .seconds(3_600))
        try await clock.sleep(for: .seconds(1))
        #expect(clock.now.offset == .seconds(3_601))
    }

    @Test func `A cancelled task does not sleep`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await ImmediateClock().sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
