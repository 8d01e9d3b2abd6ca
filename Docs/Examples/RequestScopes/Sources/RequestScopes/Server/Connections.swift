import NIOConcurrencyHelpers
import NIOCore

/// The server's connections, and what is to be done when the client of one hangs up.
///
/// Hummingbird lets a handler go on when its client is gone, which is right for most servers: what was begun is finished. This one
/// rolls back instead: a client that has not heard of a success may take it that nothing happened.
final class Connections: Sendable {
    private let open = NIOLockedValueBox<[ObjectIdentifier: Connection]>([:])
    private let limits: Limits
    private let tally: Tally

    init(limits: Limits, tally: Tally) {
        self.limits = limits
        self.tally = tally
    }

    /// The connection of a channel; nil for a channel that no ``handler()`` was put on, such as a test's.
    func connection(of channel: any Channel) -> Connection? {
        open.withLockedValue { $0[ObjectIdentifier(channel)] }
    }

    /// What watches over one channel.
    func handler() -> any RemovableChannelHandler { ConnectionHandler(self, limits, tally) }

    func add(_ connection: Connection, of channel: any Channel) {
        open.withLockedValue { $0[ObjectIdentifier(channel)] = connection }
    }

    func remove(_ channel: any Channel) {
        _ = open.withLockedValue { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}

/// A connection, which serves one request at a time.
final class Connection: Sendable {
    private struct State {
        var isOver = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = NIOLockedValueBox(State())

    /// Has something called when the client hangs up, at once if it has; nil ends that.
    func onEnd(_ cancel: (@Sendable () -> Void)?) {
        let isOver = state.withLockedValue { state in
            state.cancel = cancel
            return state.isOver
        }
        if isOver { cancel?() }
    }

    /// The client has hung up, or is not waited for any longer.
    func end() {
        let cancel = state.withLockedValue { state in
            state.isOver = true
            return state.cancel
        }
        cancel?()
    }
}
