/// Gathers the resolves of one operation.
final class TraceRecorder: Sendable {
    private let records = Locked<[Record]>([])
    private let outer: TraceRecorder?

    private struct Record: Sendable {
        let number: Int
        let parent: Int
        let name: String
        let lifetime: String
        let outcome: Trace.Outcome
        let duration: Duration
    }

    init(outer: TraceRecorder?) {
        self.outer = outer
    }

    func add(_ run: ObservedRun, name: String, lifetime: String, _ outcome: Trace.Outcome, _ duration: Duration) {
        let record = Record(
            number: run.number, parent: run.parent?.number ?? 0, name: name, lifetime: lifetime, outcome: outcome, duration: duration)
        records.withLock { $0.append(record) }
        outer?.add(run, name: name, lifetime: lifetime, outcome, duration)
    }

    /// What was gathered, as a tree in the order of asking.
    func trace() -> Trace {
        let records = records.withLock { $0 }.ordered { $0.number }
        let known = Set(records.map(\.number))
        let children = Dictionary(grouping: records) { known.contains($0.parent) ? $0.parent : 0 }
        var steps: [Trace.Step] = []
        var open = (children[0] ?? []).reversed().map { (record: $0, depth: 0) }
        while let (record, depth) = open.popLast() {
            steps.append(
                Trace.Step(name: record.name, lifetime: record.lifetime, outcome: record.outcome, duration: record.duration, depth: depth))
            open += (children[record.number] ?? []).reversed().map { ($0, depth + 1) }
        }
        return Trace(steps: steps)
    }
}
