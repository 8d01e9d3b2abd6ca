extension Disposables {
    /// Disposes one after the other, waiting for each; one that fails does not stop the rest, nor does the cancellation of
    /// the caller's task.
    ///
    /// - Parameters:
    ///   - entries: What is to be disposed, first things first.
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

    static func dispose(each entries: [Entry], of family: Family) async -> [DisposalFailure] {
        var failures: [DisposalFailure] = []
        for entry in entries {
            guard let instance = entry.instance else { continue }
            do {
                try await instance.dispose()
                family.emit(.disposed(type: typeName(of: type(of: instance))))
            } catch {
                let failure = DisposalFailure(type: typeName(of: type(of: instance)), error: error)
                failures.append(failure)
                family.emit(.disposalFailed(failure))
            }
        }
        return failures
    }

    /// Starts a disposal that nobody waits for here; `settled()` does.
    ///
    /// - Parameters:
    ///   - entries: What is to be disposed, first things first.
    ///   - core: Of what container.
    ///   - atOnce: Whether the caller asked for the end, so that disposers may run right here; else they run in a task of their own.
    static func dispose(_ entries: [Entry], of core: Core, atOnce: Bool = false) {
        guard !entries.isEmpty else { return }
        core.family.startDisposal(of: entries, atOnce: atOnce)
    }
}
