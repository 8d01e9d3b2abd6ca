/// How scopes open and close.
extension Ledger {
    /// Opens a scope.
    mutating func open(_ scope: Scope) {
        let link = Unmanaged.passUnretained(scope)
        let sibling: Unmanaged<Scope>?
        if let parent = scope.parent {
            sibling = parent._withUnsafeGuaranteedRef { $0.firstInner }
            parent._withUnsafeGuaranteedRef { $0.firstInner = link }
        } else {
            sibling = firstScope
            firstScope = link
        }
        scope.next = sibling
        sibling?._withUnsafeGuaranteedRef { $0.previous = link }
    }

    /// Closes a scope and, before it, those that lie in it.
    ///
    /// - Returns: What is left to be done; nothing where it had been closed.
    mutating func close(_ scope: Scope) -> Ending {
        var ending = Ending()
        close(scope, into: &ending)
        return ending
    }

    /// Closes every scope that was opened on a container or on an override of it, and takes its services out of all others.
    mutating func closeScopes(of core: Core, into ending: inout Ending) {
        var ends: [Scope] = []
        forEachScope { scope in
            if scope.core === core || scope.core.isOverride(of: core) {
                ends.append(scope)
            } else if core.hasScopedServices {
                // It may be one of those services that is just being made; then its place is taken out with the others.
                if let run = scope.unseen { writeUp(run) }
                drop(scope.removePlaces(of: core), of: scope, into: &ending)
            }
        }
        // Those that lie in others are closed with them, or before them.
        for scope in ends { close(scope, into: &ending) }
    }

    private mutating func close(_ scope: Scope, into ending: inout Ending) {
        guard !scope.isClosed else { return }
        let cells = scope.shut(into: &ending.instances)
        unlink(scope)
        forgetCurrent(scope)
        // One that is bound is held by who opened it, until that has been here.
        if !scope.isBound { ending.scopes.append(scope) }
        if scope.hasDisposables {
            ending.disposables += scope.disposables
            scope.disposables = []
        }
        if !cells.isEmpty { drop(cells, of: scope, into: &ending) }
        if scope.firstInner == nil { return }
        // What is disposed last stands first.
        var inner: [Scope] = []
        var next = scope.firstInner
        while let now = next?.takeUnretainedValue() {
            inner.append(now)
            next = now.next
        }
        for scope in inner.reversed() { close(scope, into: &ending) }
    }

    private mutating func unlink(_ scope: Scope) {
        if let previous = scope.previous {
            previous._withUnsafeGuaranteedRef { $0.next = scope.next }
        } else if let parent = scope.parent {
            parent._withUnsafeGuaranteedRef { $0.firstInner = scope.next }
        } else {
            firstScope = scope.next
        }
        if let next = scope.next { next._withUnsafeGuaranteedRef { $0.previous = scope.previous } }
        scope.next = nil
        scope.previous = nil
    }

    /// Takes the instances out of a scope's cells, and out of those that overrides have beside them.
    private mutating func drop(_ cells: Handful<Cell>, of scope: Scope, into ending: inout Ending) {
        cells.forEach { cell in
            var instances = cell.removeAll()
            if !cell.isAlone {
                for (override, own) in cell.takeBeside() {
                    instances.append(own.removeAll())
                    override.forgetOwnCell(for: cell)
                }
            }
            instances.forEach { instance in
                instance.isLost = true
                if scope.hasDisposables { ending.disposables += scope.take(disposalOf: instance) }
                if let owner = instance.owner { ending.disposables += owner.take(disposalOf: instance) }
                if instance.replacements.isEmpty { return }
                for replacement in instance.replacements {
                    replacement.forget(instance)
                    ending.disposables += replacement.take(disposalOf: instance)
                }
            }
            ending.instances.append(instances)
        }
    }

    /// Every open scope, those inside others after them.
    func forEachScope(_ body: (Scope) -> Void) {
        var open = [firstScope]
        while let list = open.popLast() {
            var next = list
            while let scope = next?.takeUnretainedValue() {
                // The body may close nothing, so the list stays as it is.
                body(scope)
                if let inner = scope.firstInner { open.append(inner) }
                next = scope.next
            }
        }
    }
}
