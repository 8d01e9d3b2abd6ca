import Depot

/// A container with the request's objects that the rows about scopes open.
func requestContainer() -> Container {
    let container = Container()
    container.register((any Service).self, .singleton) { _ in Plain() }
    container.register((any OtherService).self, .singleton, using: OtherPlain.init)
    container.register(RequestLog.self, .scoped(.request), using: RequestLog.init)
    container.register(RequestTimer.self, .scoped(.request)) { _ in RequestTimer() }
    container.register(RequestHandler.self, .scoped(.request), using: RequestHandler.init)
    container.register(RequestUseCase.self, .scoped(.request), using: RequestUseCase.init)
    container.expect(RequestID.self, in: .request)
    container.register(RequestInfo.self, .scoped(.request), using: RequestInfo.init)
    container.register(RequestNote.self, .scoped(.request)) { _ in RequestNote(RequestID(number: 1)) }
    // Built before the rows begin.
    keep(container.resolve((any Service).self))
    keep(container.resolve((any OtherService).self))
    return container
}

/// The rows about scopes.
func scopeCases() -> [Case] {
    let container = requestContainer()
    return [
        unitCase(),
        taskLocalCase(),
        Case("open a request scope and close it", floor: Floor.taskLocal, count: 2_000) { count in
            for _ in 0..<count { container.withScope(.request) {} }
        },
        Case("open a request scope, resolve one scoped object, close", limit: .atMost(19), floor: Floor.taskLocal, count: 2_000) { count in
            for _ in 0..<count { openRequest(container) }
        },
        Case("open a request scope, resolve one made by a closure, close", limit: .atMost(24), floor: Floor.taskLocal, count: 2_000) {
            count in
            for _ in 0..<count { openRequestOfClosure(container) }
        },
        Case("open a request scope, resolve one that takes a singleton, close", limit: .atMost(28), floor: Floor.taskLocal, count: 1_000) {
            count in
            for _ in 0..<count { container.withScope(.request) { keepObject(container.resolve(RequestHandler.self)) } }
        },
        Case(
            "open a request scope, resolve one that takes two singletons and a scoped one, close", limit: .atMost(55),
            floor: Floor.taskLocal,
            count: 500
        ) { count in
            for _ in 0..<count { openWholeRequest(container) }
        },
        Case(passedValue, count: 2_000) { count in
            for _ in 0..<count { container.withScope(.request) { keepObject(container.resolve(RequestNote.self)) } }
        },
        Case("open a request scope that is given a value, resolve one made from it, close", limit: .atMost(27), count: 1_000) { count in
            for number in 0..<count { openRequest(container, about: number) }
        },
        Case("the same, against one made from a value that its registration passes", limit: .atMost(1.4), unit: passedValue, count: 1_000) {
            count in
            for number in 0..<count { openRequest(container, about: number) }
        },
        Case("resolve in a scope what is there", count: 2_000) { count in
            container.withScope(.request) { for _ in 0..<count { keepObject(container.resolve(RequestLog.self)) } }
        },
    ] + [10, 100, 1_000].map(crowdedScopeCase)
}

/// One request: a scope, an object that it keeps, and the end of both.
func openRequest(_ container: Container) {
    container.withScope(.request) { keepObject(container.resolve(RequestLog.self)) }
}

/// One request whose object takes two singletons and another object of the request.
func openWholeRequest(_ container: Container) {
    container.withScope(.request) { keepObject(container.resolve(RequestUseCase.self)) }
}

private let passedValue = "open a request scope, resolve one made from a value that its registration passes, close"

/// One request that is given a value: a scope, an object that is made from it, and the end of both.
func openRequest(_ container: Container, about number: Int) {
    container.withScope(.request, providing: { $0.provide(RequestID.self, RequestID(number: number)) }) {
        keepObject(container.resolve(RequestInfo.self))
    }
}

/// Opens a request's scope and resolves what a closure makes in it.
func openRequestOfClosure(_ container: Container) { container.withScope(.request) { keepObject(container.resolve(RequestTimer.self)) } }

/// Many services, each made by a closure, in one scope: each costs the same, however many there are.
private func crowdedScopeCase(_ size: Int) -> Case {
    let container = Container()
    var resolves: [@Sendable (Container) -> Void] = []
    func add<Number: Numbered>(_ type: Number.Type) {
        container.register(Numeric<Number>.self, .scoped(.request)) { _ in Numeric() }
        resolves.append { keepObject($0.resolve(Numeric<Number>.self)) }
    }
    for type in numberTypes(size) { add(type) }
    let all = resolves
    return Case("\(size) scoped services made by closures in one scope, each", limit: .atMost(26), count: 1_000) { count in
        for _ in 0..<max(count / size, 1) { container.withScope(.request) { for resolve in all { resolve(container) } } }
    }
}

/// Something of a request's without dependencies, registered by its initializer.
final class RequestLog: Sendable {
    init() {}
}

/// The same, registered by a closure.
private final class RequestTimer: Sendable {
    init() {}
}

/// What a request is about.
private struct RequestID: Sendable {
    let number: Int
}

/// Something that is made from what the request's scope was given.
private final class RequestInfo: Sendable {
    let id: RequestID
    init(_ id: RequestID) { self.id = id }
}

/// The same, from a value that its registration passes.
private final class RequestNote: Sendable {
    let id: RequestID
    init(_ id: RequestID) { self.id = id }
}

/// Something of a request's that takes a singleton.
private final class RequestHandler: Sendable {
    let service: any Service
    init(_ service: any Service) { self.service = service }
}

/// Something of a request's that takes two singletons, and one more of the request's.
private final class RequestUseCase: Sendable {
    let service: any Service
    let other: any OtherService
    let log: RequestLog

    init(_ service: any Service, _ other: any OtherService, _ log: RequestLog) {
        self.service = service
        self.other = other
        self.log = log
    }
}
