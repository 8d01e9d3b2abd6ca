internal import Depot
internal import Dispatch
internal import Foundation

/// Everything about one file in use: the writes that wait, what is known to be in it, and who wants to hear of changes.
///
/// Writing and looking for changes take place on one serial queue, so that neither falls into the middle of the other.
final class FileChannel: Sendable {
    let path: String
    let files: any FileSystem
    let clock: any Clock<Duration>
    let queue = DispatchQueue(label: "depot.sharing.file")
    let state = Locked(State())
    private let onDeinit: @Sendable () -> Void

    struct State {
        var schedule = WriteSchedule<Payload>()
        /// The bytes that are known to be in the file.
        var known: Data?
        /// The bytes that were last written here.
        var written: Data?
        /// Which write that was.
        var saved: SaveToken?
        var subscribers: [Int: Subscriber] = [:]
        var last = 0
        var watch: SharedSubscription?
        /// What a flush at exit waits for.
        var flushes: [DispatchSemaphore] = []
    }

    /// A value to be written.
    struct Payload: Sendable {
        let value: any Sendable
        let encode: @Sendable () throws -> Data
        let canDecode: @Sendable (Data) -> Bool
        let continuations: [SaveContinuation]
        let isAwaited: Bool
    }

    struct Subscriber {
        let changed: @Sendable (Data?) -> Void
        let failed: @Sendable (any Error) -> Void
    }

    init(
        _ path: String, _ files: any FileSystem, clock: any Clock<Duration>, onDeinit: @escaping @Sendable () -> Void
    ) {
        self.path = path
        self.files = files
        self.clock = clock
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}

// MARK: - Loading

extension FileChannel {
    /// The value in the file, or the one that is still on its way there; nil if the file is missing or empty.
    func load<Value>(_ coding: FileCoding<Value>) throws -> Value? {
        if let waiting = state.withLock({ $0.schedule.newest })?.value as? Value { return waiting }
        guard let data = try files.read(path) else { return nil }
        state.withLock { $0.known = data }
        return try decode(data, coding)
    }

    private func decode<Value>(_ data: Data, _ coding: FileCoding<Value>) throws -> Value? {
        if data.isEmpty { return nil }
        do {
            return try coding.decode(data)
        } catch {
            throw SharedError.undecodable(path: path, type: "\(Value.self)", reason: "\(error)")
        }
    }
}

// MARK: - Changes that others make

extension FileChannel {
    func subscribe<Value>(_ coding: FileCoding<Value>, _ subscriber: SharedSubscriber<Value>) -> SharedSubscription {
        let wanted = Subscriber(
            changed: { [path] data in
                do {
                    guard let data, !data.isEmpty else { return subscriber.yield(nil) }
                    subscriber.yield(try coding.decode(data))
                } catch {
                    subscriber.yield(throwing: SharedError.undecodable(path: path, type: "\(Value.self)", reason: "\(error)"))
                }
            },
            failed: { subscriber.yield(throwing: $0) })
        let (id, isFirst) = state.withLock { state in
            state.last += 1
            state.subscribers[state.last] = wanted
            return (state.last, state.subscribers.count == 1)
        }
        if isFirst { startWatching(wanted) }
        // It is this closure that keeps the channel as long as somebody uses the file.
        return SharedSubscription { [self] in
            let watch = state.withLock { state in
                state.subscribers[id] = nil
                guard state.subscribers.isEmpty else { return nil as SharedSubscription? }
                defer { state.watch = nil }
                return state.watch
            }
            watch?.cancel()
        }
    }

    private func startWatching(_ subscriber: Subscriber) {
        do {
            let watch = try files.watch(path) { [weak self] in
                guard let self else { return }
                queue.async { self.look() }
            }
            state.withLock { $0.watch = watch }
        } catch {
            subscriber.failed(error)
        }
    }

    /// Looks whether the file holds something that nobody here knows.
    private func look() {
        do {
            let data = try files.read(path)
            let (subscribers, isNew): ([Subscriber], Bool) = state.withLock { state in
                guard state.known != data else { return ([], false) }
                state.known = data
                return (Array(state.subscribers.values), true)
            }
            if isNew { for subscriber in subscribers { subscriber.changed(data) } }
        } catch {
            for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.failed(error) }
        }
    }
}
