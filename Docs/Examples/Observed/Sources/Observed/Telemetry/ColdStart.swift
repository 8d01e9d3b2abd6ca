import Depot

/// Where the time of a start went.
struct ColdStart: Sendable {
    /// One resolve, as a trace has it.
    struct Step: Sendable {
        let name: String
        let depth: Int
        let duration: Duration
        /// Whether it was made here; what was found may have been waited for.
        var isCreated = true
    }

    /// What took longest, by its own time, that first.
    let slowest: [(name: String, ownTime: Duration)]
    /// The whole trace, as a tree.
    let tree: String

    init(_ trace: Trace) {
        let steps = trace.steps.map { step in
            if case .created = step.outcome { return Step(name: step.name, depth: step.depth, duration: step.duration) }
            return Step(name: step.name, depth: step.depth, duration: step.duration, isCreated: false)
        }
        self.init(steps, tree: "\(trace)")
    }

    init(_ steps: [Step], tree: String = "") {
        self.tree = tree
        var own = steps.map { (name: $0.name, ownTime: $0.duration) }
        // The steps from the outermost to the one before.
        var path: [Int] = []
        for (index, step) in steps.enumerated() {
            path.removeLast(path.count - min(path.count, step.depth))
            if let outer = path.last { own[outer].ownTime -= step.duration }
            path.append(index)
        }
        slowest = zip(steps, own).filter(\.0.isCreated).map(\.1).sorted { $0.ownTime > $1.ownTime }
    }

    /// One line for the log.
    ///
    /// - Parameter count: How many services it names.
    /// - Returns: The line.
    func line(_ count: Int = 3) -> String {
        "cold start: " + slowest.prefix(count).map { "\($0.name) \($0.ownTime.milliseconds) ms" }.joined(separator: ", ")
    }
}
