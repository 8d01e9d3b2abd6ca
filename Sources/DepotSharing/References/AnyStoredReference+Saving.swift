internal import Depot
internal import Dispatch

extension AnyStoredReference {
    /// Hands the newest value to the store until none is newer; only for the thread that has the turn.
    ///
    /// Only one thread is in here at a time, so that values reach the store in the order of their writes. A writer that
    /// is not first leaves its value to the one that is. After a while that one has done enough for others, and another
    /// thread goes on.
    func saveAll() {
        for _ in 0..<64 {
            guard let job = nextSave() else { return }
            run(job)
        }
        control.withLock { $0.saving.pause() }
        DispatchQueue.global().async { if self.control.withLock({ $0.saving.take() }) { self.saveAll() } }
    }

    private func run(_ job: SaveJob) {
        let context: SaveContext = job.waiters.isEmpty ? .didSet : .userInitiated
        let continuation = SaveContinuation(job.token) { [weak self] outcome in
            self?.saved(job.token, outcome)
        } finish: { outcome in
            for waiter in job.waiters { waiter.resume(with: outcome) }
        }
        job.handover?(context, continuation)
        for waiting in control.withLock({ $0.saving.handedOver(job.token.version) }) { waiting.signal() }
    }

    /// Takes note of the end of a save, which sets `saveError` unless the save of a newer version has ended.
    private func saved(_ token: SaveToken, _ outcome: Result<Void, any Error>) {
        let version = token.version
        if case .failure(SharedError.abandoned) = outcome, control.withLock({ $0.isOutdated(version) }) { return }
        let (statusChanged, kept, before) = control.withLock { state -> (Bool, AnyStoredReference?, Status) in
            let before = state.status
            let isNewest = version >= state.ended
            state.ended = max(state.ended, version)
            let hadError = before.saveError != nil
            switch outcome {
            case .success:
                if isNewest { state.status.saveError = nil }
                // What could not be loaded is there no more, also where a later write is still to be saved.
                let isReplaced = token.isUnsaved && state.isBlind
                if isReplaced { (state.isBlind, state.status.loadError) = (false, nil) }
                let statusChanged = isNewest && hadError || isReplaced
                guard let unsaved = state.unsaved, unsaved <= version else { return (statusChanged, nil, before) }
                defer { (state.unsaved, state.kept) = (nil, nil) }
                return (statusChanged, state.kept, before)
            case .failure(let error):
                if isNewest { state.status.saveError = error }
                return (isNewest, nil, before)
            }
        }
        if statusChanged { observed.statusChanged() }
        // The last references to them may go here, outside the lock.
        withExtendedLifetime((kept, before)) {}
    }

    /// Waits until every write so far is saved.
    func save() async throws {
        guard isSaved else { return }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let starts = control.withLock { state in
                state.savers.append(continuation)
                return state.saving.begin()
            }
            if starts { saveAll() }
        }
    }
}

/// One value to be saved, and who waits for it.
struct SaveJob: Sendable {
    let handover: Handover?
    let token: SaveToken
    let waiters: [CheckedContinuation<Void, any Error>]
}

extension AnyStoredReference {
    private func nextSave() -> SaveJob? {
        let thread = CurrentThread.id
        return control.withLock { control in
            guard control.saving.next(thread) else { return nil }
            defer { control.savers = [] }
            let token = SaveToken(
                reference: number, version: control.version, isBlind: control.isBlind, isUnsaved: control.unsaved == control.version,
                isDefault: control.isDefault)
            return SaveJob(handover: handover(), token: token, waiters: control.savers)
        }
    }
}

extension Control {
    /// Whether a later write takes the place of this one, so that its end is of no interest.
    func isOutdated(_ version: Int) -> Bool { unsaved.map { $0 > version } ?? true }

    /// Whether the reference takes what its store tells: no write of its own is going to replace that.
    ///
    /// `version` is the one whose place was taken by what the store tells, if there is one.
    func takesNews(inPlaceOf version: Int?) -> Bool {
        guard let unsaved else { return true }
        return version.map { unsaved <= $0 } ?? false
    }
}

// MARK: - At exit

extension AnyStoredReference {
    /// Sees to it that every write that has returned is handed to the store.
    func handOver(until deadline: DispatchTime) {
        let thread = CurrentThread.id
        guard let version = control.withLock({ $0.unsaved }) else { return }
        while true {
            let semaphore = DispatchSemaphore(value: 0)
            switch control.withLock({ $0.saving.step(to: version, thread, semaphore) }) {
            case .done: return
            case .save: saveAll()
            case .nested:
                // Only a store of this library is called inside itself.
                if savesInside, let job = nextSave() { run(job) }
                return
            case .wait: if semaphore.wait(timeout: deadline) == .timedOut { return }
            }
        }
    }
}
