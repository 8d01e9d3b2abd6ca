internal import Depot
internal import Dispatch
internal import Foundation

/// Everything about one file in use: the writes that are not in it yet, what is known to be in it, and who wants to hear of changes.
///
/// Writes and looks are jobs of one serial queue, so that everybody is told of them in their order. The bytes are read and
/// replaced in a *turn*, which any thread may take: nothing of the user's runs in it, so its waiters wait for the disk only.
final class FileChannel: Sendable {
    let files: any FileSystem
    let clock: any Clock<Duration>
    let number = StoreNumber.next()
    let queue = DispatchQueue(label: "depot.sharing.file", target: .global())
    let state: Locked<State>
    /// Held while the file is read or replaced, for as long as the disk takes; `content` changes only in it.
    let turn = Locked(())
    /// The table that it is in, and its place there.
    private weak let channels: ChannelTable?
    let entry = ChannelTable.Entry()

    struct State {
        var path: String
        var schedule = WriteSchedule<Payload>()
        var content = FileContent()
        /// The number of the newest value that is to be written, and of the one that was written last.
        var submitted = 0
        var replaced = 0
        /// The newest version of each reference that was given to the file.
        var versions: [SaveToken] = []
        var subscribers: [Subscriber] = []
        /// What ends the watch by which changes that others make are heard of; nil while there is none.
        var watch: SharedSubscription?
        var isStartingWatch = false
        var watchFailures = 0
        var isLookDue = false
        var lookFailures = 0
        var isLookPutOff = false
        /// Whether the subscribers have been told that the file cannot be read.
        var isFailureTold = false
    }

    final class Subscriber: Sendable {
        /// The reference that it is for.
        let owner: Int
        /// Takes the new bytes, and the version of the reference that they took the place of before it was written, if there is one.
        let changed: @Sendable (_ data: Data?, _ version: Int?) -> Void
        let failed: @Sendable (any Error) -> Void
        let unwatched: @Sendable (any Error) -> Void

        init(
            owner: Int, changed: @escaping @Sendable (Data?, Int?) -> Void, failed: @escaping @Sendable (any Error) -> Void,
            unwatched: @escaping @Sendable (any Error) -> Void
        ) {
            self.owner = owner
            self.changed = changed
            self.failed = failed
            self.unwatched = unwatched
        }
    }

    init(_ path: String, _ files: any FileSystem, clock: any Clock<Duration>, in channels: ChannelTable) {
        state = Locked(State(path: path))
        self.files = files
        self.clock = clock
        self.channels = channels
    }

    deinit { channels?.forget(entry) }

    /// The file, by the name that it was first used by.
    var path: String { state.withLock { $0.path } }
}

// MARK: - Loading

extension FileChannel {
    /// The value that was written and is not in the file yet.
    ///
    /// A default that is to be saved is none: it does not take the place of what others put there meanwhile.
    private func newestWrite<Value>(as type: Value.Type) -> Value? {
        let newest = state.withLock { $0.schedule.newest }
        return newest?.token?.isUnsaved == true ? newest?.value as? Value : nil
    }

    /// The value in the file, or the one that is still on its way there; nil if the file is missing or empty.
    func load<Value>(_ coding: FileCoding<Value>) throws -> Value? {
        if let own = newestWrite(as: Value.self) { return own }
        do {
            let path = path
            let (data, isNew) = try turn.withLock { _ -> (Data?, Bool) in
                let data = try files.read(path)
                return (data, state.withLock { $0.content.wasLoaded(data) })
            }
            if isNew { lookSoon() }
            return try coding.value(in: data, path)
        } catch SharedError.file(let path, let action, let reason) {
            state.withLock { $0.content.couldNotBeRead() }
            lookAgain()
            throw SharedError.file(path: path, action: action, reason: reason)
        }
    }
}

extension FileChannel {
    /// Loads the value when all have been told of what the file held before: told later, that would be taken for newer.
    ///
    /// A value on its way to the file is loaded at once.
    func reload<Value>(_ coding: FileCoding<Value>, _ continuation: LoadContinuation<Value>) {
        if let own = newestWrite(as: Value.self) { return continuation.resume(returning: own) }
        queue.async { [self] in
            look()
            do { continuation.resume(returning: try load(coding)) } catch { continuation.resume(throwing: error) }
        }
    }
}

// MARK: - Looking

extension FileChannel {
    /// Has the file looked at, once for all that asked for it by then.
    func lookSoon() {
        let isFirst = state.withLock { state in
            defer { state.isLookDue = true }
            return !state.isLookDue
        }
        if isFirst { queue.async { [weak self] in self?.look() } }
    }

    /// Has the file looked at later, as it could not be read: later each time, up to about a minute.
    private func lookAgain() {
        let delay: Int? = state.withLock { state in
            if state.isLookPutOff { return nil }
            state.isLookPutOff = true
            state.lookFailures = min(state.lookFailures + 1, 7)
            return 1 << (state.lookFailures - 1)
        }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + .seconds(delay)) { [weak self] in
            self?.state.withLock { $0.isLookPutOff = false }
            self?.lookSoon()
        }
    }

    /// Looks whether the file holds something that nobody here knows, and tells the subscribers.
    private func look() {
        let path = state.withLock { state in
            state.isLookDue = false
            return state.path
        }
        do {
            let target = files.target(of: path)
            let (data, isNew) = try turn.withLock { _ -> (Data?, Bool) in
                let data = try files.read(path)
                return (data, state.withLock { $0.content.wasSeen(data) })
            }
            state.withLock { ($0.lookFailures, $0.isFailureTold) = (0, false) }
            channels?.move(entry, to: target)
            if isNew { for subscriber in subscribers { subscriber.changed(data, nil) } }
        } catch {
            let isFirst = state.withLock { state in
                state.content.couldNotBeRead()
                defer { state.isFailureTold = true }
                return !state.isFailureTold
            }
            if isFirst { for subscriber in subscribers { subscriber.failed(error) } }
            if !subscribers.isEmpty { lookAgain() }
        }
    }

    var subscribers: [Subscriber] { state.withLock { $0.subscribers } }
}
