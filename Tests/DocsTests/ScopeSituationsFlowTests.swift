import Depot
import Testing

// The code of Docs/Depot.docc/ScopesByExample.md that is about requests and flows, compiled and run; ScopeSituationsTests compares the guide and the tests.

private struct Incoming: Sendable {
    let trace: String
    let userAgent: String
    let body: String
}

private struct BadRequest: Error {}

private struct TraceID: Sendable {
    let value: String

    init(_ value: String) {
        self.value = value
    }
}

private struct UserAgent: Sendable {
    let value: String

    init(_ value: String) {
        self.value = value
    }
}

private final class RequestLog: Sendable {
    let name: String

    init(_ trace: TraceID, _ agent: UserAgent) {
        name = "\(trace.value) from \(agent.value)"
    }
}

private final class Orders: Disposable, Sendable {
    private let name: String
    private let log: EventLog
    private let isOpen = Locked(true)

    private init(_ name: String, _ log: EventLog) {
        self.name = name
        self.log = log
    }

    static func begin(_ request: RequestLog, _ log: EventLog) async throws -> Orders {
        await Task.yield()
        return Orders(request.name, log)
    }

    func commit() async throws {
        await Task.yield()
        isOpen.withLock { $0 = false }
        log.add("\(name): committed")
    }

    func dispose() async throws {
        if isOpen.withLock({ $0 }) { log.add("\(name): rolled back") }
    }
}

@MainActor private final class Basket {
    var items: [String] = []
}

@MainActor private final class CheckoutForm {
    let basket: Basket
    var address = ""

    init(_ basket: Basket) {
        self.basket = basket
    }
}

private struct Question: Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

@MainActor private final class StepForm {
    let question: Question
    var entered = ""

    init(_ question: Question) {
        self.question = question
    }
}

extension ScopeKind {
    static let wizard = ScopeKind("wizard", within: .session)
    static let step = ScopeKind("step", within: .wizard)
}

@Suite struct ScopeSituationsFlowTests {
    private let container = Container()
    private let log = EventLog()
    private var context: ScopeContext { container.scopeContext }

    private func registerRequests() {
        container.register(EventLog.self, instance: log)
        container.expect(TraceID.self, in: .request)
        container.expect(UserAgent.self, in: .request)
        container.register(RequestLog.self, .scoped(.request), using: RequestLog.init)  // init(_: TraceID, _: UserAgent)
        container.registerAsync(Orders.self, .scoped(.request), using: Orders.begin)  // begin(_: RequestLog, _: EventLog)
    }

    private func answer(_ request: Incoming) async throws -> String {
        try await container.withScope(.request, id: request.trace) { scope in
            scope.provide(TraceID.self, TraceID(request.trace))
            scope.provide(UserAgent.self, UserAgent(request.userAgent))
        } operation: {
            let orders = try await container.resolveAsync(Orders.self)
            if request.body.isEmpty { throw BadRequest() }
            try await orders.commit()
            return container.resolve(RequestLog.self).name
        }
    }

    @Test func `S8: a request has its trace id and user agent, and its transaction is committed or rolled back`() async throws {
        registerRequests()
        #expect(try await answer(Incoming(trace: "r-1", userAgent: "curl", body: "a kettle")) == "r-1 from curl")
        await #expect(throws: BadRequest.self) { try await answer(Incoming(trace: "r-2", userAgent: "curl", body: "")) }
        #expect(log.lines == ["r-1 from curl: committed", "r-2 from curl: rolled back"])
    }

    @Test func `S1: a hundred requests at once have each their own`() async throws {
        registerRequests()
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1...100 {
                group.addTask { try await answer(Incoming(trace: "r-\(number)", userAgent: "curl", body: "a kettle")) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers == Set((1...100).map { "r-\($0) from curl" }))
        #expect(container.scopes.isEmpty)
        #expect(Set(log.lines).count == 100)
    }

    @Test @MainActor func `S3 S7: a checkout lies in a shopping session, and ends before it or with it`() {
        container.register(Basket.self, .scoped(.session), using: Basket.init)
        container.register(CheckoutForm.self, .scoped(.checkout), using: CheckoutForm.init)  // init(_ basket: Basket)
        context.setCurrent(.session, id: "ada")
        container.resolve(Basket.self).items.append("kettle")
        context.setCurrent(.checkout, id: "checkout")
        context.setCurrent(.screen, id: "address")
        container.resolve(CheckoutForm.self).address = "1 Main Street"
        context.setCurrent(.screen, id: "payment")
        #expect(container.resolve(CheckoutForm.self).address == "1 Main Street")
        context.clear(.checkout)  // bought, or given up
        context.setCurrent(.checkout, id: "checkout")
        #expect(container.resolve(CheckoutForm.self).address.isEmpty)
        #expect(container.resolve(CheckoutForm.self).basket.items == ["kettle"])
        context.clear(.session)  // ends a checkout that is going on, too
        #expect(context.currentID(for: .checkout) == nil)
    }

    @Test @MainActor func `S3 S8: a step of a wizard is as it was left, until the wizard ends`() {
        container.expect(Question.self, in: .step)
        container.register(StepForm.self, .scoped(.step), using: StepForm.init)  // init(_ question: Question)
        let steps = ["Your name?", "Your town?"].map { text in
            HeldScope(.step, id: text, in: container, providing: { $0.provide(Question.self, Question(text)) })
        }
        context.setCurrent(.wizard, id: "sign up")
        steps[0].makeCurrent()
        container.resolve(StepForm.self).entered = "Ada"
        steps[1].makeCurrent()  // forth
        #expect(container.resolve(StepForm.self).question.text == "Your town?")
        #expect(container.resolve(StepForm.self).entered.isEmpty)
        steps[0].makeCurrent()  // and back
        #expect(container.resolve(StepForm.self).entered == "Ada")
        context.clear(.wizard)  // done
        #expect(steps.allSatisfy { !$0.isOpen })
        context.setCurrent(.wizard, id: "sign up")
        steps[0].makeCurrent()
        #expect(container.resolve(StepForm.self).question.text == "Your name?")
        #expect(container.resolve(StepForm.self).entered.isEmpty)
    }

    @Test @MainActor func `S10: a step that is given its question again has an empty form`() {
        container.expect(Question.self, in: .step)
        container.register(StepForm.self, .scoped(.step), using: StepForm.init)
        for entered in ["first", "second"] {
            context.setCurrent(.step, id: "name", providing: { $0.provide(Question.self, Question("Your name?")) })
            #expect(container.resolve(StepForm.self).entered.isEmpty)
            container.resolve(StepForm.self).entered = entered
            context.setCurrent(.step, id: "name")
            #expect(container.resolve(StepForm.self).entered == entered)
        }
    }
}
