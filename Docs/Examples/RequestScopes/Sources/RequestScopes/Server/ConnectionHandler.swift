import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches over one channel: cancels its request when the client hangs up, and closes it when the client takes longer than it may.
///
/// The limits are for a header, a body and an answer as a whole, so sending or taking a byte now and then does not help. A server that is
/// about to stop waits for answers, and for no client.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connections: Connections
    private let limits: Limits
    private let tally: Tally
    private let connection = Connection()
    private var patience = Patience()
    /// The time that what is waited for may take.
    private var timer: (wait: Patience.Wait, scheduled: Scheduled<Void>)?
    /// The answers that the client has not taken, and the time that it may take for them.
    private var answers: (count: Int, scheduled: Scheduled<Void>)?
    /// Whether nothing more is written.
    private var isOver = false

    init(_ connections: Connections, _ limits: Limits, _ tally: Tally) {
        self.connections = connections
        self.limits = limits
        self.tally = tally
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.add(connection, of: context.channel)
        if context.channel.isActive { setTimer(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        setTimer(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        connections.remove(context.channel)
        isOver = true
        if patience.isReceiving { tally.receiving.add(-1) }
        timer?.scheduled.cancel()
        answers?.scheduled.cancel()
        connection.end()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // A client that closes its side only still gets no answer; the other side is not told apart from one that is gone.
        case ChannelEvent.inputClosed as ChannelEvent: connection.end()
        case is ChannelShouldQuiesceEvent: bid(patience.quiesce(), context)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            patience.headerHasCome()
            tally.receiving.add(1)
        case .body: break
        case .end:
            patience.bodyHasCome()
            tally.receiving.add(-1)
        }
        setTimer(context)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isOver {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if patience.answersTooSoon { head.headerFields[.connection] = "close" }
            startAnswer(context)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let promise = promise ?? context.eventLoop.makePromise()
            let farewell = patience.answerIsWritten()
            promise.futureResult.assumeIsolated().whenComplete { _ in
                self.finishAnswer()
                self.bid(farewell, context)
            }
            setTimer(context)
            if farewell == nil { context.write(data, promise: promise) } else { context.writeAndFlush(data, promise: promise) }
        }
    }
}

extension ConnectionHandler {
    /// Starts the time of what is waited for now, unless it is running.
    private func setTimer(_ context: ChannelHandlerContext) {
        let wait = patience.wait
        guard timer?.wait != wait else { return }
        timer?.scheduled.cancel()
        let limit: TimeAmount
        switch wait {
        case .header: limit = limits.header
        case .body: limit = limits.body
        case .answer:
            timer = nil
            return
        }
        let scheduled = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { self.bid(self.patience.timeIsUp(), context) }
        timer = (wait, scheduled)
    }

    private func startAnswer(_ context: ChannelHandlerContext) {
        if let answers {
            self.answers = (answers.count + 1, answers.scheduled)
        } else {
            let scheduled = context.eventLoop.assumeIsolated().scheduleTask(in: limits.answer) { context.close(promise: nil) }
            answers = (1, scheduled)
        }
    }

    private func finishAnswer() {
        guard let answers else { return }
        if answers.count > 1 {
            self.answers = (answers.count - 1, answers.scheduled)
        } else {
            answers.scheduled.cancel()
            self.answers = nil
        }
    }

    /// Bids a client farewell that is not waited for any longer.
    private func bid(_ farewell: Patience.Farewell?, _ context: ChannelHandlerContext) {
        guard let farewell, !isOver else { return }
        isOver = true
        connection.end()
        switch farewell {
        case .close: context.close(promise: nil)
        case .tellAndClose:
            let refusal = Refusal.bodyTooSlow
            let body = refusal.body
            var head = HTTPResponse(status: refusal.status)
            head.headerFields = [.connection: "close", .contentType: "application/json", .contentLength: "\(body.readableBytes)"]
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(body)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        }
    }
}
