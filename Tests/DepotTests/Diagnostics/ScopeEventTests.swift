import Depot
import Testing

@Suite struct ScopeEventTests {
    private let container = Container()
    private let log = Log()

    init() {
        container.expect(Inquiry.self, in: .request)
        container.register(Reply.self, .scoped(.request), using: Reply.init)
        container.register(Part.self, .scoped(.request)) { [log] _ in Part("part", log) }
    }

    /// What is told of scopes while something is done.
    private func told(_ body: () async throws -> Void) async rethrows -> [String] {
        let events = Log()
        let observation = container.observe { event in
            switch event {
            case .scopeOpened(let scope): events.add("opened \(scope)")
            case .scopeEntered(let scope): events.add("entered \(scope)")
            case .scopeClosed(let scope, let time, let made, let disposed):
                events.add("closed \(scope): \(made) made, \(disposed) disposed\(time > .zero ? "" : ", in no time")")
            default: break
            }
        }
        try await body()
        observation.end()
        return events.all
    }

    @Test func `a scope for an operation is opened and closed, with what it was given, made and disposed`() async throws {
        let events = try await told {
            try await container.withScope(.request, id: "r", providing: { $0.provide(Inquiry.self, Inquiry("")) }) {
                _ = container.resolve(Reply.self)
                _ = container.resolve(Part.self)
                _ = container.resolve(Reply.self)
            }
        }
        #expect(events == ["opened request scope \"r\", given Inquiry", "closed request scope \"r\", given Inquiry: 2 made, 1 disposed"])
    }

    @Test func `a scope set by hand is opened once, entered each time, and closed with those inside it first`() async {
        let events = await told {
            let context = container.scopeContext
            context.setCurrent(.session, id: "ada")
            context.setCurrent(.screen, id: "Home")
            context.setCurrent(.screen, id: "Home")
            await context.close(.session)
        }
        #expect(
            events == [
                "opened session scope \"ada\"", "entered session scope \"ada\"", "opened screen scope \"Home\"",
                "entered screen scope \"Home\"", "entered screen scope \"Home\"", "closed screen scope \"Home\": 0 made, 0 disposed",
                "closed session scope \"ada\": 0 made, 0 disposed",
            ])
    }

    @Test func `a held scope and the end of the container tell as well`() async {
        let events = await told {
            do {
                let held = HeldScope(.screen, id: "held", in: container)
                held.makeCurrent()
            }
            container.scopeContext.setCurrent(.screen, id: "last")
            await container.close()
        }
        #expect(
            events == [
                "opened screen scope \"held\"", "entered screen scope \"held\"", "closed screen scope \"held\": 0 made, 0 disposed",
                "opened screen scope \"last\"", "entered screen scope \"last\"", "closed screen scope \"last\": 0 made, 0 disposed",
            ])
    }

    @Test func `each event is one line for a log`() {
        let lines = Log()
        let observation = container.observe { lines.add("\($0)".replacing(/after [^:]*:/, with: "after …:")) }
        container.withScope(.request, id: "r", providing: { $0.provide(Inquiry.self, Inquiry("")) }) {}
        container.scopeContext.setCurrent(.screen, id: "Home")
        observation.end()
        #expect(
            lines.all == [
                "opened request scope \"r\", given Inquiry", "closed request scope \"r\", given Inquiry, after …: 0 made, 0 disposed",
                "opened screen scope \"Home\"", "entered screen scope \"Home\"",
            ])
    }
}
