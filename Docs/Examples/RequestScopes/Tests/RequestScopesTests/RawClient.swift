import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A client that sends what it is told, byte for byte, and keeps what comes back: one that is slow, or stops half-way.
final class RawClient: Sendable {
    private let channel: any Channel
    private let received: Received

    /// Connects to the loopback.
    static func connected(to port: Int) async throws -> RawClient {
        let received = Received()
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in channel.pipeline.addHandler(Reader(received)) }
            .connect(host: "127.0.0.1", port: port).get()
        return RawClient(channel, received)
    }

    private init(_ channel: any Channel, _ received: Received) {
        self.channel = channel
        self.received = received
    }

    /// What has come so far.
    var text: String { received.text.withLockedValue { $0 } }

    /// Whether the other side has closed the connection.
    var isClosed: Bool { !channel.isActive }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    func close() async { try? await channel.close() }

    private final class Received: Sendable {
        let text = NIOLockedValueBox("")
    }

    private final class Reader: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        private let received: Received

        init(_ received: Received) {
            self.received = received
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = String(buffer: unwrapInboundIn(data))
            received.text.withLockedValue { $0 += text }
        }
    }
}
