import DepotTesting
import DepotValues
import Synchronization
import Testing

/// What a test that has ended leaves behind: nothing.
@Suite(.serialized) struct EndedTestsTests {
    private static let alive = Atomic(0)

    /// What one test keeps among its defaults, with a dependency of its own.
    private final class State: DependencyKey, Sendable {
        private let reader = Reader()
        private let bytes = [UInt8](repeating: 1, count: 1_000_000)

        var number: Int { reader.number }

        init() { EndedTestsTests.alive.wrappingAdd(1, ordering: .relaxed) }

        deinit { EndedTestsTests.alive.wrappingSubtract(1, ordering: .relaxed) }

        static var liveValue: State { State() }
        static var testValue: State { State() }
    }

    @Dependency(State.self) private var state

    @Test(arguments: 0..<400) func `V9 the state of a case is gone soon after it has ended`(number: Int) async {
        let state = state
        #expect(self.state === state)
        await Task.yield()
        #expect(self.state === state, "the same for the whole case")
        #expect(Self.alive.load(ordering: .relaxed) <= 200)
    }

    @Test(.dependency(\.number, 3), arguments: 0..<100)
    func `V9 and so is that of a case with a trait`(number: Int) {
        #expect(state.number == 3)
        #expect(Self.alive.load(ordering: .relaxed) <= 200)
    }
}
