/// What one worker, or all of them, have found.
struct Findings: Sendable {
    /// How long each answered request took, in microseconds.
    var durations: [Int32] = []
    /// The requests that were hung up on.
    var hungUp = 0
    /// The ids of the logins, and how many of them were ended again.
    var logins: Set<String> = []
    var logOuts = 0
    /// The requests that were sent slowly, or never to their end.
    var slow = 0
    /// What was not as it should be; the first few, in words.
    var errors: [String] = []
    var errorCount = 0
    /// The transaction ids of all answers.
    var transactions: Set<String> = []
    /// The transactions that must be in the journal, each with its request.
    var committed: [String: String] = [:]
    /// The trace of each request that was sent, by the request's id.
    var traces: [String: Trace] = [:]
    /// The requests that were hung up on: what they wrote may be in the journal or not.
    var uncertain: Set<String> = []

    mutating func fail(_ what: String) {
        errorCount += 1
        if errors.count < 20 { errors.append(what) }
    }

    mutating func add(_ other: Findings) {
        durations += other.durations
        hungUp += other.hungUp
        logins.formUnion(other.logins)
        logOuts += other.logOuts
        slow += other.slow
        errorCount += other.errorCount
        errors += other.errors.prefix(max(0, 20 - errors.count))
        for transaction in other.transactions where !transactions.insert(transaction).inserted {
            fail("The transaction \(transaction) answered two requests.")
        }
        uncertain.formUnion(other.uncertain)
        traces.merge(other.traces) { first, _ in first }
        committed.merge(other.committed) { first, _ in first }
    }

    /// The duration that a share of the requests stayed below, in milliseconds.
    func percentile(_ share: Double) -> Double {
        let sorted = durations.sorted()
        guard let last = sorted.indices.last else { return 0 }
        return Double(sorted[Int(Double(last) * share)]) / 1000
    }
}
