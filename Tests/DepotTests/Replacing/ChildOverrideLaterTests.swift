import Depot
import Testing

/// What a parent's shared service asks for later, inside an override of a child: what the override gives, as by every other way.
@Suite struct ChildOverrideLaterTests {
    private final class Net: Sendable {
        let tag: String

        init(_ tag: String) {
            self.tag = tag
        }
    }

    private final class Store: Sendable {
        let net: Net

        init(_ net: Net) {
            self.net = net
        }
    }

    /// What asks for the store when it needs it.
    private final class Late: Sendable {
        let lazy: Lazy<Store>
        let provider: Provider<Store>
        let resolver: Resolver

        init(_ lazy: Lazy<Store>, _ provider: Provider<Store>, _ resolver: Resolver) {
            self.lazy = lazy
            self.provider = provider
            self.resolver = resolver
        }

        var stores: [Store] { [lazy(), provider(), (try? resolver.resolve()) ?? lazy()] }
        var tags: Set<String> { Set(stores.map(\.net.tag)) }
    }

    /// What asks by that while it is made.
    private final class Eager: Sendable {
        let store: Store

        init(_ late: Late) {
            store = late.provider()
        }
    }

    /// What keeps something that asks later.
    private final class Keeper: Sendable {
        let late: Lazy<Late>

        init(_ late: Lazy<Late>) {
            self.late = late
        }
    }

    private let parent = Container()
    private let child: Container

    init() {
        parent.register(Net.self, .singleton) { _ in Net("real") }
        parent.register(Store.self, .singleton, using: Store.init)
        parent.register(Late.self, .singleton, using: Late.init)
        parent.register(Eager.self, .singleton, using: Eager.init)
        child = Container(parent: parent)
    }

    private func mocked(_ container: Container, _ operation: () -> Void) {
        container.withOverrides {
            $0.replace(Net.self, with: Net("mock"))
        } operation: {
            operation()
        }
    }

    @Test(arguments: [true, false])
    func `R1 R9 a parent's Lazy, Provider and Resolver give what an override of a child gives, and nothing of it after`(isMadeBefore: Bool)
    {
        let before = isMadeBefore ? parent.resolve(Late.self).stores : []
        var inside: Late?
        mocked(child) {
            let late = child.resolve(Late.self)
            let store = child.resolve(Store.self)
            #expect(store.net.tag == "mock")
            #expect(late.stores.allSatisfy { $0 === store })
            inside = late
        }
        #expect(inside?.tags == ["real"])
        if isMadeBefore {
            #expect(zip(parent.resolve(Late.self).stores, before).allSatisfy { $0 === $1 })
        } else {
            #expect(child.resolve(Late.self) === inside)
        }
    }

    @Test func `R9 a parent's Lazy that was first asked in an override of a child keeps nothing of that`() {
        let late = child.resolve(Late.self)
        weak var inside: Store?
        mocked(child) {
            inside = late.lazy()
            #expect(inside?.net.tag == "mock")
            #expect(late.lazy() === inside)
        }
        #expect(inside == nil)
        #expect(late.lazy().net.tag == "real")
    }

    @Test func `R9 nor does it of what only it gets`() {
        parent.register(Store.self, using: Store.init)
        let late = child.resolve(Late.self)
        weak var inside: Store?
        mocked(child) {
            inside = late.lazy()
            #expect(inside?.net.tag == "mock")
        }
        #expect(inside == nil)
        #expect(late.lazy().net.tag == "real")
    }

    @Test(arguments: [true, false])
    func `R1 R3 what is made of a parent inside an override of the child and one of the parent keeps nothing of the child's`(
        isMadeBefore: Bool
    ) {
        parent.register(Int.self) { _ in 0 }
        if isMadeBefore { _ = parent.resolve(Late.self) }
        mocked(child) {
            parent.withOverrides {
                $0.replace(Int.self, with: 1)
            } operation: {
                #expect(parent.resolve(Eager.self).store.net.tag == "real")
            }
        }
        #expect(parent.resolve(Eager.self).store.net.tag == "real")
    }

    @Test func `R1 what only the caller gets is made likewise each time, also while its closure is watched`() {
        parent.register(Eager.self) { r in Eager(try r.resolve()) }
        mocked(child) { for _ in 0..<3 { #expect(parent.resolve(Eager.self).store.net.tag == "mock") } }
        #expect(parent.resolve(Eager.self).store.net.tag == "real")
    }

    @Test func `R4 what the override does not touch is the parent's own, by all of them`() {
        parent.register(Int.self, .singleton) { _ in 1 }
        let before = parent.resolve(Late.self).stores
        child.withOverrides {
            $0.replace(Int.self, with: 2)
        } operation: {
            let late = child.resolve(Late.self)
            #expect(late === parent.resolve(Late.self))
            #expect(zip(late.stores, before).allSatisfy { $0 === $1 })
        }
    }

    @Test func `R1 R9 what is made by one inside is the override's, and made anew outside`() {
        _ = parent.resolve(Late.self)
        mocked(child) { #expect(child.resolve(Eager.self).store.net.tag == "mock") }
        #expect(child.resolve(Eager.self).store.net.tag == "real")
    }

    @Test func `R3 R7 what the parent makes for itself meanwhile never meets it`() {
        _ = parent.resolve(Late.self)
        mocked(child) {
            let eager = parent.resolve(Eager.self)
            #expect(eager.store.net.tag == "real")
            #expect(parent.resolve(Eager.self) === eager)
            #expect(child.resolve(Eager.self).store.net.tag == "mock")
        }
        #expect(parent.resolve(Eager.self).store.net.tag == "real")
    }

    @Test func `R3 overrides in overrides each reach it, that of the container furthest down first`() {
        let page = Container(parent: child)
        let late = page.resolve(Late.self)
        page.withOverrides {
            $0.replace(Net.self, with: Net("page"))
        } operation: {
            #expect(late.tags == ["page"])
            mocked(child) { #expect(late.tags == ["page"]) }
        }
        mocked(child) {
            parent.withOverrides {
                $0.replace(Net.self, with: Net("parent"))
            } operation: {
                #expect(late.tags == ["mock"])
                #expect(page.resolve(Store.self).net.tag == "mock")
            }
            page.withOverrides {
                $0.replace(Net.self, with: Net("page"))
            } operation: {
                #expect(late.tags == ["page"])
            }
        }
        #expect(late.tags == ["real"])
    }

    @Test(arguments: [true, false]) func `R3 what both of them replace is what the child's gives, also to what is made in both`(
        isMadeBefore: Bool
    ) {
        if isMadeBefore { _ = parent.resolve(Late.self) }
        func replace(_ tag: String, in container: Container, _ operation: () -> Void) {
            container.withOverrides({ $0.replace(Store.self, with: Store(Net(tag))) }, operation: operation)
        }
        replace("mock", in: child) {
            replace("parent", in: parent) {
                #expect(child.resolve(Late.self).tags == ["mock"])
                #expect(child.resolve(Eager.self).store.net.tag == "mock")
                #expect(parent.resolve(Eager.self).store.net.tag == "parent")
            }
        }
        replace("parent", in: parent) {
            replace("mock", in: child) {
                #expect(child.resolve(Late.self).tags == ["mock"])
                #expect(parent.resolve(Eager.self).store.net.tag == "parent")
            }
        }
        #expect(child.resolve(Late.self).tags == ["real"])
    }

    @Test func `R3 C16 a child that closes in its own override leaves the parent's services as they are`() async {
        let late = parent.resolve(Late.self)
        await child.withOverrides {
            $0.replace(Net.self, with: Net("mock"))
        } operation: {
            await child.close()
            #expect(late.tags == ["real"])
        }
    }

    @Test func `R3 a replacement in a child is not one for the parent's service`() {
        let late = child.resolve(Late.self)
        let mock = child.replace(Net.self, with: Net("mock"))
        #expect(late.tags == ["real"])
        mock.restore()
    }

    @Test func `R3 what is awaited by one inside is the override's`() async throws {
        parent.registerAsync(Store.self, .singleton) { r in Store(try await r.resolveAsync()) }
        parent.register(Resolver.self, .singleton) { r in r }
        let resolver = child.resolve(Resolver.self)
        try await child.withOverrides {
            $0.replace(Net.self, with: Net("mock"))
        } operation: { () async throws in
            #expect(try await resolver.resolveAsync(Store.self).net.tag == "mock")
        }
        #expect(try await resolver.resolveAsync(Store.self).net.tag == "real")
    }

    @Test func `R1 R9 so does what a parent's service got by its Lazy, and nothing of it after`() {
        parent.register(Late.self, using: Late.init)
        parent.register(Keeper.self, .singleton, using: Keeper.init)
        let late = parent.resolve(Keeper.self).late()
        mocked(child) { #expect(late.tags == ["mock"]) }
        #expect(late.tags == ["real"])
    }
}
