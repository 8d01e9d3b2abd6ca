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
        // From the end, whether a step has a sibling below it is known: at each depth up to that of the step below.
        var isOpen: [Bool] = []
        var text = ""
        for step in steps.reversed() {
            while isOpen.count <= step.depth { isOpen.append(false) }
            isOpen.removeLast(isOpen.count - step.depth - 1)
            var line = ""
            for depth in 1..<max(step.depth, 1) { line += isOpen[depth] ? "│  " : "   " }
            if step.depth > 0 { line += isOpen[step.depth] ? "├─ " : "└─ " }
            isOpen[step.depth] = true
            text = line + step.description + (text.isEmpty ? "" : "\n" + text)
        }
        return text
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
