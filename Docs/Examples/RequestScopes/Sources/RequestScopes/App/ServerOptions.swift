import NIOCore

/// What differs from one run to the next.
struct ServerOptions: Sendable {
    /// The database's file; it is made where it is not there.
    let database: String
    /// The port on the loopback; 0 for any that is free.
    var port = 0
    var limits = Limits()
    /// Whether there are paths that go wrong on purpose.
    var isRehearsal = false
}

/// How long the server waits for a client, and for how much.
struct Limits: Sendable {
    /// From the connection's beginning, or the last answer, to the end of the next request's header.
    var header = TimeAmount.seconds(30)
    /// From the end of the header to the end of the body.
    var body = TimeAmount.seconds(10)
    /// Until the client has taken an answer.
    var answer = TimeAmount.seconds(30)
    /// The bytes of a body.
    var bodySize = 64 * 1024
}
