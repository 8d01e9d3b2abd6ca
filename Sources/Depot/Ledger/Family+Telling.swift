extension Family {
    /// Tells what happened to a scope, if one was opened.
    func tell(_ scope: Scope?, _ event: (ContainerEvent.Scope) -> ContainerEvent) {
        guard isObserved, let scope else { return }
        let facts = decide { ledger in
            ledger.join(scope)
            return ContainerEvent.Scope(scope)
        }
        emit(event(facts))
    }
}
