/// What differs from one run to the next.
struct ServerOptions: Sendable {
    /// The database's file; it is made where it is not there.
    let database: String
    /// The port on the loopback; 0 for any that is free.
    var port = 0
    /// Whether there are paths that go wrong on purpose.
    var isRehearsal = false
}
