/// Which move of a connection's client is waited for: pure bookkeeping, without a clock or a channel.
///
/// Requests may come before the earlier ones are answered; they are answered in turn.
struct Patience {
    /// What comes next.
    enum Wait: Equatable {
        /// The header of the client's next request.
        case header
        /// The body of a request.
        case body
        /// The server's answer.
        case answer
    }

    /// What is to be done with a client that is not waited for any longer.
    enum Farewell: Equatable {
        case close
        /// It is told that its request came too slowly, and then closed.
        case tellAndClose
    }

    /// The requests whose header has come and whose answer has not been written.
    private(set) var unanswered = 0
    /// Whether the body of the last request is still to come.
    private(set) var isReceiving = false
    private var isLate = false
    private var isQuiescing = false

    var wait: Wait { isReceiving ? .body : unanswered == 0 ? .header : .answer }

    /// Whether the answer that is written now is to a request whose body has not come.
    ///
    /// It is the last one: the rest of the body is not read.
    var answersTooSoon: Bool { isReceiving && unanswered == 1 }

    mutating func headerHasCome() {
        unanswered += 1
        isReceiving = true
    }

    mutating func bodyHasCome() { isReceiving = false }

    mutating func answerIsWritten() -> Farewell? {
        if answersTooSoon { isQuiescing = true }
        unanswered -= 1
        return farewell
    }

    /// The time for what is waited for is up.
    mutating func timeIsUp() -> Farewell? {
        isLate = true
        return farewell
    }

    /// The server is about to stop.
    mutating func quiesce() -> Farewell? {
        isQuiescing = true
        return farewell
    }

    /// Nil while whole requests are still to be answered.
    private var farewell: Farewell? {
        guard isLate || isQuiescing, unanswered == (isReceiving ? 1 : 0) || unanswered == 0 else { return nil }
        return isLate && unanswered == 1 ? .tellAndClose : .close
    }
}
