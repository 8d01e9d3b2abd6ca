/// How far a screen has come with what it was asked to do.
enum Phase<Value: Sendable>: Sendable {
    case ready
    case working
    case done(Value)
    case failed(Problem)

    /// Does the work, and ends in `done` or `failed`.
    init(_ work: () async throws(Problem) -> Value) async {
        do throws(Problem) {
            self = .done(try await work())
        } catch {
            self = .failed(error)
        }
    }

    /// What came of it; nil as long as nothing did.
    var value: Value? {
        get throws(Problem) {
            switch self {
            case .ready, .working: nil
            case .done(let value): value
            case .failed(let problem): throw problem
            }
        }
    }
}
