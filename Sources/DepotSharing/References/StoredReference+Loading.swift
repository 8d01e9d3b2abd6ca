internal import Depot

extension StoredReference {
    func reload() async throws {
        guard let loader else { return }
        setLoading(true)
        let before = control.withLock { $0.version }
        let outcome = await Self.load(with: loader)
        loaded(outcome, since: before)
        _ = try outcome.get()
    }

    static func load(with loader: Loader<Value>) async -> Result<Value?, any Error> {
        await withCheckedContinuation { continuation in
            loader(.userInitiated, LoadContinuation { continuation.resume(returning: $0) })
        }
    }

    /// Takes the outcome of a load that began at a version; a value that was written or heard of since then stays.
    func loaded(_ outcome: Result<Value?, any Error>, since version: Int) {
        settle(outcome, replaces: { $0.version == version && $0.unsaved == nil })
    }

    /// Takes a change that somebody else made in the store; a write of the program's own that is not saved yet stays.
    func received(_ outcome: Result<Value?, any Error>) {
        settle(outcome, replaces: { $0.unsaved == nil })
    }

    func setLoading(_ isLoading: Bool) {
        let changed = control.withLock { state in
            defer { state.status.isLoading = isLoading }
            return state.status.isLoading != isLoading
        }
        if changed { observed.statusChanged() }
    }

    private func settle(_ outcome: Result<Value?, any Error>, replaces: @Sendable (Control) -> Bool) {
        // The default is made before the lock is taken, as making it is user code.
        let outcome = outcome.map { $0 ?? (try? initial.get()) }
        let (before, statusChanged): (Value?, Bool) = control.withLock { control in
            let status = control.status
            control.status.isLoading = false
            switch outcome {
            case .success(let value):
                control.status.loadError = nil
                let statusChanged = status.isLoading || status.loadError != nil
                guard var value, replaces(control) else { return (nil, statusChanged) }
                replace(&value, &control)
                return (value, statusChanged)
            case .failure(let error):
                control.status.loadError = error
                return (nil, true)
            }
        }
        if let before, case .success(let after?) = outcome {
            tellFollowers(before, after)
            observed.changed()
        }
        if statusChanged { observed.statusChanged() }
    }
}
