@testable import Depot
import Testing

@Suite struct ExpectationTests {
    private let container = Container()

    init() {
        container.expect(Inquiry.self, in: .request)
        container.register(Reply.self, .scoped(.request), using: Reply.init)
    }

    @Test func `S9: a scope that was not given what it expects says so when it is first needed`() {
        let line: UInt = #line + 1
        container.withScope(.request, id: "r-42") {
            let error = failure { () throws(ResolutionError) in try container.tryResolve(Reply.self) }
            #expect(error?.kind == "notProvided")
            #expect(
                error?.diagnosis.what
                    == "Inquiry was not provided to the request scope \"r-42\" opened at DepotTests/ExpectationTests.swift:\(line). "
                    + "It is needed by Reply (DepotTests/ExpectationTests.swift:9).")
            #expect(error?.path == ["Reply", "Inquiry"])
            #expect(
                error?.diagnosis.fix
                    == "provide it where the scope is opened: withScope(.request, providing: { $0.provide(Inquiry.self, …) }).")
        }
    }

    @Test func `S9: with no scope open it is as for all that is scoped`() {
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Reply.self) }?.kind == "scopeNotOpen")
        container.strictScopes = false
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Inquiry.self) }
        #expect(error?.diagnosis.what.hasPrefix("Inquiry was not provided to a request scope, and none is open.") == true)
    }

    @Test func `S9: what is not given is given later, and then there`() {
        let context = container.scopeContext
        context.setCurrent(.request, id: "r")
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Reply.self) }
        #expect(error?.kind == "notProvided")
        #expect(error?.diagnosis.fix.contains("setCurrent(.request, id: …, providing: { $0.provide(Inquiry.self, …) })") == true)
        context.setCurrent(.request, id: "r", providing: { $0.provide(Inquiry.self, Inquiry("late")) })
        #expect(container.resolve(Reply.self).inquiry.text == "late")
    }

    @Test func `S9: providing what nobody expects fails at once, and the rest is given`() {
        container.register(Customer.self, .singleton, using: { Customer("app") })
        container.expect(Page.self, in: .session)
        let errors = container.misuse {
            container.withScope(
                .request,
                providing: { scope in
                    scope.provide(Late.self, Late(Inquiry("")))
                    scope.provide(Customer.self, Customer("request"))
                    scope.provide(Page.self, Page(Customer("")))
                    scope.provide(Inquiry.self, name: "second", Inquiry(""))
                    scope.provide(Inquiry.self, Inquiry("given"))
                }
            ) {
                #expect(container.resolve(Reply.self).inquiry.text == "given")
                #expect(container.resolve(Customer.self).name == "app")
            }
        }
        #expect(errors.map(\.kind) == ["notRegistered", "notProvided", "notProvided", "notRegistered"])
        #expect(
            errors.map(\.diagnosis.what) == [
                "Late cannot be provided to a request scope, because it is neither expected nor registered.",
                "Customer cannot be provided to a request scope, because it is singleton (DepotTests/ExpectationTests.swift:46).",
                "Page cannot be provided to a request scope, because it is given to session (DepotTests/ExpectationTests.swift:47).",
                "Inquiry named \"second\" cannot be provided to a request scope, because it is neither expected nor registered.",
            ])
        #expect(
            errors.map(\.diagnosis.fix) == [
                "expect it in an assembly: container.expect(Late.self, in: .request).",
                "expect it in an assembly: container.expect(Customer.self, in: .request), instead of registering it; or register it with "
                    + ".scoped(.request).",
                "provide it where the session scope is opened.",
                "expect it in an assembly: container.expect(Inquiry.self, name: \"second\", in: .request).",
            ])
    }

    @Test func `S9: what is expected no more when the scope opens is told, and the rest is given`() {
        let line: UInt = #line + 6
        let errors = container.misuse {
            container.withScope(
                .request,
                providing: { scope in
                    scope.provide(Inquiry.self, Inquiry("given"))
                    container.register(Inquiry.self, .singleton, using: { Inquiry("app") })
                }
            ) {
                #expect(container.resolve(Reply.self).inquiry.text == "app")
            }
        }
        #expect(
            errors.map(\.diagnosis.what) == [
                "Inquiry cannot be provided to a request scope, because it is singleton (DepotTests/ExpectationTests.swift:\(line))."
            ])
    }

    @Test func `S9: a name that is nearly one that is expected is told`() {
        container.expect(Int.self, name: "main", in: .request)
        let errors = container.misuse {
            container.withScope(.request, providing: { $0.provide(Int.self, name: "mian", 1) }) {}
        }
        #expect(
            errors.map(\.diagnosis.fix) == [
                "provide it under the name \"main\"; or expect it in an assembly: container.expect(Int.self, name: \"mian\", in: .request)."
            ])
    }

    @Test func `S9: a held scope tells when it is made, and a current one when it is set`() {
        #expect(container.misuse { _ = HeldScope(.request, id: "r", in: container, providing: { $0.provide(Int.self, 1) }) }.count == 1)
        let context = container.scopeContext
        #expect(container.misuse { context.setCurrent(.request, id: "r", providing: { $0.provide(Int.self, 1) }) }.count == 1)
    }

    @Test func `S9: where no test takes it, it ends the process with the diagnosis`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().withScope(.request, providing: { $0.provide(Int.self, 1) }) {}
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Int cannot be provided to a request scope, because it is neither expected nor registered."))
    }

    @Test func `S9: validate() knows what is expected: nothing is missing, captives and layers are found`() {
        #expect(throws: Never.self) { try container.validate() }
        container.register(Late.self, .singleton, using: Late.init)
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(
            error?.problems.map(\.what) == [
                "Late (singleton) would keep Inquiry (given to request) for longer than that lives."
            ])
        let layered = Container()
        layered.expect(Inquiry.self, in: .request, layer: .viewModel)
        layered.register(Reply.self, .scoped(.request), in: .repository, using: Reply.init)
        #expect(throws: ValidationError.self) { try layered.validate() }
    }

    @Test func `S9: the graph, the report and the list of scopes name what is given`() {
        let node = container.graph.nodes.first { $0.name == "Inquiry" }
        #expect(node?.lifetime == "given to request")
        #expect(node?.isGiven == true)
        #expect(container.graph.tree.contains("Inquiry  given to request"))
        #expect(container.report.contains("given to request"))
        container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("")) }) {
            #expect(container.scopes.map(\.given) == [["Inquiry"]])
        }
    }

    @Test func `S9 C11: a decorator of what is expected has nothing to wrap, and validate() says why`() throws {
        container.decorate(Inquiry.self, file: "App.swift", line: 3) { base, _ in Inquiry("<\(base.text)>") }
        container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }) {
            #expect(container.resolve(Reply.self).inquiry.text == "given")
        }
        let problems = container.graph.problems
        #expect(problems.map(\.kind) == [.decoratorWithoutTarget])
        #expect(
            problems.first?.description == """
                A decorator of Inquiry has nothing to wrap: it is given to each request scope, and what is given is not decorated.
                  path: Inquiry (App.swift:3)
                  fix:  wrap it where it is provided, or register a service with .scoped(.request) that is made from it.
                """)
        container.register(Inquiry.self, .scoped(.request)) { _ in Inquiry("made") }
        container.decorate(Inquiry.self) { base, _ in Inquiry("<\(base.text)>") }
        try container.validate()
        #expect(container.withScope(.request) { container.resolve(Reply.self).inquiry.text } == "<made>")
    }

    @Test(arguments: [true, false]) func `S9 C11: an override's decorator of what is expected leaves what the scope was given`(
        isScopeOutside: Bool
    ) {
        let container = container
        func inScope(_ body: () -> Void) {
            container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }, operation: body)
        }
        func inOverride(_ body: () -> Void) {
            container.withOverrides({ $0.decorate(Inquiry.self) { base, _ in Inquiry("<\(base.text)>") } }, operation: body)
        }
        func expectGiven() {
            #expect(container.resolve(Inquiry.self).text == "given")
            #expect(container.resolve(Reply.self).inquiry.text == "given")
            #expect(container.graph.problems.map(\.kind) == [.decoratorWithoutTarget])
            #expect(container.graph.problems.first?.what.hasSuffix("what is given is not decorated.") == true)
        }
        if isScopeOutside { inScope { inOverride(expectGiven) } } else { inOverride { inScope(expectGiven) } }
    }

    @Test func `S9 C11: a decorator that comes while the scope is open leaves what that was given`() {
        container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }) {
            let reply = container.resolve(Reply.self)
            container.decorate(Inquiry.self) { base, _ in Inquiry("<\(base.text)>") }
            #expect(container.resolve(Reply.self) === reply)
            #expect(container.resolve(Inquiry.self).text == "given")
        }
    }

    @Test func `S9 C11: a child decorates what its parent's scopes are given`() throws {
        let child = Container(parent: container)
        child.decorate(Inquiry.self) { base, _ in Inquiry("<\(base.text)>") }
        try child.validate()
        container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }) {
            #expect(child.resolve(Inquiry.self).text == "<given>")
            #expect(container.resolve(Inquiry.self).text == "given")
        }
    }

    @Test(arguments: [true, false]) func `S8 C11: what a child decorates reaches its parent's services in a scope of the child, too`(
        isScopeOutside: Bool
    ) {
        let child = Container(parent: container)
        func decorate() { child.decorate(Inquiry.self) { base, _ in Inquiry("<\(base.text)>") } }
        if !isScopeOutside { decorate() }
        child.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }) {
            if isScopeOutside { decorate() }
            #expect(child.resolve(Inquiry.self).text == "<given>")
            #expect(child.resolve(Reply.self).inquiry.text == "given")
        }
    }
}

extension Container {
    /// What a test is told instead of the end of the process.
    func misuse(in body: () -> Void) -> [ResolutionError] {
        let errors = Locked<[ResolutionError]>([])
        reportMisuse { error, _, _ in errors.withLock { $0.append(error) } }
        body()
        return errors.withLock { $0 }
    }
}
