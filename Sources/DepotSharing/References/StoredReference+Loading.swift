internal import Depot

extension StoredReference {
    /// Takes the outcome of a load, unless the value in memory is newer.
    @discardableResult
    func loaded(_ outcome: Result<Value?, any Error>, _ mark: LoadOrder.Mark) -> Loaded {
        let found = found(outcome)
        let hasFailed = found.value == nil
        let verdict = settle(found) { $0.order.end(mark, isUnsaved: $0.unsaved != nil, hasFailed: hasFailed) }
        return (verdict, hasFailed ? found.error : nil)
    }

    /// Takes what a store tells; a write of the program's own that is not saved yet stays, unless the store has dropped it for this.
    func received(_ news: News, _ read: () throws -> Value?) {
        switch news {
        case .value(let version), .unreadable(let version):
            settle(found(Result { try read() })) { control in
                guard control.takesNews(inPlaceOf: version) else { return .leave }
                control.order.noteNews()
                return .take
            }
        case .latest: look(read)
        case .unwatched(let error): setLoadError(error)
        case .loading(let isLoading): setLoading(isLoading)
        }
    }

    /// Takes what the store holds, unless something is written or heard of while it is read: that is newer, so it is read again.
    private func look(_ read: () throws -> Value?) {
        while let before = control.withLock({ $0.order.beginLook(isUnsaved: $0.unsaved != nil) }) {
            let verdict = settle(found(Result { try read() })) { $0.order.endLook(before, isUnsaved: $0.unsaved != nil) }
            if verdict != .lookAgain { return }
        }
    }

    /// What a store gave, or the default where it has nothing; making that is user code.
    private func found(_ outcome: Result<Value?, any Error>) -> Found {
        do {
            if let stored = try outcome.get() { return (stored, false, nil) }
            let (value, error) = try starting(initial)
            return (value, true, error)
        } catch {
            return (nil, false, error)
        }
    }

    /// A value, if there is one, whether that is the default, and why there is none, or why an optional is nil.
    private typealias Found = (value: Value?, isDefault: Bool, error: (any Error)?)

    @discardableResult
    private func settle(_ found: Found, _ judge: (inout Control) -> LoadOrder.Verdict) -> LoadOrder.Verdict {
        var new = found.value
        let verdict = settle(found.error, judge) { control in
            guard var value = new else { return false }
            replace(&value, &control)
            control.isDefault = found.isDefault
            new = value
            return true
        }
        withExtendedLifetime(new) {}  // The value before is released outside the lock.
        return verdict
    }
}
