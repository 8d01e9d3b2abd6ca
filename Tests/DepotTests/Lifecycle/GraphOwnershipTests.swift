import Depot
import Testing

/// A container goes although a shared instance got a `.graph` service that was first made for the caller of the same resolve.
@Suite struct GraphOwnershipTests {
    private final class Leaf: Sendable {}

    private final class Part: Sendable {
        let leaf: Lazy<Leaf>

        init(_ leaf: Lazy<Leaf>) {
            self.leaf = leaf
        }
    }

    private final class Node: Sendable {
        let part: Part
        let leaf: Provider<Leaf>

        init(_ part: Part, _ leaf: Provider<Leaf>) {
            self.part = part
            self.leaf = leaf
        }
    }

    private final class Store: Sendable {
        let node: Node

        init(_ node: Node) {
            self.node = node
        }
    }

    private final class Screen: Sendable {
        let node: Node
        let store: Store

        init(_ node: Node, _ store: Store) {
            self.node = node
            self.store = store
        }
    }

    enum Form: CaseIterable {
        case functions, closures, async
    }

    private func makeContainer(_ form: Form, of parent: Container? = nil) -> Container {
        let container = parent.map { Container(parent: $0) } ?? Container()
        container.register(Leaf.self, .singleton, using: Leaf.init)
        switch form {
        case .functions:
            container.register(Part.self, using: Part.init)
            container.register(Node.self, .graph, using: Node.init)
            container.register(Store.self, .singleton, using: Store.init)
            container.register(Screen.self, using: Screen.init)
        case .closures:
            container.register(Part.self) { r in try Part(r.resolve()) }
            container.register(Node.self, .graph) { r in try Node(r.resolve(), r.resolve()) }
            container.register(Store.self, .singleton) { r in try Store(r.resolve()) }
            container.register(Screen.self) { r in
                let node: Node = try r.resolve()
                return try Screen(node, r.resolve())
            }
        case .async:
            container.register(Part.self) { r in try Part(r.resolve()) }
            container.registerAsync(Node.self, .graph) { r in try await Node(r.resolveAsync(), r.resolve()) }
            container.registerAsync(Store.self, .singleton) { r in try await Store(r.resolveAsync()) }
            container.registerAsync(Screen.self) { r in
                let node: Node = try await r.resolveAsync()
                return try await Screen(node, r.resolveAsync())
            }
        }
        return container
    }

    /// The service is the same for both (C7), and works for as long as the container does.
    @Test(arguments: Form.allCases)
    func `C7 C18: a container goes whose singleton got a graph's service that its caller had first`(_ form: Form) async throws {
        weak var container: Container?
        weak var store: Store?
        do {
            let made = makeContainer(form)
            let screen = try await made.resolveAsync(Screen.self)
            #expect(screen.node === screen.store.node)
            #expect(try screen.node.leaf.get() === screen.node.part.leaf.get())
            (container, store) = (made, screen.store)
        }
        #expect(container == nil)
        #expect(store == nil)
    }

    @Test(arguments: [Form.functions, .closures])
    func `C18: a child goes whose singleton got a graph's service inside an override of its parent`(_ form: Form) throws {
        weak var container: Container?
        weak var store: Store?
        let parent = Container()
        parent.register(Int.self) { _ in 1 }
        do {
            let made = makeContainer(form, of: parent)
            parent.withOverrides {
                $0.replace(Int.self, with: 2)
            } operation: {
                store = made.resolve(Screen.self).store
            }
            #expect(store != nil)
            container = made
        }
        #expect(container == nil)
        #expect(store == nil)
    }

    @Test func `C18: a container goes whose contributed singleton got a graph's service that one before it had`() {
        weak var container: Container?
        weak var store: Store?
        do {
            let made = makeContainer(.closures)
            made.contribute((any Sendable).self, using: { (node: Node) in node as any Sendable })
            made.contribute((any Sendable).self, .singleton, using: { (store: Store) in store as any Sendable })
            let all = made.resolveAll((any Sendable).self)
            #expect(all[0] as? Node === (all[1] as? Store)?.node)
            (container, store) = (made, all[1] as? Store)
        }
        #expect(container == nil)
        #expect(store == nil)
    }

    @Test(arguments: Form.allCases)
    func `C18: a graph's service that only the caller has keeps the container by its handles`(_ form: Form) async throws {
        weak var container: Container?
        var node: Node?
        do {
            let made = makeContainer(form)
            node = try await made.resolveAsync(Node.self)
            container = made
        }
        #expect(container != nil)
        #expect(try node?.leaf.get() === node?.part.leaf.get())
        node = nil
        #expect(container == nil)
    }
}
