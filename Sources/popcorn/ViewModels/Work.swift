import Observation

/// The one thing that a screen does: how far it has come, and starting it.
///
/// Every screen has one and shows its phase. It is observed, so a screen need not be.
@MainActor @Observable
final class Work<Value: Sendable> {
    private(set) var phase = Phase<Value>.ready

    /// Does the work, and ends in `done` or `failed`; what is asked for while it works does not begin.
    func run(_ work: () async throws(Problem) -> Value) async {
        if case .working = phase { return }
        phase = .working
        phase = await Phase(work)
    }
}
