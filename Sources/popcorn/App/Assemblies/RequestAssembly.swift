import Depot

/// What lives as long as one command.
struct RequestAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register(RequestLog.self, .scoped(.request), in: .platform, using: RequestLog.init)
    }
}
