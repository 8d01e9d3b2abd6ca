import Depot

/// The rows about scopes.
func scopeCases() -> [Case] {
    let container = Container()
    container.register((any OtherService).self, .scoped(.request), using: OtherPlain.init)
    container.register((any Service).self, .singleton) { _ in Plain() }
    container.register(RequestHandler.self, .scoped(.request), using: RequestHandler.init)
    return [
        Case(
            name: "open a request scope and close it",
            run: { count in for _ in 0..<count { container.withScope(.request) {} } }, count: 2_000),
        Case(
            name: "open a request scope, resolve one scoped object, close", limit: 12,
            run: { count in
                for _ in 0..<count { container.withScope(.request) { keep(container.resolve((any OtherService).self)) } }
            }, count: 2_000),
        Case(
            name: "open a request scope, resolve one that takes a singleton, close",
            run: { count in
                for _ in 0..<count { container.withScope(.request) { keepObject(container.resolve(RequestHandler.self)) } }
            }, count: 2_000),
        Case(
            name: "resolve in a scope what is there",
            run: { count in
                container.withScope(.request) { for _ in 0..<count { keep(container.resolve((any OtherService).self)) } }
            }, count: 2_000),
    ]
}

/// Something of a request's that takes a dependency.
private final class RequestHandler: Sendable {
    private let service: any Service
    init(_ service: any Service) { self.service = service }
}
