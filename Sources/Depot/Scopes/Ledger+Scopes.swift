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
    /// - Parameters:
    ///   - scope: The scope.
    ///   - source: Where that was asked for; nil where its operation or its holder ended.
    /// - Returns: What is left to be done; nothing where it had been closed.
    mutating func close(_ scope: Scope, at source: SourceLine? = nil) -> Ending {
        var ending = Ending()
        if !scope.isClosed { scope.closedAt = source }
        close(scope, into: &ending)
        return ending
    }

    /// Closes every scope that was opened on a container or on an override of it, the latest first, and takes its services out of all
    /// others.
    mutating func closeScopes(of core: Core, into ending: inout Ending) {
        var ends: [Scope] = []
        forEachScope { scope in
            if scope.core === core || scope.core.original === core || scope.core.isOverride(of: core) {
                ends.append(scope)
            } else if core.hasScopedServices {
                let start = ending.disposables.count
                for cell in scope.removeCells(of: core, into: &ending) { Self.drop(cell, into: &ending) }
                ending.order(from: start)
            }
        }
        // Those that lie in others are closed with them, or before them.
        for scope in ends { close(scope, into: &ending) }
    }

    private mutating func close(_ scope: Scope, into ending: inout Ending) {
        guard !scope.isClosed else { return }
        // One that is bound is held by who opened it, until that has been here.
        if !scope.isBound { ending.remains.append(scope) }
        // The latest stands first.
        while let inner = scope.firstInner { close(inner.takeUnretainedValue(), into: &ending) }
        let start = ending.disposables.count
        let facts = observers.isEmpty ? nil : ContainerEvent.Scope(scope)
        scope.shut(into: &ending) { Self.drop($0, into: &$1) }
        if scope.isMetOutside { advanceEpoch(of: scope.core.overridden) }
        unlink(scope)
        forgetCurrent(scope)
        if scope.hasDisposables {
            ending.disposables += scope.disposables
            scope.disposables = []
        }
        ending.order(from: start)
        if let facts {
            let open = scope.opened.duration(to: .now)
            ending.events.append(.scopeClosed(facts, open: open, made: scope.madeCount, disposed: ending.disposables.count - start))
        }
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

    /// Takes the instances out of a scope's cell, and out of those that overrides have beside it.
    private static func drop(_ cell: Cell, into ending: inout Ending) {
        cell.removeProvidedRegistration(into: &ending)
        ending.end(cell.removeAll())
        if cell.isAlone { return }
        for (override, own) in cell.takeBeside() {
            ending.end(own.removeAll())
            override.forgetOwnCell(for: cell)
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
