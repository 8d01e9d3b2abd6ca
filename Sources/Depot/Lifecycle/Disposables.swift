/// What is disposed when its owner ends.
enum Disposables {
    /// One instance to dispose.
    final class Entry: @unchecked Sendable {  // The instance is used once, by whoever takes the entry out of its list.
        let instance: any Disposable
        /// The shared instance this is the disposal of; nil for what only the caller got.
        weak var shared: Instance?

        init(_ instance: any Disposable) {
            self.instance = instance
        }
    }

    /// Disposes in reverse order of creation, waiting for each; one that fails does not stop the rest, nor does the cancellation of
    /// the caller's task.
    ///
    /// - Parameters:
    ///   - entries: What is to be disposed.
    ///   - family: Whose observers are told of each disposal and each failure.
    ///   - isolation: The caller's actor, on which the disposers are called.
    /// - Returns: What failed.
    static func disposed(
        _ entries: [Entry], of family: Family, isolation: isolated (any Actor)? = #isolation
    ) async -> [DisposalFailure] {
        guard !entries.isEmpty else { return [] }
        // A task of its own is not cancelled, and capturing the actor puts it there.
        let task = Task {
            _ = isolation
            return await dispose(each: entries, of: family)
        }
        return await task.value
    }

    fileprivate static func dispose(each entries: [Entry], of family: Family) async -> [DisposalFailure] {
        var failures: [DisposalFailure] = []
        for entry in entries.reversed() {
            do {
                try await entry.instance.dispose()
                family.emit(.disposed(type: typeName(of: type(of: entry.instance))))
            } catch {
                let failure = DisposalFailure(type: typeName(of: type(of: entry.instance)), error: error)
                failures.append(failure)
                family.emit(.disposalFailed(failure))
            }
        }
        return failures
    }

    /// Starts a disposal that nobody waits for here; `settled()` does.
    ///
    /// - Parameters:
    ///   - entries: What is to be disposed.
    ///   - core: Of what container.
    ///   - atOnce: Whether the caller asked for the end, so that disposers may run right here; else they run in a task of their own.
    static func dispose(_ entries: [Entry], of core: Core, atOnce: Bool = false) {
        guard !entries.isEmpty else { return }
        core.family.startDisposal(of: entries, atOnce: atOnce)
    }
}

/// A disposal that went wrong.
public struct DisposalFailure: Error, Sendable, CustomStringConvertible {
    /// The type of the instance that was being disposed.
    public let type: String
    /// What it threw.
    public let error: any Error

    /// What failed, and how.
    public var description: String { "\(type) could not be disposed: \(error)" }
}

/// Everything that could not be disposed when a scope ended.
public struct DisposalError: Error, Sendable, CustomStringConvertible {
    /// What failed, in the order in which it was disposed.
    public let failures: [DisposalFailure]

    /// Each failure on a line.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}

extension Family {
    /// Disposes in a task of its own that `settled()` waits for.
    ///
    /// Disposals of one family run one after the other, in the order in which they were started.
    func startDisposal(of entries: [Disposables.Entry], atOnce: Bool) {
        let (turn, before) = pendingDisposals.withLock { $0.begin() }
        let dispose: @Sendable () async -> Void = {
            await before?.wait()
            _ = await Disposables.dispose(each: entries, of: self)
            self.pendingDisposals.withLock { $0.end(turn) }
            turn.end()
        }
        // At once, up to where it suspends; older systems cannot.
        if atOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { await dispose() }
        } else {
            Task { await dispose() }
        }
    }

    /// Waits for the disposals that were started.
    func settled() async {
        await pendingDisposals.withLock { $0.last }?.wait()
    }
}

/// The disposals that run on their own, one after the other.
struct PendingDisposals {
    private(set) var last: Turn?

    /// Lines up behind the last.
    mutating func begin() -> (turn: Turn, before: Turn?) {
        let turn = Turn()
        defer { last = turn }
        return (turn, last)
    }

    mutating func end(_ turn: Turn) {
        if last === turn { last = nil }
    }

    /// One disposal's turn, which the next waits for.
    final class Turn: Sendable {
        private struct State {
            var isOver = false
            var waiters: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Locked(State())

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiters.append(continuation) }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
        }

        func end() {
            let waiters = state.withLock { state in
                state.isOver = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }
}
