extension Family {
    /// Tells what happened to a scope, if one was opened.
    func tell(_ scope: Scope?, _ event: (ContainerEvent.Scope) -> ContainerEvent) {
        if isObserved, let scope { emit(event(facts(of: scope))) }
    }

    @inline(never)  // Only while somebody observes.
    private func facts(of scope: Scope) -> ContainerEvent.Scope {
        decide { ledger in
            ledger.join(scope)
            return ContainerEvent.Scope(scope)
        }
    }
}
