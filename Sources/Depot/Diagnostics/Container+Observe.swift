import Synchronization

extension Container {
    /// Observes a container until it is ended or released.
    public final class Observation: Sendable {
        private let family: Family
        private let observer: Observer

        fileprivate init(_ family: Family, _ observer: Observer) {
            self.family = family
            self.observer = observer
            family.begin(observer)
        }

        deinit { end() }

        /// Ends it.
        ///
        /// An event that is being told meanwhile may still arrive. Ending twice does nothing.
        public func end() { family.end(observer) }
    }
}

extension Container {
    /// Tells what happens in this container, and in its parents, children and overrides.
    ///
    /// The closure runs where the event happens, on that thread, never while a lock is held; inside a factory that resolves,
    /// it runs as part of that. It may register, replace and resolve, which is not told again; what is being made just then
    /// would be a cycle. While someone observes, every resolve takes the general path; while nobody does, this costs nothing.
    ///
    /// ```swift
    /// let observation = container.observe { event in log.append("\(event)") }
    /// ```
    ///
    /// - Parameter handler: Takes the events.
    /// - Returns: What ends the observation, at the latest when it is released.
    public func observe(_ handler: @escaping @Sendable (ContainerEvent) -> Void) -> Observation {
        Observation(core.family, Observer(handler))
    }
}

/// Someone who is told of events.
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
            guard let index = ledger.observers.firstIndex(where: { $0 === observer }) else { return false }
            ledger.observers.remove(at: index)
            return true
        }
        guard wasThere else { return }
        matters.subtract(1, ordering: .relaxed)
        observerCount.subtract(1, ordering: .relaxed)
    }

    /// Tells the observers, if there are any.
    ///
    /// Outside the lock.
    func emit(_ event: @autoclosure () -> ContainerEvent) {
        guard isObserved, Context.current?.run?.isDelivery != true else { return }
        let observers = decide { $0.observers }
        guard !observers.isEmpty else { return }
        let event = event()
        // What a handler resolves is not told again: that would never end.
        Context.bind(.context(.observing(ObservedRun.delivery))) {
            for observer in observers { observer.handler(event) }
        }
    }
}
