internal import Dispatch

/// Who is making which default, and who waits for whom: decisions only, under one short lock.
///
/// A default is made on one thread from beginning to end, since ``DependencyKey/liveValue`` is synchronous. So a thread
/// stands for one stack of defaults that need each other, and a cycle of waits is a cycle of threads.
struct BuildLedger {
    typealias Thread = UInt

    /// A default of one cache.
    struct Target: Hashable {
        let cache: ObjectIdentifier
        let slot: DefaultSlot
    }

    /// What the asking thread must do.
    enum Action {
        /// Make it, then say so with ``finish(_:on:)``.
        case build
        /// Wait for the signal, then look again.
        case wait(DispatchSemaphore)
        /// Give up: making it needs itself, by way of these.
        case cycle([Target])
    }

    private struct Build {
        let thread: Thread
        /// Set for one that was made although another thread was at it, because waiting would have been for ever.
        var isSecond = false
    }

    private var builds: [Target: [Build]] = [:]
    private var waiters: [Target: [DispatchSemaphore]] = [:]
    private var waiting: [Thread: Target] = [:]
    private var stacks: [Thread: [Target]] = [:]
}

// MARK: - Deciding

extension BuildLedger {
    /// A thread needs a default that is not in its cache.
    mutating func begin(_ target: Target, on thread: Thread) -> Action {
        let stack = stacks[thread] ?? []
        if let first = stack.firstIndex(of: target) { return .cycle(stack[first...] + [target]) }
        guard let first = builds[target]?.first else { return build(target, on: thread, isSecond: false) }
        if waits(first.thread, endIn: thread) { return build(target, on: thread, isSecond: true) }
        let semaphore = DispatchSemaphore(value: 0)
        waiters[target, default: []].append(semaphore)
        waiting[thread] = target
        return .wait(semaphore)
    }

    /// A thread that was told to build is done; wake those that this returns.
    mutating func finish(_ target: Target, on thread: Thread) -> [DispatchSemaphore] {
        stacks[thread]?.removeLast()
        if stacks[thread]?.isEmpty == true { stacks[thread] = nil }
        builds[target]?.removeAll { $0.thread == thread }
        if builds[target]?.isEmpty == true { builds[target] = nil }
        return waiters.removeValue(forKey: target) ?? []
    }

    /// A thread that was told to wait goes on.
    mutating func stopWaiting(_ thread: Thread) {
        waiting[thread] = nil
    }

    private mutating func build(_ target: Target, on thread: Thread, isSecond: Bool) -> Action {
        builds[target, default: []].append(Build(thread: thread, isSecond: isSecond))
        stacks[thread, default: []].append(target)
        return .build
    }

    /// Whether a thread waits, directly or through others, for something that `end` is making.
    private func waits(_ thread: Thread, endIn end: Thread) -> Bool {
        var next = thread
        while next != end {
            guard let target = waiting[next], let build = builds[target]?.first else { return false }
            next = build.thread
        }
        return true
    }
}

// MARK: - Being stuck

extension BuildLedger {
    /// The cycle that a waiting thread is in, if one of its defaults has had to be made a second time.
    ///
    /// Defaults that are `static let`s cannot be: the second attempt waits in the language's own lock for the first one,
    /// which no ledger sees. The waits are those of the ledger, closed by the stack of the thread that tried.
    func suspectedCycle(of thread: Thread) -> [Target]? {
        guard let target = waiting[thread], let builder = builds[target]?.first?.thread else { return nil }
        let own = Set(stacks[thread] ?? [])
        guard let stack = stacks[builder], let start = stack.firstIndex(of: target),
            let end = stack[start...].firstIndex(where: { own.contains($0) && isMadeTwice($0) })
        else { return nil }
        return [stack[end]] + stack[start...end]
    }

    private func isMadeTwice(_ target: Target) -> Bool {
        builds[target]?.contains { $0.isSecond } ?? false
    }
}
