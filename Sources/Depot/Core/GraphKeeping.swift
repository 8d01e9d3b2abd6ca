/// What the handles in a `.graph` service keep, and in all that is made for it alone: the containers that it was made for, while only the
/// caller has it.
///
/// A shared instance that is made in the same resolve may get the service later. Its container keeps it, and so it must not keep a container
/// from then on.
final class GraphKeeping: Sendable {
    private let state: Locked<State>

    private struct State {
        var containers: [Container] = []
        /// What the other `.graph` services keep that this one has got.
        var parts: [GraphKeeping] = []
        /// Whether something shared has the service.
        var isShared: Bool
    }

    init(isShared: Bool = false) {
        state = Locked(State(isShared: isShared))
    }

    deinit {
        // One after the other: a chain of any length fits on the stack.
        var open = takeParts()
        while var last = open.popLast() {
            if isKnownUniquelyReferenced(&last) { open += last.takeParts() }
        }
    }

    private func takeParts() -> [GraphKeeping] {
        state.withLock { state in
            defer { state.parts = [] }
            return state.parts
        }
    }

    /// Keeps a container; the first of several for one core.
    func keep(_ container: Container) {
        state.withLock { state in
            if state.containers.contains(where: { $0.core === container.core }) { return }
            state.containers.append(state.isShared ? Container(core: container.core, owner: .nobody) : container)
        }
    }

    /// The container for a core, which was kept, or one that does not own the core.
    func container(for core: Core) -> Container {
        state.withLock { $0.containers.first { $0.core === core }.unsafelyUnwrapped }
    }

    /// Notes that its service has got another one.
    ///
    /// - Returns: Whether something shared has both now.
    func add(_ part: GraphKeeping) -> Bool {
        state.withLock { state in
            if !state.isShared, part !== self { state.parts.append(part) }
            return state.isShared
        }
    }

    /// Has containers that own nothing in their places, here and in its parts.
    ///
    /// - Returns: What there was, to be released outside the family's lock.
    func letGo() -> [AnyObject] {
        var open = [self]
        var released: [AnyObject] = []
        while let next = open.popLast() {
            let before = next.state.withLock { state in
                let before = state
                state = State(containers: before.containers.map { Container(core: $0.core, owner: .nobody) }, isShared: true)
                return before
            }
            open += before.parts
            released += before.containers + before.parts
        }
        return released
    }
}
