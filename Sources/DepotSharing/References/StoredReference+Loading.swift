internal import Depot

extension StoredReference {
    /// Takes the outcome of a load, unless the value in memory is newer.
    @discardableResult
    func loaded(_ outcome: Result<Value?, any Error>, _ mark: LoadOrder.Mark) -> LoadOrder.Verdict {
        let hasFailed = if case .failure = outcome { true } else { false }
        return settle(outcome) { $0.order.end(mark, isUnsaved: $0.unsaved != nil, hasFailed: hasFailed) }
    }

    /// Takes what a store tells; a write of the program's own that is not saved yet stays, unless the store has dropped it for this.
    func received(_ news: News, _ read: () throws -> Value?) {
        switch news {
        case .value(let version), .unreadable(let version):
            settle(Result { try read() }) { control in
                guard control.takesNews(inPlaceOf: version) else { return .leave }
                control.order.noteNews()
                return .take
            }
        case .latest: look(read)
        case .unwatched, .loading: received(news)
        }
    }

    /// Takes what the store holds, unless something is written or heard of while it is read: that is newer, so it is read again.
    private func look(_ read: () throws -> Value?) {
        while let before = control.withLock({ $0.order.beginLook(isUnsaved: $0.unsaved != nil) }) {
            let verdict = settle(Result { try read() }) { $0.order.endLook(before, isUnsaved: $0.unsaved != nil) }
            if verdict != .lookAgain { return }
        }
    }

    @discardableResult
    private func settle(
        _ outcome: Result<Value?, any Error>, _ judge: (inout Control) -> LoadOrder.Verdict
    ) -> LoadOrder.Verdict {
        var new: Value?
        var failure: (any Error)?
        // The default is made before the lock is taken, as making it is user code.
        do { new = try outcome.get() ?? (try? initial()) } catch { failure = error }
        let verdict = settle(failure, judge) { control in
            guard var value = new else { return false }
            replace(&value, &control)
            new = value
            return true
        }
        withExtendedLifetime(new) {}  // The value before is released outside the lock.
        return verdict
    }
}
