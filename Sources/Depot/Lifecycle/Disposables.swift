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

    /// Disposes in reverse order of creation, waiting for each; one that fails does not stop the rest.
    ///
    /// - Parameters:
    ///   - entries: What is to be disposed.
    ///   - family: Whose observers are told of each disposal and each failure.
    /// - Returns: What failed.
    static func disposed(_ entries: [Entry], of family: Family) async -> [DisposalFailure] {
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
    static func dispose(_ entries: [Entry], of core: Core) {
        guard !entries.isEmpty else { return }
        core.family.startDisposal(of: entries)
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

extension Family {
    /// Disposes in a task of its own that `settled()` waits for.
    ///
    /// Disposals of one family run one after the other, in the order in which they were started.
    func startDisposal(of entries: [Disposables.Entry]) {
        pendingDisposals.withLock { pending in
            let before = pending.last
            pending.last = Task {
                await before?.value
                _ = await Disposables.disposed(entries, of: self)
            }
        }
    }

    /// Waits for the disposals that were started.
    func settled() async {
        await pendingDisposals.withLock { $0.last }?.value
    }
}

/// The disposals that run on their own.
struct PendingDisposals {
    var last: Task<Void, Never>?
}
