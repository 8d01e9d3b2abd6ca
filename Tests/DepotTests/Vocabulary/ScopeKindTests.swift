import Depot
import Testing

@Suite struct ScopeKindTests {
    private static let cart = ScopeKind("cart", within: .session)

    @Test func `the built-in kinds nest`() {
        #expect(ScopeKind.request.isWithin(.screen))
        #expect(ScopeKind.request.isWithin(.session))
        #expect(ScopeKind.screen.isWithin(.screen))
        #expect(!ScopeKind.session.isWithin(.screen))
    }

    @Test func `a kind of one's own lies where it was put`() {
        #expect(Self.cart.isWithin(.session))
        #expect(!Self.cart.isWithin(.screen))
        #expect(Self.cart.outer == .session)
        #expect("\(Self.cart)" == "cart")
    }

    @Test func `kinds are equal when their names and their places are`() {
        #expect(ScopeKind("cart", within: .session) == Self.cart)
        #expect(ScopeKind("cart") != Self.cart)
        #expect(Set([ScopeKind("cart"), Self.cart, ScopeKind("cart", within: .session)]).count == 2)
    }
}
