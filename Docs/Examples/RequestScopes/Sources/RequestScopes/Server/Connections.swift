import NIOConcurrencyHelpers
import NIOCore
import NIOHTTPTypes

/// The server's connections, and what is to be done when the client of one hangs up.
///
/// Hummingbird lets a handler go on when its client is gone, which is right for most servers: what was begun is finished. This one
/// rolls back instead: a client that has not heard of a success may take it that nothing happened.
final class Connections: Sendable {
    private let open = NIOLockedValueBox<[ObjectIdentifier: Connection]>([:])

    /// The connection of a channel; nil for a channel that no ``handler()`` was put on, such as a test's.
    func connection(of channel: any Channel) -> Connection? {
        open.withLockedValue { $0[ObjectIdentifier(channel)] }
    }

    /// What watches over one channel.
    func handler() -> any RemovableChannelHandler { Handler(self) }

    private final class Handler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        private let connections: Connections
        private let connection = Connection()

        init(_ connections: Connections) {
            self.connections = connections
        }

        func handlerAdded(context: ChannelHandlerContext) {
            connections.open.withLockedValue { $0[ObjectIdentifier(context.channel)] = connection }
        }

        func channelInactive(context: ChannelHandlerContext) {
            connections.open.withLockedValue { $0[ObjectIdentifier(context.channel)] = nil }
            connection.end()
            context.fireChannelInactive()
        }

        /// A client that closes its side only still gets no answer; the other side is not told apart from one that is gone.
        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if let event = event as? ChannelEvent, event == .inputClosed { connection.end() }
            context.fireUserInboundEventTriggered(event)
        }
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

    /// The client has hung up.
    func end() {
        let cancel = state.withLockedValue { state in
            state.isOver = true
            return state.cancel
        }
        cancel?()
    }
}
