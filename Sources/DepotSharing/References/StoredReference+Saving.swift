internal import Depot
internal import Dispatch

extension Control {
    /// Takes note that there is something to save; true for the one who has to do it.
    mutating func beginSaving() -> Bool {
        mustSave = true
        if isSaving { return false }
        isSaving = true
        return true
    }
}

extension StoredReference {
    /// Hands the newest value to the store until none is newer.
    ///
    /// Only one thread is in here at a time, so that values reach the store in the order of their writes. A writer that
    /// is not first leaves its value to the one that is. After a while that one has done enough for others, and another
    /// thread goes on.
    func saveAll() {
        for _ in 0..<64 {
            guard let job = nextSave() else { return }
            run(job)
        }
        DispatchQueue.global().async { self.saveAll() }
    }

    private func run(_ job: SaveJob<Value>) {
        let context: SaveContext = job.waiters.isEmpty ? .didSet : .userInitiated
        saver?(
            job.value, context,
            SaveContinuation(SaveToken(reference: number, version: job.version)) { [weak self] outcome in
                self?.saved(job.version, outcome)
                for waiter in job.waiters { waiter.resume(with: outcome) }
            })
    }

    /// Takes note of the end of a save.
    private func saved(_ version: Int, _ outcome: Result<Void, any Error>) {
        if case .failure(SharedError.abandoned) = outcome, control.withLock({ $0.isOutdated(version) }) { return }
        let statusChanged = control.withLock { state in
            let hadError = state.status.saveError != nil
            switch outcome {
            case .success:
                if let unsaved = state.unsaved, unsaved <= version { state.unsaved = nil }
                state.status.saveError = nil
                return hadError
            case .failure(let error):
                state.status.saveError = error
                return true
            }
        }
        if statusChanged { observed.statusChanged() }
    }

    func save() async throws {
        guard saver != nil else { return }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let starts = control.withLock { state in
                state.savers.append(continuation)
                return state.beginSaving()
            }
            if starts { saveAll() }
        }
    }
}

/// One value to be saved, and who waits for it.
struct SaveJob<Value: Sendable>: Sendable {
    let value: Value
    let version: Int
    let waiters: [CheckedContinuation<Void, any Error>]
}

extension StoredReference {
    private func nextSave() -> SaveJob<Value>? {
        control.withLock { control in
            guard control.mustSave else {
                control.isSaving = false
                return nil
            }
            control.mustSave = false
            defer { control.savers = [] }
            return SaveJob(value: value, version: control.version, waiters: control.savers)
        }
    }
}

extension Control {
    /// Whether a later write takes the place of this one, so that its end is of no interest.
    func isOutdated(_ version: Int) -> Bool { unsaved.map { $0 > version } ?? true }
}
