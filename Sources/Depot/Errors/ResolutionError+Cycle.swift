extension ResolutionError {
    /// What to do about a cycle of these registrations.
    static func adviceOnCycle(of registrations: [Registration]) -> String {
        // An alias has no parameter.
        registrations.allSatisfy { $0.traits.contains(.alias) }
            ? "let one of the aliases stand for a service that is made."
            : "break the cycle: let one of them take a Lazy or a Provider of the next."
    }
}
