import Depot

/// The rows about scopes.
func scopeCases() -> [Case] {
    let container = Container()
    container.register((any OtherService).self, .scoped(.request), using: OtherPlain.init)
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
            name: "resolve in a scope what is there",
            run: { count in
                container.withScope(.request) { for _ in 0..<count { keep(container.resolve((any OtherService).self)) } }
            }, count: 2_000),
    ]
}
