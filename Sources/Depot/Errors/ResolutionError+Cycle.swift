extension ResolutionError {
    /// What to do about a cycle of these registrations.
    static func adviceOnCycle(of registrations: [Registration]) -> String {
        // An alias has no parameter.
        if registrations.allSatisfy({ $0.traits.contains(.alias) }) { return "let one of the aliases stand for a service that is made." }
        if let first = registrations.first, first.key.isTypeAlone, registrations.allSatisfy({ $0 === first }) {
            return
                "where it wraps another \(first.key), register that one and wrap it: container.decorate(\(first.key.literal)) { … }. Where it needs "
                + "itself later, let it take a Lazy or a Provider of its type."
        }
        // A name, arguments or one of many are not asked for by a type.
        if let first = registrations.first?.key, let later = first.later, registrations.allSatisfy({ !$0.key.isTypeAlone }) {
            return "break the cycle: let what needs \(first) take \(later) in its place."
        }
        if registrations.contains(where: \.lifetime.isShared) {
            return "break the cycle: let one of them take a Lazy or a Provider of the next."
        }
        // A Lazy of what is not shared makes another one: not the object that the other one belongs to.
        return "break the cycle: let one of them take a Provider of the next, which makes another one at each call. Where it has to be the "
            + "same one, give it a shared lifetime and take a Lazy of it, or let the object that owns the other one set the reference back."
    }
}
