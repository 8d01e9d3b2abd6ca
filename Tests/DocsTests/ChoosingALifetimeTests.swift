import Depot
import Testing

// The code of Docs/Depot.docc/ChoosingALifetime.md, compiled and run; the last test compares the two.

private final class LoginForm {}

private final class Basket: Sendable {
    let total = 42
}

private protocol Payments: AnyObject, Sendable {}

private final class CardPayments: Payments {}

private final class Draft {}

private final class ExchangeRates: Sendable {}

private final class Thumbnails: Sendable {}

private final class Receipts: Sendable {
    private let basket: Provider<Basket>  // not Basket: Receipts outlives a session

    init(_ basket: Provider<Basket>) {
        self.basket = basket
    }

    func total() -> Int { basket().total }
}

private final class Holder: Sendable {
    let line: Line

    init(_ line: Line) {
        self.line = line
    }
}

private final class Line: Sendable {
    let basket: Basket

    init(_ basket: Basket) {
        self.basket = basket
    }
}

@Suite struct ChoosingALifetimeTests {
    private let container = Container()

    @Test func `Three lifetimes are enough for most`() {
        container.register(LoginForm.self, using: LoginForm.init)  // each caller has its own
        container.register(Basket.self, .scoped(.session), using: Basket.init)  // one for each login
        container.register((any Payments).self, .singleton, using: CardPayments.init)  // one for the app
        #expect(container.resolve(LoginForm.self) !== container.resolve(LoginForm.self))
        #expect(container.resolve((any Payments).self) === container.resolve((any Payments).self))
        let first = container.withScope(.session) { container.resolve(Basket.self) }
        container.withScope(.session) { #expect(container.resolve(Basket.self) !== first) }
    }

    @Test func `The others are for special cases`() {
        container.register(Draft.self, .graph, using: Draft.init)
        container.register(ExchangeRates.self, .cached(for: .seconds(60)), using: ExchangeRates.init)
        container.register(Thumbnails.self, .weak, using: Thumbnails.init)
        #expect(container.resolve(Draft.self) !== container.resolve(Draft.self))
        let shared = container.resolve(Thumbnails.self)
        #expect(container.resolve(Thumbnails.self) === shared)
        #expect(container.resolve(ExchangeRates.self) === container.resolve(ExchangeRates.self))
    }

    @Test func `S6: a captive is found through a transient, and a provider mends it`() throws {
        container.register(Basket.self, .scoped(.session), using: Basket.init)
        container.register(Receipts.self, .singleton, using: Receipts.init)
        try container.validate()
        container.withScope(.session) { #expect(container.resolve(Receipts.self).total() == 42) }
        container.register(Line.self, using: Line.init)
        container.register(Holder.self, .singleton, using: Holder.init)
        let problem = #expect(throws: ValidationError.self) { try container.validate() }?.problems.first
        #expect(problem?.kind == .captive)
        #expect(problem?.path.map(\.name) == ["Holder", "Line", "Basket"])
    }

    @Test func `Every example in the article is in this file`() throws {
        try expectExamples(of: "Docs/Depot.docc/ChoosingALifetime.md", atLeast: 3)
    }
}
