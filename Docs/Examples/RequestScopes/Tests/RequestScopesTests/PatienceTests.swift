import DepotTesting
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import RequestScopes

/// What happens to a client that takes longer than it may, on a channel whose time the test turns.
@Suite struct PatienceTests {
    private static let limits = Limits(header: .seconds(3), body: .seconds(10), answer: .seconds(20))
    private let channel: EmbeddedChannel
    private let tally = Tally()

    init() throws {
        let connections = Connections(limits: Self.limits, tally: tally)
        channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(connections.handler())
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    private func send(_ parts: HTTPRequestPart...) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    private func answer() throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    private func wait(seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    /// The statuses of what the client got.
    private func statuses() throws -> [Int] {
        var statuses: [Int] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { statuses.append(head.status.code) }
        }
        return statuses
    }

    private static let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/login"))
    private static let body = HTTPRequestPart.body(ByteBuffer(string: "{"))

    @Test func `a client that sends no header is closed`() throws {
        wait(seconds: 2)
        #expect(channel.isActive)
        wait(seconds: 1)
        #expect(!channel.isActive)
    }

    @Test func `a client that goes on sending a body slowly is told, and closed when the time for all of it is up`() throws {
        try send(Self.head)
        for _ in 0..<9 {
            wait(seconds: 1)
            try send(Self.body)
        }
        #expect(channel.isActive)
        #expect(tally.receiving.value == 1)
        wait(seconds: 1)
        #expect(!channel.isActive)
        #expect(try statuses() == [408])
        #expect(tally.receiving.value == 0)
    }

    @Test func `the server may take its time, and then the client again`() throws {
        try send(Self.head, Self.body, .end(nil))
        wait(seconds: 100)
        #expect(channel.isActive)
        try answer()
        #expect(try statuses() == [200])
        wait(seconds: 2)
        try send(Self.head, .end(nil))
        wait(seconds: 100)
        try answer()
        #expect(try statuses() == [200])
        wait(seconds: 3)
        #expect(!channel.isActive)
    }

    @Test func `what was sent whole is answered before its slow successor is closed`() throws {
        try send(Self.head, .end(nil), Self.head, Self.body)
        wait(seconds: 10)
        #expect(channel.isActive)
        try answer()
        #expect(!channel.isActive)
        #expect(try statuses() == [200, 408])
    }

    @Test func `an answer before the end of the body is the last one`() throws {
        try send(Self.head, Self.body)
        try answer()
        #expect(!channel.isActive)
        #expect(try statuses() == [200])
    }

    @Test func `a server that stops waits for answers, and for no client`() throws {
        try send(Self.head, .end(nil))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive)
        try answer()
        #expect(!channel.isActive)
    }

    @Test(arguments: [[], [head], [head, body]])
    func `a server that stops closes a client that has sent nothing, or a part`(parts: [HTTPRequestPart]) throws {
        for part in parts { try send(part) }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!channel.isActive)
        #expect(try statuses() == [])
    }

    @Test func `a client that does not take an answer is closed`() throws {
        // What is written stays here.
        try channel.pipeline.syncOperations.addHandler(Full(), position: .first)
        try send(Self.head, .end(nil))
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        wait(seconds: 2)
        #expect(channel.isActive)
        wait(seconds: 18)
        #expect(!channel.isActive)
    }

    /// A client that takes nothing.
    private final class Full: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        private var promises: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if let promise { promises.append(promise) }
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            for promise in promises { promise.fail(ChannelError.ioOnClosedChannel) }
            context.close(mode: mode, promise: promise)
        }
    }
}
