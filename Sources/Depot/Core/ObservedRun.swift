import Synchronization

/// One resolve while someone observes; bound to the task, so that what it resolves knows what it is part of.
final class ObservedRun: Sendable {
    let number: Int
    let parent: ObservedRun?
    /// Who gathers this run and those inside it.
    let trace: TraceRecorder?
    /// Whether an observer runs here.
    let isDelivery: Bool
    private let state = Locked(State())

    private struct State {
        var creation: Duration?
        /// Kept, because one that is gone may have the address of the next.
        var failure: ResolutionError.Diagnosis?
    }

    private static let count = Atomic<Int>(0)
    /// Stands for the observers' own code.
    static let delivery = ObservedRun(parent: nil, isDelivery: true)

    init(parent: ObservedRun?, trace: TraceRecorder? = nil, isDelivery: Bool = false) {
        self.parent = parent
        self.trace = trace ?? parent?.trace
        self.isDelivery = isDelivery
        number = Self.count.add(1, ordering: .relaxed).newValue
    }

    /// How long the factory ran, where the run made an instance.
    var creation: Duration? { state.withLock { $0.creation } }

    func noteCreation(_ duration: Duration) {
        state.withLock { $0.creation = duration }
    }

    /// Notes a failure that goes through this run; says whether it is new here, and not passed on from inside.
    func isNew(_ failure: ResolutionError) -> Bool {
        let diagnosis = failure.diagnosis
        // What a factory threw goes with the one before, outside the lock.
        let before = state.withLock { state in
            defer { state.failure = diagnosis }
            return state.failure
        }
        return before !== diagnosis
    }
}
