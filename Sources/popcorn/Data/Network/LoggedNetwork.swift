/// A network that notes each answer in the log of the request's scope it is called in.
struct LoggedNetwork: NetworkManager {
    private let base: any NetworkManager
    private let log: @Sendable () -> RequestLog

    init(_ base: any NetworkManager, log: @escaping @Sendable () -> RequestLog) {
        self.base = base
        self.log = log
    }

    var place: String { base.place }

    func send(_ request: Request) async throws(Problem) -> Reply {
        let reply = try await base.send(request)
        log().note(request, reply, place)
        return reply
    }
}
