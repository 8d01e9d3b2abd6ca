/// The text of outcomes.
struct RaceText {
    let lifetimes: [ModelLifetime]
    private(set) var lines: [String] = []
    private var numbers: [Int: Int] = [:]

    init(lifetimes: [ModelLifetime]) {
        self.lifetimes = lifetimes
    }

    mutating func add(_ outcomes: [RaceOutcome]) {
        for outcome in outcomes {
            switch outcome {
            // What is made for the caller may have been asked for while something changed, part by part.
            case .one(let node): lines.append(lifetimes[node.type].isShared ? write(node) : "one of \(node.type)")
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
        return "\(number):\(node.type)(\(node.parts.map { write($0) }.joined(separator: " ")))"
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
