import Synchronization

/// The handler of one observation.
final class Observer: Sendable {
    let handler: @Sendable (ContainerEvent) -> Void

    init(_ handler: @escaping @Sendable (ContainerEvent) -> Void) {
        self.handler = handler
    }
}

extension Family {
    /// Whether someone observes.
    ///
    /// One relaxed load.
    var isObserved: Bool { observerCount.load(ordering: .relaxed) > 0 }

    func begin(_ observer: Observer) {
        decide { $0.observers.append(observer) }
        observerCount.add(1, ordering: .relaxed)
        matters.add(1, ordering: .relaxed)
    }

    func end(_ observer: Observer) {
        let wasThere = decide { ledger in
            let count = ledger.observers.count
            // A new list, not the old one changed: another thread may have just stopped reading that.
            ledger.observers = ledger.observers.filter { $0 !== observer }
            return ledger.observers.count < count
        }
        guard wasThere else { return }
        matters.subtract(1, ordering: .relaxed)
        observerCount.subtract(1, ordering: .relaxed)
    }

    /// Tells the observers, if there are any.
    ///
    /// Outside the lock.
    @inline(__always)
    func emit(_ event: @autoclosure () -> ContainerEvent) {
        if isObserved { tell(event()) }
    }

    /// Not inlined into each of its many callers, and handed no closure, of each of which it would be built anew.
    @inline(never)
    private func tell(_ event: ContainerEvent) {
        guard Context.current?.run?.isDelivery != true else { return }
        let observers = decide { $0.observers }
        // What a handler resolves is not told again: that would never end.
        Context.bind(.context(.observing(ObservedRun.delivery))) {
            for observer in observers { observer.handler(event) }
        }
    }
}
