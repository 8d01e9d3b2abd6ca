internal import Depot

/// The files that have something to be written when the process exits.
final class UnwrittenFiles: Sendable {
    static let shared = {
        let shared = UnwrittenFiles()
        AtExit.run(.files) { shared.flush() }
        return shared
    }()

    private let channels = Locked<[ObjectIdentifier: FileChannel]>([:])

    /// Takes note of a channel, unless it has written everything in the meantime.
    func add(_ channel: FileChannel) {
        channels.withLock { channels in
            if !channel.state.withLock({ $0.schedule.isIdle }) { channels[ObjectIdentifier(channel)] = channel }
        }
    }

    /// Forgets a channel, unless there is something to write again.
    func removeIfIdle(_ channel: FileChannel) {
        channels.withLock { channels in
            // The caller keeps it, so it is not released in here.
            if channel.state.withLock({ $0.schedule.isIdle }) { channels[ObjectIdentifier(channel)] = nil }
        }
    }

    private func flush() {
        for channel in channels.withLock({ $0 }).values { channel.flush() }
    }
}
