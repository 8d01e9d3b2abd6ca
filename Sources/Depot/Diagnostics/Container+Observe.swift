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
    /// The observation ends when it is released, at the latest.
    public func observe(_ handler: @escaping @Sendable (ContainerEvent) -> Void) -> Observation {
        Observation(core.family, Observer(handler))
    }
}
