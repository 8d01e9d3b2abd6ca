import Depot
import Testing

/// What a child replaces, and what replaces something under a child.
@Suite struct ChildReachTests {
    /// A service of the child that takes both a service of the parent and what that is made from.
    private final class Page: Networked {
        let repository: Repository
        let network: any Network

        init(_ repository: Repository, _ network: any Network) {
            self.repository = repository
            self.network = network
        }
    }

    /// A service that knows nothing but the network.
    private final class Ping: Networked {
        let network: any Network

        init(_ network: any Network) {
            self.network = network
        }
    }

    /// A service that asks for the network when it needs it.
    private final class Later: Sendable {
        let network: Lazy<any Network>

        init(_ network: Lazy<any Network>) {
            self.network = network
        }
    }

    private func makeFamily() -> (parent: Container, child: Container) {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.register(Page.self, .singleton, using: Page.init)
        child.register(Ping.self, .singleton) { r in try Ping(r.resolve()) }
        return (parent, child)
    }

    @Test func `R7 what a child replaces reaches the child's own services, and brings them back`() {
        let (parent, child) = makeFamily()
        let (page, ping) = (child.resolve(Page.self), child.resolve(Ping.self))
        let repository = parent.resolve(Repository.self)
        let replacement = child.replace((any Network).self, with: MockNetwork())
        #expect(child.resolve(Page.self).network.tag == "mock")
        #expect(child.resolve(Ping.self).network.tag == "mock")
        #expect(child.resolve(Page.self).repository === repository)
        #expect(parent.resolve(Repository.self) === repository)
        #expect(parent.resolve((any Network).self).tag == "real")
        replacement.restore()
        #expect(child.resolve(Page.self) === page)
        #expect(child.resolve(Ping.self) === ping)
    }

    @Test func `R7 what a child registers reaches the child's own services, and never the parent's`() {
        let (parent, child) = makeFamily()
        let page = child.resolve(Page.self)
        child.register((any Network).self, .singleton) { _ in MockNetwork("child") }
        #expect(child.resolve(Page.self) !== page)
        #expect(child.resolve(Page.self).network.tag == "child")
        #expect(child.resolve(Page.self).repository.network.tag == "real")
        #expect(parent.resolve(Screen.self).network.tag == "real")
        #expect(child.resolve(Page.self) === child.resolve(Page.self))
    }

    @Test(arguments: [true, false]) func `R1 R8 an override of a child reaches what the child decorates of its parent`(wasResolved: Bool) {
        let (parent, child) = makeFamily()
        parent.register(Later.self, .singleton, using: Later.init)
        child.decorate(Repository.self) { base, _ in Repository(base.network) }
        child.decorate(Later.self) { base, _ in base }
        let before = wasResolved ? (child.resolve(Repository.self), child.resolve(Later.self).network()) : nil
        child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(child.resolve(Repository.self).network.tag == "mock")
            #expect(child.resolve(Later.self).network().tag == "mock")
        }
        #expect(child.resolve(Repository.self).network.tag == "real")
        if let before { #expect(child.resolve(Repository.self) === before.0) }
        #expect(parent.resolve(Repository.self).network.tag == "real")
    }

    @Test func `R8 an override of a child reaches what the child decorates of its parent and awaits`() async throws {
        let (parent, child) = makeFamily()
        parent.registerAsync(Client.self, .singleton) { r in Client(try await r.resolveAsync()) }
        child.decorate(Client.self) { base, _ in Client(base.network) }
        let before = try await child.resolveAsync(Client.self)
        let inside = try await child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            try await child.resolveAsync(Client.self)
        }
        #expect(inside.network.tag == "mock")
        #expect(try await child.resolveAsync(Client.self) === before)
    }

    @Test func `R7 what a factory asks another container is looked up there`() {
        let (parent, child) = makeFamily()
        child.register((any Network).self, .singleton) { _ in MockNetwork("child") }
        // Not owned here, because the child keeps its parent.
        child.register(Repository.self, .singleton) { [unowned parent] _ in Repository(parent.resolve((any Network).self)) }
        let repository = child.resolve(Repository.self)
        #expect(repository.network.tag == "real")
        #expect(child.resolve(Repository.self) === repository)
        // So that the child's own registration is in use, and its change is looked at.
        #expect(child.resolve((any Network).self).tag == "child")
        child.register((any Network).self, .singleton) { _ in MockNetwork("again") }
        #expect(child.resolve(Repository.self) === repository)
        parent.register((any Network).self, .singleton) { _ in MockNetwork("parent") }
        #expect(child.resolve(Repository.self).network.tag == "parent")
    }

    @Test func `R8 an override of a parent is seen through its child`() {
        let (parent, child) = makeFamily()
        let (page, ping, screen) = (child.resolve(Page.self), child.resolve(Ping.self), child.resolve(Screen.self))
        parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(child.resolve((any Network).self).tag == "mock")
            #expect(child.resolve(Screen.self).network.tag == "mock")
            #expect(child.resolve(Screen.self) === parent.resolve(Screen.self))
            #expect(child.resolve(Page.self).network.tag == "mock")
            #expect(child.resolve(Page.self).repository.network.tag == "mock")
            #expect(child.resolve(Page.self) === child.resolve(Page.self))
            #expect(child.resolve(Ping.self).network.tag == "mock")
            #expect(child.resolve(Keychain.self) === parent.resolve(Keychain.self))
        }
        #expect(child.resolve(Page.self) === page)
        #expect(child.resolve(Ping.self) === ping)
        #expect(child.resolve(Screen.self) === screen)
    }

    @Test func `R8 what the child has of its own stands before an override of the parent`() {
        let (parent, child) = makeFamily()
        child.register((any Network).self, .singleton) { _ in MockNetwork("child") }
        parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(child.resolve((any Network).self).tag == "child")
            #expect(child.resolve(Ping.self).network.tag == "child")
            #expect(child.resolve(Page.self).repository.network.tag == "mock")
            child.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("inner"))
            } operation: {
                #expect(child.resolve(Ping.self).network.tag == "inner")
                #expect(child.resolve(Page.self).network.tag == "inner")
            }
            #expect(child.resolve(Ping.self).network.tag == "child")
        }
        #expect(child.resolve(Page.self).repository.network.tag == "real")
    }

    @Test func `R8 an override of a parent is seen in a scope of its child`() async throws {
        let (parent, child) = makeFamily()
        child.register(UseCase.self, .scoped(.request), using: UseCase.init)
        try await parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            try await child.withScope(.request) { () async throws in
                await Task.yield()
                #expect(Container.shared.resolve(UseCase.self).network.tag == "mock")
                #expect(Container.shared.resolve(UseCase.self) === child.resolve(UseCase.self))
            }
        }
        try await child.withScope(.request) { () async throws in
            #expect(Container.shared.resolve(UseCase.self).network.tag == "real")
        }
    }

    @Test func `R2 restore brings the very instances back in a child, in a grandchild and in an override`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.register(Ping.self, .singleton, using: Ping.init)
        let ping = child.resolve(Ping.self)
        for _ in 0..<3 {
            let outer = child.replace((any Network).self, with: MockNetwork("outer"))
            let middle = child.resolve(Ping.self)
            #expect(middle.network.tag == "outer")
            let inner = child.replace((any Network).self, with: MockNetwork("inner"))
            #expect(child.resolve(Ping.self).network.tag == "inner")
            inner.restore()
            #expect(child.resolve(Ping.self) === middle)
            outer.restore()
            #expect(child.resolve(Ping.self) === ping)
        }
        child.withOverrides {
            $0.replace(Keychain.self, with: Keychain())
        } operation: {
            let inside = Container.shared.resolve(Ping.self)
            #expect(inside === ping)
            let replacement = Container.shared.replace((any Network).self, with: MockNetwork("override"))
            #expect(Container.shared.resolve(Ping.self).network.tag == "override")
            replacement.restore()
            #expect(Container.shared.resolve(Ping.self) === ping)
            #expect(Container.shared.resolve(Screen.self) === parent.resolve(Screen.self))
        }
        #expect(child.resolve(Ping.self) === ping)
    }

    @Test func `R1 R8 what an override of a child registers reaches the parent's services, also where the child has its own`() {
        let (parent, child) = makeFamily()
        let screen = child.resolve(Screen.self)
        // Nobody resolves it: the parent's services know only the parent's network.
        child.register((any Network).self, .singleton) { _ in MockNetwork("child") }
        child.withOverrides { _ in
        } operation: {
            #expect(child.resolve(Screen.self) === screen)
            Container.shared.register((any Network).self, .singleton) { _ in MockNetwork("override") }
            #expect(child.resolve(Screen.self).network.tag == "override")
            #expect(parent.resolve(Screen.self) === screen)
        }
        #expect(child.resolve(Screen.self) === screen)
    }

    @Test func `R1 R8 what an override of a child decorates reaches the parent's services, also where the child has its own`() {
        let (parent, child) = makeFamily()
        let screen = child.resolve(Screen.self)
        child.register((any Network).self, .singleton) { _ in MockNetwork("child") }
        child.withOverrides { _ in
        } operation: {
            #expect(child.resolve(Screen.self) === screen)
            Container.shared.decorate((any Network).self) { base, _ in MockNetwork("decorated \(base.tag)") }
            #expect(child.resolve(Screen.self).network.tag == "decorated child")
            #expect(parent.resolve(Screen.self) === screen)
        }
        #expect(child.resolve(Screen.self) === screen)
    }

    @Test func `R1 R8 what a child registers stands before what an override of its parent had replaced`() {
        let (parent, child) = makeFamily()
        parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            let ping = child.resolve(Ping.self)
            #expect(ping.network.tag == "mock")
            // Looked at once more, so that the override knows it to be valid.
            #expect(child.resolve(Ping.self) === ping)
            child.register((any Network).self, .singleton) { _ in MockNetwork("child") }
            #expect(child.resolve(Ping.self).network.tag == "child")
            #expect(child.resolve(Screen.self).network.tag == "mock")
        }
        #expect(child.resolve(Ping.self).network.tag == "child")
    }

    @Test func `R1 R8 what a child decorates stands before what an override of its parent had replaced`() {
        let (parent, child) = makeFamily()
        parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            let ping = child.resolve(Ping.self)
            #expect(ping.network.tag == "mock")
            // Looked at once more, so that the override knows it to be valid.
            #expect(child.resolve(Ping.self) === ping)
            child.decorate((any Network).self) { base, _ in MockNetwork("decorated \(base.tag)") }
            #expect(child.resolve(Ping.self).network.tag == "decorated mock")
        }
        #expect(child.resolve(Ping.self).network.tag == "decorated real")
    }

    @Test func `R1 R8 what an override of a child registers stands before what one of its parent inside it had replaced`() {
        let (parent, child) = makeFamily()
        child.withOverrides { _ in
        } operation: {
            let outer = Container.shared
            parent.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                let screen = child.resolve(Screen.self)
                #expect(screen.network.tag == "mock")
                #expect(child.resolve(Screen.self) === screen)
                outer.register((any Network).self, .singleton) { _ in MockNetwork("outer") }
                #expect(child.resolve(Screen.self).network.tag == "outer")
                #expect(parent.resolve(Screen.self).network.tag == "mock")
            }
        }
        #expect(child.resolve(Screen.self).network.tag == "real")
    }

    /// A list of what there is.
    private final class Gallery: Sendable {
        let networks: [any Network]

        init(_ networks: [any Network]) {
            self.networks = networks
        }
    }

    @Test func `R2 R8 a list of a parent's service is the very same again after what its child has alone was replaced in an override`() {
        let (parent, child) = makeFamily()
        parent.register(Gallery.self, .singleton, using: Gallery.init)
        child.register((any Network).self, name: "child's", .singleton) { _ in MockNetwork("child's") }
        child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("mock"))
        } operation: {
            let gallery = child.resolve(Gallery.self)
            #expect(gallery.networks.map(\.tag) == ["mock"])
            let replacement = Container.shared.replace((any Network).self, name: "child's", with: MockNetwork("other"))
            #expect(child.resolve(Gallery.self) !== gallery)
            replacement.restore()
            #expect(child.resolve(Gallery.self) === gallery)
        }
    }
}
