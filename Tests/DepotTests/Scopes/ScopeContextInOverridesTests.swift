import Depot
import Testing

/// S3, R9: what is set by hand in an override counts for all who see that, and for nobody else.
@Suite struct ScopeContextInOverridesTests {
    private final class Page: Sendable {}

    private let container = Container()
    private let child: Container

    init() {
        child = Container(parent: container)
        container.register(Page.self, .scoped(.screen), using: Page.init)
    }

    @Test func `S3 R9 a child sees the scope that was set in an override of its parent`() {
        let (container, child) = (container, child)
        container.withOverrides { _ in
        } operation: {
            container.scopeContext.setCurrent(.screen, id: "mocked")
            #expect(child.resolve(Page.self) === container.resolve(Page.self))
            #expect(child.scopeContext.currentID(for: .screen) == "mocked")
            child.scopeContext.clear(.screen)
            #expect(container.scopeContext.currentID(for: .screen) == nil)
        }
        #expect(throws: ResolutionError.self) { try child.tryResolve(Page.self) }
    }

    @Test func `S3 R9 its own scope stands before that, and one of the parent behind it`() {
        let (container, child) = (container, child)
        container.scopeContext.setCurrent(.screen, id: "parent")
        container.withOverrides { _ in
        } operation: {
            container.scopeContext.setCurrent(.screen, id: "mocked")
            #expect(child.scopeContext.currentID(for: .screen) == "mocked")
            child.scopeContext.setCurrent(.screen, id: "own")
            #expect(child.scopeContext.currentID(for: .screen) == "own")
            #expect(container.scopeContext.currentID(for: .screen) == "mocked")
        }
        #expect(child.scopeContext.currentID(for: .screen) == "parent")
    }

    @Test func `S4 R9 a child is as strict as its parent is in an override`() {
        let (container, child) = (container, child)
        container.withOverrides {
            $0.strictScopes = false
        } operation: {
            #expect(!child.strictScopes)
            #expect(child.resolve(Page.self) !== child.resolve(Page.self))
        }
        #expect(child.strictScopes)
    }

    @Test func `what is open is told where it can be resolved from, and by the container that an override is of`() async {
        let child = Container(parent: container)
        let sibling = Container(parent: container)
        func ids(_ container: Container) -> Set<String> { Set(container.scopes.map { $0.id ?? "" }) }
        container.scopeContext.setCurrent(.screen, id: "all")
        child.scopeContext.setCurrent(.screen, id: "child")
        #expect(ids(container) == ["all"])
        #expect(ids(child) == ["all", "child"])
        #expect(ids(sibling) == ["all"])
        await container.withOverrides { _ in
        } operation: {
            container.scopeContext.setCurrent(.session, id: "override")
            #expect(ids(container) == ["all", "override"])
            let outside = Task.detached { [container] in Set(container.scopes.map { $0.id ?? "" }) }
            #expect(await outside.value == ["all", "override"])
        }
        #expect(ids(container) == ["all"])
    }

    @Test func `S3 R9 what is cleared where no scope was set is the one that is seen there`() {
        let (container, child) = (container, child)
        container.scopeContext.setCurrent(.screen, id: "parent")
        child.scopeContext.clear(.screen)
        #expect(container.scopeContext.currentID(for: .screen) == nil)
        container.scopeContext.setCurrent(.screen, id: "base")
        container.withOverrides { _ in
        } operation: {
            container.scopeContext.setCurrent(.screen, id: "own")
            container.scopeContext.clear(.screen)
            #expect(container.scopeContext.currentID(for: .screen) == "base")
            container.scopeContext.clear(.screen)
        }
        #expect(container.scopeContext.currentID(for: .screen) == nil)
    }
}
