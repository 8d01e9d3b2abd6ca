import Depot
import Testing

@Suite struct ResolveNamedTests {
    private let container = Container()

    init() {
        container.register((any Payment).self, name: "card", .singleton, using: CardPayment.init)
        container.register((any Payment).self, using: CashPayment.init)
        container.register((any Payment).self, name: "invoice", using: InvoicePayment.init)
        container.contribute((any Payment).self, using: CashPayment.init)
    }

    @Test func `R: all that have a name come in registration order, each as it is resolved by that name`() {
        let named = container.resolveNamed((any Payment).self)
        #expect(named.map(\.name) == ["card", "invoice"])
        #expect(named.map { $0.service.title } == ["card", "invoice"])
        #expect(named.first?.service === container.resolve((any Payment).self, name: "card"))
        #expect(container.resolveNamed(Keychain.self).isEmpty)
    }

    @Test func `R: a parameter that is a dictionary by name gets them, also where it is awaited`() async throws {
        container.register(Till.self, .singleton, using: Till.init)
        #expect(container.resolve(Till.self).payments.mapValues(\.title) == ["card": "card", "invoice": "invoice"])
        container.registerAsync(LateTill.self, .singleton, using: LateTill.init)
        let till = try await container.resolveAsync(LateTill.self)
        #expect(till.payments.count == 2)
    }

    @Test func `R: a parent's come first, and the child's stands in for one of the same name`() {
        let child = Container(parent: container)
        child.register((any Payment).self, name: "voucher", using: CashPayment.init)
        child.register((any Payment).self, name: "card", using: InvoicePayment.init)
        let named = child.resolveNamed((any Payment).self)
        #expect(named.map(\.name) == ["card", "invoice", "voucher"])
        #expect(named.map { $0.service.title } == ["invoice", "invoice", "cash"])
    }

    @Test func `R1: what was made from them is made anew when another is registered or one is replaced`() {
        container.register(Till.self, .singleton, using: Till.init)
        let till = container.resolve(Till.self)
        #expect(container.resolve(Till.self) === till)
        container.register((any Payment).self, name: "voucher", using: CashPayment.init)
        #expect(container.resolve(Till.self).payments.count == 3)
        let replacement = container.replace((any Payment).self, name: "card", with: CashPayment())
        #expect(container.resolve(Till.self).payments["card"]?.title == "cash")
        replacement.restore()
        #expect(container.resolve(Till.self).payments["card"]?.title == "card")
    }

    @Test func `R1 R4 what was made from those that have a name has nothing to do with those that have none`() {
        container.register(Till.self, .singleton, using: Till.init)
        let inside = container.withOverrides {
            $0.replace((any Payment).self, with: InvoicePayment())
        } operation: {
            container.resolve(Till.self)
        }
        #expect(container.resolve(Till.self) === inside)
        container.contribute((any Payment).self, using: CashPayment.init)
        container.register((any Payment).self, using: InvoicePayment.init)
        #expect(container.resolve(Till.self) === inside)
        let child = Container(parent: container)
        child.contribute((any Payment).self, using: CashPayment.init)
        child.register(Till.self, .singleton) { r in Till(try Dictionary(uniqueKeysWithValues: r.resolveNamed().map { ($0, $1) })) }
        let late = child.resolve(Till.self)
        child.contribute((any Payment).self, using: CashPayment.init)
        #expect(child.resolve(Till.self) === late)
        child.register((any Payment).self, name: "voucher", using: CashPayment.init)
        #expect(child.resolve(Till.self).payments.count == 3)
    }

    @Test func `G: nor has the graph an edge from a closure to those that have none`() {
        container.register(Till.self, .singleton) { r in try Till(Dictionary(uniqueKeysWithValues: r.resolveNamed().map { ($0, $1) })) }
        _ = container.resolve(Till.self)
        let names = Set(container.graph.dependencies(of: Till.self).map(\.name))
        #expect(names == ["any Payment named \"card\"", "any Payment named \"invoice\""])
    }

    @Test func `G: the graph has an edge to each that has a name, and validate() finds what is wrong behind one`() {
        container.register(Till.self, .singleton, using: Till.init)
        let graph = container.graph
        #expect(graph.dependencies(of: Till.self).map(\.name).sorted() == ["any Payment named \"card\"", "any Payment named \"invoice\""])
        #expect(throws: Never.self) { try container.validate() }
        container.register((any Payment).self, name: "broken", using: BrokenPayment.init)
        #expect(throws: ValidationError.self) { try container.validate() }
    }

    @Test func `R: one that fails tells by which path`() {
        container.register((any Payment).self, name: "broken", using: BrokenPayment.init)
        container.register(Till.self, .singleton, using: Till.init)
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Till.self) }
        #expect(error?.path == ["Till", "any Payment named \"broken\"", "Keychain"])
    }
}

private protocol Payment: AnyObject, Sendable {
    var title: String { get }
}

private final class CardPayment: Payment {
    let title = "card"
}

private final class CashPayment: Payment {
    let title = "cash"
}

private final class InvoicePayment: Payment {
    let title = "invoice"
}

private final class BrokenPayment: Payment {
    let title = "broken"

    init(_ keychain: Keychain) {}
}

private final class Till: Sendable {
    let payments: [Name: any Payment]

    init(_ payments: [Name: any Payment]) {
        self.payments = payments
    }
}

private final class LateTill: Sendable {
    let payments: [Name: any Payment]

    init(_ payments: [Name: any Payment]) async {
        self.payments = payments
    }
}
