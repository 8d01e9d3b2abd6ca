/// What an operation resolved, with what that resolved in turn, and how long each took.
///
/// `description` is an indented tree:
///
/// ```text
/// any LoginUseCase  transient  created in 41 µs
/// └─ any NetworkManager  singleton  found in 900 ns
/// ```
public struct Trace: Sendable {
    /// The resolves, each before those that it caused.
    public let steps: [Step]

    /// What came of a resolve.
    public enum Outcome: Sendable, Hashable {
        /// Its factory ran, for this long.
        case created(Duration)
        /// It was there, or another resolve was making it.
        case found
        /// It failed, and how.
        case failed(String)
    }

    /// One resolve.
    public struct Step: Sendable, Hashable {
        /// The service as a person would write it.
        public let name: String
        /// How long an instance lives; empty where the resolve failed.
        public let lifetime: String
        /// What came of it.
        public let outcome: Outcome
        /// The time from asking to getting, what it resolved in turn included.
        public let duration: Duration
        /// How many resolves it is part of.
        public let depth: Int
    }
}

extension Trace: CustomStringConvertible {
    /// An indented tree, one resolve a line.
    public var description: String {
        // From the end, whether a step has a sibling below it is known.
        var isOpen: [Int: Bool] = [:]
        var lines: [String] = []
        for step in steps.reversed() {
            isOpen = isOpen.filter { $0.key <= step.depth }
            var indent = ""
            for depth in stride(from: 1, to: step.depth, by: 1) { indent += isOpen[depth] == true ? "│  " : "   " }
            if step.depth > 0 { indent += isOpen[step.depth] == true ? "├─ " : "└─ " }
            isOpen[step.depth] = true
            lines.append(indent + "\(step)")
        }
        return lines.reversed().joined(separator: "\n")
    }
}

extension Trace.Step: CustomStringConvertible {
    /// The name, the lifetime, what came of it, and the time.
    public var description: String {
        switch outcome {
        case .created: "\(name)  \(lifetime)  created in \(duration.written)"
        case .found: "\(name)  \(lifetime)  found in \(duration.written)"
        case .failed(let what): "\(name)  failed after \(duration.written): \(what)"
        }
    }
}

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
        let records = records.withLock { $0 }.sorted { $0.number < $1.number }
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
