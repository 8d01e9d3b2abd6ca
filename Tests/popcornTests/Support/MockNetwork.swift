@testable import popcorn

/// A network that answers what a test has written down, and remembers what was sent.
actor MockNetwork: NetworkManager {
    nonisolated let place = "a mock network"
    /// What was sent, in order: `POST /login`.
    private(set) var sent: [String] = []
    private var answers: [String: [Reply]]

    /// Makes a network that knows some answers.
    ///
    /// - Parameter answers: For `POST /login` and the like, the answers in order; the last one stays.
    init(_ answers: [String: [Reply]] = [:]) {
        self.answers = answers
    }

    func send(_ request: Request) async throws(Problem) -> Reply {
        sent.append("\(request)")
        guard var replies = answers["\(request)"], let reply = replies.first else {
            throw Problem(.unreachable, "The mock has no answer.", at: "\(request)", fix: "give it one in the test.")
        }
        if replies.count > 1 {
            replies.removeFirst()
            answers["\(request)"] = replies
        }
        return reply
    }
}
