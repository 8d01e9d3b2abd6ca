internal import Depot
internal import Dispatch

/// The threads that make a default, and those that wait for one: decisions only, under one short lock.
///
/// A default is made on one thread from beginning to end, since ``DependencyKey/liveValue`` is synchronous. So a thread
/// stands for one stack of defaults that need each other. Few are made at a time, so the ledger is two short lists. Whether a wait would
/// close a ring is for the graph of all waits to say.
struct BuildLedger {
    typealias Thread = CurrentThread.ID

    /// A default of one cache.
    struct Target: Equatable {
        let cache: ObjectIdentifier
        let slot: DefaultSlot
    }

    /// What the asking thread must do.
    enum Action {
        /// Make it, then say so with ``finish(_:on:)``.
        case build
        /// Wait for the signal, then look again; where that would close a ring of defaults, ``buildAnyway(_:on:)``.
        case wait(DispatchSemaphore)
        /// Give up: making it needs itself, by way of these.
        case cycle([Target])
    }

    private struct Build {
        let target: Target
        let thread: Thread
    }

    private struct Wait {
        let target: Target
        let thread: Thread
        let semaphore: DispatchSemaphore
    }

    /// What is being made, in the order in which it was begun; so those of one thread are its stack.
    private var builds: [Build] = []
    private var waits: [Wait] = []
}

// MARK: - Deciding

extension BuildLedger {
    /// A thread needs a default that is not in its cache.
    mutating func begin(_ target: Target, on thread: Thread) -> Action {
        let stack = stack(of: thread)
        if let first = stack.firstIndex(of: target) { return .cycle(stack[first...] + [target]) }
        if builder(of: target) != nil {
            let semaphore = DispatchSemaphore(value: 0)
            waits.append(Wait(target: target, thread: thread, semaphore: semaphore))
            return .wait(semaphore)
        }
        builds.append(Build(target: target, thread: thread))
        return .build
    }

    /// A thread that was told to wait builds after all.
    mutating func buildAnyway(_ target: Target, on thread: Thread) {
        waits.removeAll { $0.thread == thread }
        builds.append(Build(target: target, thread: thread))
    }

    /// A thread that was told to build is done; wake those that this returns.
    mutating func finish(_ target: Target, on thread: Thread) -> [DispatchSemaphore] {
        builds.removeAll { $0.target == target && $0.thread == thread }
        let woken = waits.filter { $0.target == target }
        waits.removeAll { $0.target == target }
        return woken.map(\.semaphore)
    }

    private func stack(of thread: Thread) -> [Target] { builds.filter { $0.thread == thread }.map(\.target) }

    /// The thread that began to make a default first.
    func builder(of target: Target) -> Thread? { builds.first { $0.target == target }?.thread }
}

// MARK: - Being stuck

extension BuildLedger {
    /// The cycle that a waiting thread is in, if one of its defaults has had to be made a second time.
    ///
    /// Defaults that are `static let`s cannot be: the second attempt waits in the language's own lock for the first one,
    /// which no ledger sees. The waits are those of the ledger, one thread's after the other's, closed by the stack of the thread that tried.
    func suspectedCycle(of thread: Thread) -> [Target]? {
        let own = stack(of: thread)
        var way: [Target] = []
        var last = thread
        while let target = waits.first(where: { $0.thread == last })?.target, let builder = builder(of: target), builder != thread {
            let stack = stack(of: builder).drop { $0 != target }
            // What is in both stacks is being made twice.
            if let end = stack.firstIndex(where: own.contains) { return [stack[end]] + way + stack[...end] }
            way += stack
            // A thread that has just come to wait may still be told to build.
            if way.count >= builds.count { return nil }
            last = builder
        }
        return nil
    }
}
