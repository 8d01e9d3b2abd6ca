import Depot
import Testing

/// A copy has what is registered and in effect, and none of the instances, wherever it is taken.
@Suite struct CopyTests {
    @Test func `R5 C20 a copy tells whom its container tells of a replacement that cannot be made`() {
        let container = Container()
        #expect(container.misuse { container.copy().replace(Int.self, with: 1) }.map(\.kind) == ["notRegistered"])
    }

    @Test func `R6 a copy of an override shares nothing with what is overridden, and outlives the override`() {
        let container = makeStack()
        let keychain = container.resolve(Keychain.self)
        let copies = container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("outer"))
        } operation: {
            Container.shared.withOverrides {
                $0.replace((any Network).self) { _ in MockNetwork("inner") }
            } operation: {
                [Container.shared.copy(), container.copy()]
            } + [Container.shared.copy()]
        }
        #expect(copies.map { $0.resolve(Screen.self).network.tag } == ["inner", "inner", "outer"])
        for copy in copies {
            #expect(copy.resolve(Keychain.self) !== keychain)
            #expect(copy.resolve(Keychain.self) === copy.resolve(Keychain.self))
            copy.replace((any Network).self, with: MockNetwork("copy"))
            #expect(copy.resolve(Screen.self).network.tag == "copy")
        }
        #expect(container.resolve(Screen.self).network.tag == "real")
        #expect(container.resolve(Keychain.self) === keychain)
    }

    @Test func `R6 what an override registers, contributes and decorates is in a copy of it`() {
        let container = Container()
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        container.register(Repository.self, .singleton, using: Repository.init)
        container.register((any Network).self, name: "b", .singleton, using: RealNetwork.init)
        container.contribute(String.self) { _ in "a" }
        let keychain = Keychain()
        let copy = container.withOverrides {
            $0.register(Keychain.self, instance: keychain)
            $0.contribute(String.self) { _ in "b" }
            $0.decorate((any Network).self) { base, _ in MockNetwork("1(\(base.tag))") }
            $0.decorate((any Network).self) { base, _ in MockNetwork("2(\(base.tag))") }
            $0.decorate((any Network).self, name: "b") { base, _ in MockNetwork("never") }
            $0.replace((any Network).self, name: "b", with: MockNetwork("b"))
            $0.register(String.self, name: "own") { _ in "own" }
            $0.decorate(String.self, name: "own") { base, _ in "<\(base)>" }
        } operation: {
            Container.shared.copy()
        }
        #expect(copy.resolve(Keychain.self) === keychain)
        #expect(copy.resolve((any Network).self).tag == "2(1(real))")
        #expect(copy.resolve((any Network).self) === copy.resolve(Repository.self).network)
        #expect(copy.resolve((any Network).self, name: "b").tag == "b")
        #expect(copy.resolve(String.self, name: "own") == "<own>")
        copy.contribute(String.self) { _ in "c" }
        #expect(copy.resolveAll(String.self) == ["a", "b", "<own>", "c"])
        copy.register((any Network).self) { _ in MockNetwork("again") }
        #expect(copy.resolve((any Network).self).tag == "again")
        #expect(container.resolve((any Network).self).tag == "real")
        #expect(copy.graph.problems.isEmpty)
    }

    @Test func `R6 R8 a copy of a child in an override has the child's replacements, and its parent as that is`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.register(Screen.self, .singleton, using: Screen.init)
        child.decorate(Repository.self) { base, _ in Repository(MockNetwork("decorated(\(base.network.tag))")) }
        let copy = parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("parent"))
        } operation: {
            child.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
                $0.decorate(Repository.self) { base, _ in Repository(MockNetwork("override(\(base.network.tag))")) }
            } operation: {
                let copy = child.copy()
                #expect(copy.resolve(Repository.self).network.tag == "override(decorated(parent))")
                #expect(copy.resolve(Keychain.self) === child.resolve(Keychain.self))
                #expect(copy.resolve(Screen.self) !== child.resolve(Screen.self))
                return copy
            }
        }
        #expect(copy.resolve(Repository.self).network.tag == "override(decorated(real))")
        #expect(copy.resolve(Keychain.self) !== parent.resolve(Keychain.self))
        #expect(copy.resolve((any Network).self) === parent.resolve((any Network).self))
        #expect(child.resolve(Repository.self).network.tag == "decorated(real)")
    }

    @Test func `R6 S4 a copy of a container with an open scope has none open`() {
        let container = Container()
        container.register(Keychain.self, .scoped(.request), using: Keychain.init)
        container.expect(UserID.self, in: .session)
        container.scopeContext.setCurrent(.session, id: "s", providing: { $0.provide(UserID.self, UserID(1)) })
        container.withScope(.request) {
            let keychain = container.resolve(Keychain.self)
            for copy in [container.copy(), Container.shared.copy()] {
                #expect(failure { () throws(ResolutionError) in try copy.tryResolve(Keychain.self) }?.kind == "scopeNotOpen")
                #expect(failure { () throws(ResolutionError) in try copy.tryResolve(UserID.self) }?.kind == "scopeNotOpen")
                copy.withScope(.request) { #expect(copy.resolve(Keychain.self) !== keychain) }
            }
            #expect(container.resolve(Keychain.self) === keychain)
        }
        #expect(container.resolve(UserID.self) == UserID(1))
    }

    @Test func `R6 S7 a copy of a child is in the open scopes of its parent, with instances of its own`() {
        let parent = Container()
        parent.register(Keychain.self, .scoped(.request), using: Keychain.init)
        let child = Container(parent: parent)
        child.register(RealNetwork.self, .scoped(.request), using: RealNetwork.init)
        child.withScope(.request) {
            let copy = child.copy()
            #expect(copy.resolve(Keychain.self) === child.resolve(Keychain.self))
            #expect(copy.resolve(RealNetwork.self) !== child.resolve(RealNetwork.self))
            #expect(copy.resolve(RealNetwork.self) === copy.resolve(RealNetwork.self))
        }
    }

    @Test(arguments: [true, false]) func `R6 S8 a copy takes a mock along that stands before what its scopes are given`(byInstance: Bool) {
        let container = Container()
        container.expect(Inquiry.self, in: .request)
        container.register(Reply.self, .scoped(.request), using: Reply.init)
        if byInstance {
            container.replace(Inquiry.self, with: Inquiry("mock"))
        } else {
            container.replace(Inquiry.self) { _ in Inquiry("mock") }
        }
        for container in [container, container.copy()] {
            container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }) {
                #expect(container.resolve(Inquiry.self).text == "mock")
                #expect(container.resolve(Reply.self).inquiry.text == "mock")
            }
        }
    }

    @Test(arguments: [true, false])
    func `R6 S8 so does the mock where it is decorated, in the copy or in an override of its child`(byInstance: Bool) {
        let container = Container()
        container.expect(Inquiry.self, in: .request)
        if byInstance {
            container.replace(Inquiry.self, with: Inquiry("mock"))
        } else {
            container.replace(Inquiry.self) { _ in Inquiry("mock") }
        }
        let copy = container.copy()
        let child = Container(parent: copy)
        func decorate(in container: Container) { container.decorate(Inquiry.self) { base, _ in Inquiry("decorated \(base.text)") } }
        func text(in container: Container) -> String {
            container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }) {
                container.resolve(Inquiry.self).text
            }
        }
        #expect(child.withOverrides(decorate) { text(in: child) } == "decorated mock")
        decorate(in: copy)
        #expect(text(in: copy) == "decorated mock")
    }

    @Test func `R6 C18 a copy of an override keeps neither the override nor what is overridden`() {
        weak var base: Container?
        weak var override: Container?
        let copy: Container
        do {
            let container = makeStack()
            base = container
            copy = container.withOverrides {
                override = $0
                $0.decorate((any Network).self) { base, _ in MockNetwork("1(\(base.tag))") }
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
                _ = container.resolve(Screen.self)
                return Container.shared.copy()
            }
        }
        #expect(base == nil)
        #expect(override == nil)
        #expect(copy.resolve(Screen.self).network.tag == "1(real)")
    }
}
