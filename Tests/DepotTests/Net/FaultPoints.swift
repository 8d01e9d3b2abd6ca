import Depot

/// The places of a program where the user's code may throw, counted as they are passed; one of them does.
final class FaultPoints: Sendable {
    /// What is thrown there.
    struct Fault: Error, Equatable {
        let number: Int
        /// The service whose factory, decorator or disposer it is; empty for an operation of the program.
        let service: String
    }

    private struct State {
        var count = 0
        var thrown: Fault?
        var isOff = false
    }

    private let failing: Int
    private let state = Locked(State())

    /// - Parameter failing: The number of the place that throws; 0 for none.
    init(failing: Int) {
        self.failing = failing
    }

    /// How many were passed.
    var count: Int { state.withLock { $0.count } }
    /// What was thrown, if it was.
    var thrown: Fault? { state.withLock { $0.thrown } }

    func pass(_ service: String) throws {
        let fault = state.withLock { state -> Fault? in
            state.count += 1
            guard state.count == failing else { return nil }
            state.thrown = Fault(number: failing, service: service)
            return state.thrown
        }
        if let fault { throw fault }
    }
}
