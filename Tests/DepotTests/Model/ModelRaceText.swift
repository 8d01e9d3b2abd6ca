/// The text of outcomes.
struct RaceText {
    let lifetimes: [ModelLifetime]
    let world: ModelWorld
    private(set) var lines: [String] = []
    private var numbers: [Int: Int] = [:]
    private var known: Set<Int> = []

    init(_ lifetimes: [ModelLifetime], _ world: ModelWorld) {
        (self.lifetimes, self.world) = (lifetimes, world)
    }

    /// Notes what is there in the end.
    mutating func know(_ outcomes: [RaceOutcome]) {
        for outcome in outcomes { if case .one(let node) = outcome { know(node) } }
    }

    private mutating func know(_ node: any AnyNode) {
        guard known.insert(node.serial).inserted else { return }
        for part in node.parts {
            switch part {
            case .one(let node): know(node)
            case .all(let nodes): for node in nodes { know(node) }
            case .none, .later: break
            }
        }
    }

    mutating func add(_ outcomes: [RaceOutcome]) {
        for outcome in outcomes {
            switch outcome {
            case .one(let node) where lifetimes[node.type].isShared && known.contains(node.serial): lines.append(write(node))
            // What is made for its caller alone, or is no longer what is in effect, may have been made while something changed: in part of what
            // was there before it, in part of what was there after it.
            case .one(let node): lines.append("one of \(node.type) by \(world.maker(of: node.serial))")
            case .failure(let kind): lines.append(kind)
            case .done(let text): lines.append(text)
            }
        }
        lines.append("-")
    }

    private mutating func write(_ node: any AnyNode) -> String {
        if let number = numbers[node.serial] { return "\(number)" }
        let number = numbers.count + 1
        numbers[node.serial] = number
        return "\(number):\(node.type) by \(world.maker(of: node.serial)) (\(node.parts.map { write($0) }.joined(separator: " ")))"
    }

    private mutating func write(_ part: NodePart) -> String {
        switch part {
        case .one(let node): write(node)
        case .none: "-"
        case .all(let nodes): "[\(nodes.map { write($0) }.joined(separator: " "))]"
        case .later: "~"
        }
    }
}
