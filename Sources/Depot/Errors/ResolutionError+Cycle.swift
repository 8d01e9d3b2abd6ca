extension ResolutionError {
    /// What to do about a cycle of these registrations.
    static func adviceOnCycle(of registrations: [Registration]) -> String {
        // An alias has no parameter.
        if registrations.allSatisfy({ $0.traits.contains(.alias) }) { return "let one of the aliases stand for a service that is made." }
        // A name, arguments or one of many are not asked for by a type.
        guard let first = registrations.first?.key, let later = first.later, registrations.allSatisfy({ !$0.key.isTypeAlone }) else {
            return "break the cycle: let one of them take a Lazy or a Provider of the next."
        }
        return "break the cycle: let what needs \(first) take \(later) in its place."
    }
}
