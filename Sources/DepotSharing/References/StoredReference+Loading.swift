internal import Depot

extension StoredReference {
    func reload() async throws {
        guard let loader else { return }
        while true {
            let mark = beginLoading()
            let outcome = await Self.load(with: loader)
            if loaded(outcome, mark) == .loadAgain { continue }
            _ = try outcome.get()
            return
        }
    }

    static func load(with loader: Loader<Value>) async -> Result<Value?, any Error> {
        await withCheckedContinuation { continuation in
            loader(.userInitiated, LoadContinuation { continuation.resume(returning: $0) })
        }
    }

    private func beginLoading() -> LoadOrder.Mark {
        let (mark, isFirst) = control.withLock { control in
            defer { control.status.isLoading = true }
            return (control.order.begin(isUnsaved: control.unsaved != nil), !control.status.isLoading)
        }
        if isFirst { observed.statusChanged() }
        return mark
    }

    /// Takes the outcome of a load, unless the value in memory is newer.
    @discardableResult
    func loaded(_ outcome: Result<Value?, any Error>, _ mark: LoadOrder.Mark) -> LoadOrder.Verdict {
        settle(outcome) { control in
            if case .failure = outcome {
                control.order.end()
                return .leave
            }
            return control.order.end(mark, isUnsaved: control.unsaved != nil)
        }
    }

    /// Takes what a store tells; a write of the program's own that is not saved yet stays.
    func received(_ news: News<Value>) {
        switch news {
        case .value(let value): received(.success(value))
        case .latest(let read): look(read)
        case .unreadable(let error): received(.failure(error))
        case .unwatched(let error):
            control.withLock { $0.status.loadError = error }
            observed.statusChanged()
        case .loading(let isLoading): setLoading(isLoading)
        }
    }

    private func received(_ outcome: Result<Value?, any Error>) {
        settle(outcome) { control in
            guard control.unsaved == nil else { return .leave }
            control.order.noteNews()
            return .take
        }
    }

    /// Takes what the store holds, unless something is written or heard of while it is read: that is newer, so it is read again.
    private func look(_ read: () throws -> Value?) {
        while let before = control.withLock({ $0.order.beginLook(isUnsaved: $0.unsaved != nil) }) {
            let verdict = settle(Result { try read() }) { $0.order.endLook(before, isUnsaved: $0.unsaved != nil) }
            if verdict != .lookAgain { return }
        }
    }

    private func setLoading(_ isLoading: Bool) {
        let changed = control.withLock { state in
            defer { state.status.isLoading = isLoading }
            return state.status.isLoading != isLoading
        }
        if changed { observed.statusChanged() }
    }

    @discardableResult
    private func settle(
        _ outcome: Result<Value?, any Error>, _ judge: @Sendable (inout Control) -> LoadOrder.Verdict
    ) -> LoadOrder.Verdict {
        // The default is made before the lock is taken, as making it is user code.
        let outcome = outcome.map { $0 ?? (try? initial.get()) }
        let settled = control.withLock { control -> Settled<Value> in
            let status = control.status
            let verdict = judge(&control)
            if verdict == .lookAgain { return Settled(verdict: verdict, statusChanged: false) }
            control.status.isLoading = control.order.underWay > 0 || verdict == .loadAgain
            switch outcome {
            case .success(let value):
                control.status.loadError = nil
                let statusChanged = status.isLoading != control.status.isLoading || status.loadError != nil
                guard verdict == .take else { return Settled(verdict: verdict, statusChanged: statusChanged) }
                control.isBlind = false
                guard var value else { return Settled(verdict: verdict, statusChanged: statusChanged) }
                replace(&value, &control)
                return Settled(verdict: verdict, before: value, statusChanged: statusChanged)
            case .failure(let error):
                control.status.loadError = error
                control.isBlind = true
                return Settled(verdict: verdict, statusChanged: true)
            }
        }
        if settled.before != nil {
            tellFollowers()
            observed.changed()
        }
        if settled.statusChanged { observed.statusChanged() }
        return settled.verdict
    }
}

/// What has to be done after a load, outside the lock.
private struct Settled<Value: Sendable>: Sendable {
    let verdict: LoadOrder.Verdict
    /// The value that was replaced, if one was.
    var before: Value?
    let statusChanged: Bool
}
