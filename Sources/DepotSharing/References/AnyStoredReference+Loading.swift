internal import Depot

extension AnyStoredReference {
    /// Loads the value again.
    func reload() async throws {
        guard isLoaded else { return }
        while true {
            let mark = beginLoading()
            let settle = await withCheckedContinuation { (continuation: CheckedContinuation<@Sendable () -> Loaded, Never>) in
                load(mark) { continuation.resume(returning: $0) }
            }
            let loaded = settle()
            if loaded.verdict == .loadAgain { continue }
            if let error = loaded.error { throw error }
            return
        }
    }

    /// Loads the value where it is not there yet or could not be loaded.
    func loadIfMissing() async throws {
        let status = status
        if status.isLoading || status.loadError != nil { try await reload() }
    }

    private func beginLoading() -> LoadOrder.Mark {
        let (mark, isFirst) = control.withLock { control in
            defer { control.status.isLoading = true }
            return (control.order.begin(isUnsaved: control.unsaved != nil), !control.status.isLoading)
        }
        if isFirst { observed.statusChanged() }
        return mark
    }

    /// A store says whether a value is on its way.
    func setLoading(_ isLoading: Bool) {
        let isChanged = control.withLock { control in
            defer { control.status.isLoading = isLoading }
            return control.status.isLoading != isLoading
        }
        if isChanged { observed.statusChanged() }
    }

    /// A store says what is wrong although the value is as good as any: unless it could not be loaded, which is worse.
    func setLoadError(_ error: any Error) {
        let isSet = control.withLock { control in
            guard control.status.loadError == nil else { return false }
            control.status.loadError = error
            return true
        }
        if isSet { observed.statusChanged() }
    }

    /// What has to be done after a load, outside the lock.
    private struct Settled: Sendable {
        let verdict: LoadOrder.Verdict
        /// Whose error is released outside the lock.
        let before: Status
        var isReplaced = false
        var statusChanged = false
    }

    /// Takes the outcome of a load or a look, unless the value in memory is newer.
    ///
    /// - Parameters:
    ///   - failure: Why there is no value, or why an optional is nil, if so.
    ///   - judge: Says what becomes of it; under the lock.
    ///   - take: Puts the value in its place and says whether there is one; under the lock.
    /// - Returns: What became of it.
    @discardableResult
    func settle(
        _ failure: (any Error)?, _ judge: (inout Control) -> LoadOrder.Verdict, _ take: (inout Control) -> Bool
    ) -> LoadOrder.Verdict {
        let settled = control.withLock { control -> Settled in
            let before = control.status
            let verdict = judge(&control)
            if verdict == .lookAgain { return Settled(verdict: verdict, before: before) }
            control.status.isLoading = control.order.underWay > 0 || verdict == .loadAgain
            let isLoadingChanged = before.isLoading != control.status.isLoading
            // What is loaded again says nothing yet.
            if verdict == .outdated || verdict == .loadAgain {
                return Settled(verdict: verdict, before: before, statusChanged: isLoadingChanged)
            }
            control.status.loadError = failure
            let statusChanged = isLoadingChanged || before.loadError != nil || failure != nil
            let isReplaced = verdict == .take && take(&control)
            if failure != nil && !isReplaced {
                (control.isBlind, control.isDefault) = (true, false)
            } else if verdict == .take {
                control.isBlind = false
            }
            return Settled(verdict: verdict, before: before, isReplaced: isReplaced, statusChanged: statusChanged)
        }
        if settled.isReplaced {
            tellFollowers()
            observed.changed()
        }
        if settled.statusChanged { observed.statusChanged() }
        return settled.verdict
    }
}
