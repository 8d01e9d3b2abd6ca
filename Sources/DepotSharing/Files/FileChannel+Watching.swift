internal import Depot
internal import Dispatch
internal import Foundation

// Changes that others make.

extension FileChannel {
    func subscribe<Value>(_ coding: FileCoding<Value>, _ subscriber: SharedSubscriber<Value>) -> SharedSubscription {
        let wanted = Subscriber(
            owner: subscriber.owner,
            changed: { [weak self] data, version in
                let path = self?.path ?? ""
                subscriber.yield(Result { try coding.value(in: data, path) }, inPlaceOf: version)
            },
            failed: { subscriber.yield(throwing: $0) }, unwatched: { subscriber.yield(unwatched: $0) })
        state.withLock { $0.subscribers.append(wanted) }
        if let error = startWatching() { wanted.unwatched(error) }
        // It is this closure that keeps the channel as long as somebody uses the file.
        return SharedSubscription { [self] in unsubscribe(wanted) }
    }

    private func unsubscribe(_ subscriber: Subscriber) {
        let watch = state.withLock { state -> SharedSubscription? in
            state.subscribers.removeAll { $0 === subscriber }
            state.versions.removeAll { $0.reference == subscriber.owner }
            return state.subscribers.isEmpty ? state.watch.take() : nil
        }
        watch?.cancel()
    }

    /// Begins to watch, unless that is done or being done.
    ///
    /// - Returns: Why it cannot be done, if so; it is tried again later.
    private func startWatching() -> (any Error)? {
        let start: (path: String, failures: Int)? = state.withLock { state in
            guard state.watch == nil, !state.isStartingWatch, !state.subscribers.isEmpty else { return nil }
            state.isStartingWatch = true
            return (state.path, state.watchFailures)
        }
        guard let start else { return nil }
        do {
            let watch = try files.watch(
                start.path, changed: { [weak self] in self?.lookSoon() }, failed: { [weak self] in self?.stoppedWatching($0) })
            let (isUnwanted, isOver) = state.withLock { state in
                let isUnwanted = state.subscribers.isEmpty || ExactPath(state.path) != ExactPath(start.path)
                // It may have failed before it was returned.
                let isOver = state.watchFailures != start.failures
                state.isStartingWatch = false
                if !isUnwanted && !isOver { (state.watch, state.watchFailures) = (watch, 0) }
                return (isUnwanted, isOver)
            }
            if isUnwanted || isOver {
                watch.cancel()
                if isUnwanted { return startWatching() }
                watchAgain()
            } else if start.failures > 0 {
                state.withLock { $0.content.couldNotBeRead() }
                lookSoon()
            }
            return nil
        } catch {
            let isFirst = state.withLock { state in
                state.isStartingWatch = false
                return state.watchFailures == 0
            }
            if isFirst { queue.async { [weak self] in self?.tellUnwatched(error) } }
            watchAgain()
            return error
        }
    }

    private func watchAgain() {
        let delay = state.withLock { state in
            state.watchFailures += 1
            return 1 << min(state.watchFailures - 1, 6)
        }
        queue.asyncAfter(deadline: .now() + .seconds(delay)) { [weak self] in _ = self?.startWatching() }
    }

    private func stoppedWatching(_ error: any Error) {
        let watch = state.withLock { $0.watch.take() }
        watch?.cancel()
        watchAgain()
        queue.async { [weak self] in self?.tellUnwatched(error) }
    }

    private func tellUnwatched(_ error: any Error) { for subscriber in subscribers { subscriber.unwatched(error) } }

    /// Keeps to one file from now on, whatever the path leads to later: it is in use by several names.
    func pin(to target: String) {
        let watch = state.withLock { state -> SharedSubscription? in
            guard ExactPath(state.path) != ExactPath(target) else { return nil }
            state.path = target
            return state.watch.take()
        }
        guard let watch else { return }
        _ = startWatching()
        watch.cancel()
        lookSoon()
    }

    /// Tells everybody but the writer of the bytes of a value that was written here.
    func tellOthers(of payload: Payload, _ data: Data) {
        for subscriber in subscribers where subscriber.owner != payload.token?.reference {
            subscriber.changed(data, payload.version(of: subscriber.owner))
        }
    }
}
