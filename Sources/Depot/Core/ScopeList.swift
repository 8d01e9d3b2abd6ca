/// The open scopes that lie in one place, the latest first, linked through themselves.
///
/// Guarded by the lock of that place, and so are the links of the scopes in it.
struct ScopeList {
    private(set) var first: Unmanaged<Scope>?  // A scope is taken out when it closes, before it goes.

    mutating func insert(_ scope: Scope) {
        let link = Unmanaged.passUnretained(scope)
        scope.next = first
        first?._withUnsafeGuaranteedRef { $0.previous = link }
        first = link
    }

    mutating func remove(_ scope: Scope) {
        if let previous = scope.previous {
            previous._withUnsafeGuaranteedRef { $0.next = scope.next }
        } else {
            first = scope.next
        }
        if let next = scope.next { next._withUnsafeGuaranteedRef { $0.previous = scope.previous } }
        scope.next = nil
        scope.previous = nil
    }

    /// Takes all out.
    mutating func removeAll() -> [Scope] {
        var removed: [Scope] = []
        while let scope = first?.takeUnretainedValue() {
            remove(scope)
            removed.append(scope)
        }
        return removed
    }

    /// Calls a function, which opens and closes nothing, for each scope and for those that lie in it, the outer ones first.
    @inline(never)
    func forEach(_ body: (Scope) -> Void) {
        var open = [first]
        while var next = open.popLast() {
            while let scope = next?.takeUnretainedValue() {
                body(scope)
                open.append(scope.inner.first)
                next = scope.next
            }
        }
    }
}
