import Foundation
import NIOCore
import NIOPosix

/// A client that takes its time: it sends its request in pieces, or never to the end.
struct SlowClient {
    let host: String
    let port: Int
    var findings = Findings()

    init(server: String) throws {
        guard let url = URL(string: server), let host = url.host(), let port = url.port else { throw URLError(.badURL) }
        self.host = host
        self.port = port
    }

    /// Sends slowly until the deadline, and leaves the last connection open, half-way through a request.
    mutating func run(until deadline: ContinuousClock.Instant) async -> Findings {
        while .now < deadline, findings.errorCount == 0 {
            do {
                findings.slow += 1
                if Bool.random() {
                    try await sendInPieces()
                } else {
                    try await sendHalf(until: min(deadline, .now.advanced(by: .milliseconds(Int.random(in: 0..<15_000)))))
                }
            } catch {
                findings.fail("A slow client: \(error)")
            }
        }
        return findings
    }

    /// A request that is slow, but not too slow, is answered like any other.
    private func sendInPieces() async throws {
        let answer = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: String.self)
        let channel = try await connect(answer)
        let body = #"{"name": "nobody", "password": "not the password"}"#
        let text = "POST /login HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body
        for piece in [text.prefix(30), text.dropFirst(30).prefix(60), text.dropFirst(90)] {
            try await channel.writeAndFlush(ByteBuffer(string: String(piece)))
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<200)))
        }
        let got = try await answer.futureResult.get()
        if !got.hasPrefix("HTTP/1.1 401 ") { throw Unexpected(answer: got) }
        try? await channel.close()
    }

    /// A header or a body that does not end.
    private func sendHalf(until end: ContinuousClock.Instant) async throws {
        let answer = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: String.self)
        let channel = try await connect(answer)
        let half = ["POST /login HT", "POST /sign-up HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 100\r\n\r\n{"].randomElement() ?? ""
        try await channel.writeAndFlush(ByteBuffer(string: half))
        try? await Task.sleep(until: end, clock: .continuous)
        guard channel.isActive else {
            let got = try await answer.futureResult.get()
            if !got.isEmpty, !got.hasPrefix("HTTP/1.1 408 ") { throw Unexpected(answer: got) }
            return
        }
        // Sometimes it hangs up, and sometimes it just stays.
        if Bool.random() { try? await channel.close() }
    }

    private func connect(_ answer: EventLoopPromise<String>) async throws -> any Channel {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Reader(answer)) }
            }
            .connect(host: host, port: port).get()
    }

    /// An answer that was not to be expected.
    private struct Unexpected: Error {
        let answer: String
    }

    /// Takes what comes until the server closes the connection.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let answer: EventLoopPromise<String>
        private var text = ""

        init(_ answer: EventLoopPromise<String>) {
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { text += String(buffer: unwrapInboundIn(data)) }

        func channelInactive(context: ChannelHandlerContext) { answer.succeed(text) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
