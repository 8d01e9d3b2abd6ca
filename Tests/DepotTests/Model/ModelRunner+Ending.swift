import Depot

extension ModelRunner {
    /// Compares what has ended and what was disposed after a step.
    func settle(after step: ModelStep) throws(ModelDifference) {
        try observeEnds()
        if model.disposals.mayBeUnderWay {
            for (core, container) in containers where model.cores[core].parent == nil { waitFor(container) { await $0.settled() } }
        }
        try observeEnds()
        // What a task has kept for a moment may have ended since the container has settled.
        waitForDisposals()
        waitForReleases()
        try compareDisposals(after: "\(step.title)")
        try compareEvents(after: step)
    }

    /// Compares what an observer was told with what happened.
    private func compareEvents(after step: ModelStep?) throws(ModelDifference) {
        guard let events, !model.isUncertain else { return }
        let disposed = world.disposed.count
        wait { events.counts.disposed >= disposed }
        let told = events.counts
        var happened = model.told
        happened.disposed = disposed
        if isAskerOpen(in: step) {
            if let difference = told.withoutAskers.difference(to: happened.withoutAskers) { throw report(difference, step) }
            (model.events.created, model.events.resolved) = (told.created, told.resolved)
        } else if let difference = told.difference(to: happened) {
            throw report(difference, step)
        }
    }

    /// Whether it is left open by what something is asked for: for which run of a factory a handle was made is not told, nor for what a task asks.
    private func isAskerOpen(in step: ModelStep?) -> Bool {
        if world.making == .childTasks { return true }
        switch step {
        case .call, .read, .start: return true
        default: return false
        }
    }

    private func report(_ difference: String, _ step: ModelStep?) -> ModelDifference {
        ModelDifference(description: "After \(step?.title ?? "the end") \(difference)")
    }

    /// Waits until what a container disposed in a task of its own is released there, too.
    private func waitForReleases() {
        let isEnd = model.disposals.due.contains { group in
            if case .core = group.path.last { return true }
            return false
        }
        guard isEnd else { return }
        let disposed = Set(world.disposed[disposed...])
        let end = ContinuousClock.now + .milliseconds(2)
        while !disposed.isDisjoint(with: world.alive), ContinuousClock.now < end { rest(microseconds: 1) }
    }

    /// Ends in the model what nothing keeps any more; where the program holds nothing, nothing may.
    private func observeEnds() throws(ModelDifference) {
        // A task that has disposed something may keep its container for a moment.
        if holdsNothing { wait { !ending.contains { $0.container.container != nil } } }
        let gone = ending.filter { $0.container.container == nil }
        ending.removeAll { $0.container.container == nil }
        for end in gone { model.end(end.core) }
        let standIns = Set(gone.flatMap { self.standIns.removeValue(forKey: $0.core) ?? [] })
        if holdsNothing { wait { standIns.isDisjoint(with: world.alive) } }
        if holdsNothing, let left = standIns.intersection(world.alive).min() {
            throw ModelDifference(description: "\(left) was put in place by what has gone, and is there.")
        }
        if holdsNothing, let left = ending.first {
            throw ModelDifference(description: "The container \(left.core) is kept by nobody, and is there.")
        }
    }

    /// Compares what was disposed since the last time: all that is due, in order, and else only what nobody gets any more.
    private func compareDisposals(after title: String) throws(ModelDifference) {
        if model.isUncertain { return }
        let all = world.disposed
        let found = all[disposed...].filter { !model.disposals.weak.contains($0) }
        disposed = all.count
        let due = model.disposals.takeDue()
        var position: [Int: Int] = [:]
        for (index, serial) in found.enumerated() {
            if position.updateValue(index, forKey: serial) != nil {
                throw ModelDifference(description: "\(serial) was disposed twice after \(title).")
            }
        }
        let expected = Set(due.flatMap(\.serials))
        for serial in found where !expected.contains(serial) {
            if !model.disposals.remove(serial) {
                throw ModelDifference(description: "\(serial) was disposed after \(title), and is not to be.")
            }
            if model.mayBeHandedOut(serial) { throw ModelDifference(description: "\(serial) was disposed after \(title), and is in use.") }
        }
        for group in due {
            let places = group.serials.compactMap { position[$0] }
            if places.count != group.serials.count || places != places.sorted() {
                throw ModelDifference(description: "After \(title) \(Array(found)) were disposed and not \(group.serials).")
            }
            for other in due
            where other.path.count > group.path.count && other.path.starts(with: group.path) || other.isWithin(group) {
                let last = other.serials.compactMap { position[$0] }.max() ?? 0
                if places.first.map({ $0 < last }) ?? false {
                    throw ModelDifference(description: "After \(title) \(group.serials) were disposed before \(other.serials).")
                }
            }
        }
    }

    /// Ends everything: half of the programs close their root, the others release it.
    func finish() throws(ModelDifference) {
        kept = []
        properties = []
        // What only those kept goes before the scopes that are held.
        try observeEnds()
        while !holders.isEmpty { leave(0, clears: false) }
        try observeEnds()
        replacements = []
        for core in containers.keys.sorted().reversed() where core != 0 {
            ending.append((core, WeakContainer(container: containers[core])))
            containers[core] = nil
        }
        try observeEnds()
        if model.serial.isMultiple(of: 2), let root = containers[0] { waitFor(root) { await $0.close() } }
        model.end(0)
        containers = [:]
        waitForDisposals()
        wait { world.alive.isEmpty }
        try compareDisposals(after: "the end")
        try compareEvents(after: nil)
    }

    /// Waits until all is disposed that is due.
    private func waitForDisposals() {
        let due = Set(model.isUncertain ? [] : model.disposals.due.flatMap(\.serials))
        if !due.isEmpty { wait { due.isSubset(of: world.disposed) } }
    }

    private func wait(until isDone: () -> Bool) {
        let end = ContinuousClock.now + ModelRunner.patience.withLock { $0 }
        while !isDone(), ContinuousClock.now < end { rest(microseconds: 10) }
    }

    /// How long to wait for the disposals of a container that was released.
    static let patience = Locked(Duration.seconds(600))
}

extension Model {
    /// Whether an instance is what a resolve would give outside of every override.
    func mayBeHandedOut(_ serial: Int) -> Bool {
        guard let instance = instances[serial], registrations[instance.registration].lifetime.isShared else { return false }
        if registrations[instance.registration].lifetime == .cached, time >= instance.time + ModelWorld.lifespan { return false }
        var model = self
        model.view = []
        return model.isValid(serial)
    }
}

extension ModelStep {
    /// The step without those inside.
    var title: String { inner.isEmpty ? "\(self)" : "\(with(inner: []))" }
}

/// Has async code do something with a container, from a thread of its own, and waits for it.
///
/// Its task has nothing that is bound to the caller's, and keeps the container no longer.
@discardableResult
func waitFor<Result: Sendable>(_ container: Container, _ operation: @escaping @Sendable (Container) async -> Result) -> Result {
    let (held, result, gate) = (Box<Container?>(container), Box<Result?>(nil), Gate())
    Task.detached {
        result.value = await taken(from: held, operation)
        gate.open()
    }
    gate.pass()
    return result.value.unsafelyUnwrapped
}

private func taken<Result>(from held: Box<Container?>, _ operation: (Container) async -> Result) async -> Result {
    let container = held.value.unsafelyUnwrapped
    held.value = nil
    return await operation(container)
}

/// Waits for async code that has what is bound to the caller.
func waiting<Result: Sendable>(
    for operation: @escaping @Sendable () async throws -> Result
) throws(ResolutionError) -> Result {
    let (result, gate) = (Box<Swift.Result<Result, any Error>?>(nil), Gate())
    let task = Task {
        do { result.value = .success(try await operation()) } catch { result.value = .failure(error) }
    }
    // What is bound to a task is released before it is said to have ended, and not when its last line has run.
    Task.detached {
        await task.value
        gate.open()
    }
    gate.pass()
    let outcome = result.value.unsafelyUnwrapped
    result.value = nil
    do {
        return try outcome.get()
    } catch {
        guard let error = error as? ResolutionError else { fatalError("\(error)") }
        throw error
    }
}
