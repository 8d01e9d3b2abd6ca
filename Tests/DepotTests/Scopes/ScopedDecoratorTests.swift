import Depot
import Testing

/// Decorators of what lives in a scope.
@Suite struct ScopedDecoratorTests {
    private func makeContainer() -> Container {
        let container = Container()
        container.register((any Network).self, .scoped(.request)) { _ in MockNetwork("scoped") }
        return container
    }

    @Test func `C18 S5 an override that decorates a scoped service may end before the scope`() {
        let container = makeContainer()
        container.withScope(.request) {
            for round in 0..<100 {
                container.withOverrides {
                    $0.decorate((any Network).self) { base, _ in MockNetwork("\(base.tag) \(round)") }
                } operation: {
                    #expect(Container.shared.resolve((any Network).self).tag == "scoped \(round)")
                }
            }
            #expect(Container.shared.resolve((any Network).self).tag == "scoped")
            #expect(container.scopes.count == 1)
        }
        #expect(container.scopes.isEmpty)
    }

    @Test func `C18 S5 a child that decorates a scoped service may go before the scope`() {
        let container = makeContainer()
        let scope = HeldScope(.request, id: "r", in: container)
        scope.makeCurrent()
        for round in 0..<100 {
            let child = Container(parent: container)
            child.decorate((any Network).self) { base, _ in MockNetwork("\(base.tag) \(round)") }
            #expect(child.resolve((any Network).self).tag == "scoped \(round)")
        }
        #expect(container.resolve((any Network).self).tag == "scoped")
        #expect(container.scopes.count == 1)
        scope.clear()
        #expect(container.scopes.isEmpty)
    }
}
