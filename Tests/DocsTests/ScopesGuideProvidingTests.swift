import Depot
import Testing

// The code of what a scope is given in Docs/Depot.docc/Scopes.md, compiled and run; ScopesGuideTests compares the guide and the tests.

private struct HTTPRequest: Sendable {
    let path: String
}

private final class RequestLog: Sendable {
    let request: HTTPRequest

    init(_ request: HTTPRequest) {
        self.request = request
    }
}

private final class Deadline: Sendable {
    let path: String

    init(_ request: HTTPRequest) {
        path = request.path
    }
}

private protocol Toolbar: Sendable {}

private final class UserToolbar: Toolbar {}

private final class AdminToolbar: Toolbar {}

private final class LabelledToolbar: Toolbar {}

@MainActor private final class Banner {}

private struct Plan: Sendable {
    let name: String

    init(_ name: String) {
        self.name = name
    }
}

private final class Badge: Sendable {
    let plan: Plan

    init(_ plan: Plan) {
        self.plan = plan
    }
}

private final class History: Sendable {}

@Suite struct ScopesGuideProvidingTests {
    private let container = Container()
    private let request = HTTPRequest(path: "/items")

    @Test func `S8: a scope is given what its objects are made from`() {
        container.expect(HTTPRequest.self, in: .request)
        container.register(RequestLog.self, .scoped(.request), using: RequestLog.init)  // init(_ request: HTTPRequest)
        container.withScope(.request, id: "r-45", providing: { $0.provide(HTTPRequest.self, request) }) {
            #expect(container.resolve(RequestLog.self).request.path == "/items")
        }
        container.withScope(.request, providing: { $0.provide(HTTPRequest.self, HTTPRequest(path: "/other")) }) {
            container.withScope(.request) { #expect(container.resolve(RequestLog.self).request.path == "/other") }
        }
    }

    @Test @MainActor func `S8: each form of providing`() {
        container.expect(HTTPRequest.self, in: .request)
        container.expect(Deadline.self, in: .request)
        container.expect((any Toolbar).self, in: .request)
        container.expect(Banner.self, in: .request)
        container.expect(String.self, name: "locale", in: .request)
        container.withScope(.request) { scope in
            scope.provide(HTTPRequest.self, request)  // an instance that exists
            scope.provide(Deadline.self) { r in Deadline(try r.resolve(HTTPRequest.self)) }  // a closure
            scope.provide((any Toolbar).self, using: AdminToolbar.init)  // a function of what it needs
            scope.provide(Banner.self, onMainActor: { _ in Banner() })  // a closure that the main actor runs
            scope.provide(String.self, name: "locale", "ko")  // each with a name, where it has one
        } operation: {
            #expect(container.resolve(Deadline.self).path == "/items")
            #expect(container.resolve((any Toolbar).self) is AdminToolbar)
            #expect(container.resolve(String.self, name: "locale") == "ko")
        }
        container.withScope(.request, providing: { $0.provide(Banner.self, onMainActor: { _ in Banner() }) }) {
            #expect(container.resolve(Banner.self) === container.resolve(Banner.self))
        }
    }

    @Test func `S8: what is provided stands before the registration and its decorators, a replacement before both`() {
        container.register((any Toolbar).self, .scoped(.screen), using: UserToolbar.init)
        container.decorate((any Toolbar).self) { _, _ in LabelledToolbar() }
        container.withScope(.screen) {
            #expect(container.resolve((any Toolbar).self) is LabelledToolbar)
        }
        container.withScope(.screen, providing: { $0.provide((any Toolbar).self, using: AdminToolbar.init) }) {
            #expect(container.resolve((any Toolbar).self) is AdminToolbar)
            container.replace((any Toolbar).self, with: UserToolbar())
            #expect(container.resolve((any Toolbar).self) is UserToolbar)
        }
    }

    @Test func `S9: what was not provided is told with the scope and who needs it`() throws {
        container.expect(HTTPRequest.self, in: .request, file: "App/Assembly.swift", line: 4)
        container.register(RequestLog.self, .scoped(.request), file: "App/Assembly.swift", line: 5, using: RequestLog.init)
        let error = container.withScope(.request, id: "r-46", file: "App/Server.swift", line: 12) {
            #expect(throws: ResolutionError.self) { try container.tryResolve(RequestLog.self) }
        }
        #expect(try blocks("text", of: "Docs/Depot.docc/Scopes.md").contains("\(try #require(error))\n"))
    }

    @Test func `S9: validate() and the graph know what is given`() throws {
        container.expect(HTTPRequest.self, in: .request)
        container.register(RequestLog.self, .scoped(.request), using: RequestLog.init)
        try container.validate()
        #expect(container.graph.mermaid.contains("HTTPRequest<br/>given to request"))
        container.register(Deadline.self, .singleton, using: Deadline.init)
        #expect(throws: ValidationError.self) { try container.validate() }
    }

    @Test func `S10: a scope that is open is given something new`() {
        container.expect(Plan.self, in: .session)
        container.register(Badge.self, .scoped(.session), using: Badge.init)
        container.registerScoped(History.self, scope: .session) { History() }
        let context = container.scopeContext
        context.setCurrent(.session, id: "ada", providing: { $0.provide(Plan.self, Plan("free")) })
        let (badge, history) = (container.resolve(Badge.self), container.resolve(History.self))
        context.setCurrent(.session, id: "ada", providing: { $0.provide(Plan.self, Plan("paid")) })
        #expect(container.resolve(Badge.self) !== badge)  // init(_ plan: Plan)
        #expect(container.resolve(History.self) === history)  // init()
        #expect(container.resolve(Badge.self).plan.name == "paid")
    }

    @Test func `S10: a held scope is given something new`() {
        container.expect(Plan.self, in: .session)
        container.register(Badge.self, .scoped(.session), using: Badge.init)
        let session = HeldScope(.session, id: "grace", in: container, providing: { $0.provide(Plan.self, Plan("free")) })
        session.withScope(.request) { #expect(container.resolve(Badge.self).plan.name == "free") }
        session.provide { $0.provide(Plan.self, Plan("paid")) }
        session.withScope(.request) { #expect(container.resolve(Badge.self).plan.name == "paid") }
    }

    @Test func `S10: what is not provided again stays as it was given`() {
        container.expect(Plan.self, in: .session)
        container.expect(HTTPRequest.self, in: .session)
        container.register(Badge.self, .scoped(.session), using: Badge.init)
        container.register(RequestLog.self, .scoped(.session), using: RequestLog.init)
        let context = container.scopeContext
        context.setCurrent(.session, id: "ada") { scope in
            scope.provide(Plan.self, Plan("free"))
            scope.provide(HTTPRequest.self, request)
        }
        let log = container.resolve(RequestLog.self)
        context.setCurrent(.session, id: "ada", providing: { $0.provide(Plan.self, Plan("paid")) })
        #expect(container.resolve(Badge.self).plan.name == "paid")
        #expect(container.resolve(RequestLog.self) === log)
    }
}
