import Depot
import Testing

/// `@Inject` in what the container keeps: the container and what it keeps must not keep each other.
@Suite struct InjectedHandleTests {
    private final class Engine: Sendable {}
    private final class Part: Sendable {
        let engine: Provider<Engine>
        init(_ engine: Provider<Engine>) { self.engine = engine }
    }

    /// A service with one injected property.
    private final class Owner<Value: Sendable>: Sendable {
        private let injected: Inject<Value>
        var value: Value { injected.wrappedValue }
        init(_ moment: InjectionMoment) { injected = Inject(moment) }
    }

    /// Where a singleton is made: in the context in which its property is read, outside of it, or in an override.
    enum Place: CaseIterable { case inside, outside, anOverride }

    /// Reads a property of a singleton in its container's context, and says whether the container goes.
    private static func isReleased<Value: Sendable>(
        _ type: Value.Type, _ moment: InjectionMoment = .onFirstAccess, made place: Place = .inside, _ use: (Value) -> Void
    ) -> Bool {
        weak var released: Container?
        do {
            let container = Container()
            released = container
            container.register(Engine.self, .singleton) { _ in Engine() }
            container.register(Part.self) { r in Part(try r.resolve()) }
            container.register(Owner<Value>.self, .singleton) { _ in Owner(moment) }
            var made: Owner<Value>?
            switch place {
            case .inside: break
            case .outside: made = container.resolve(Owner<Value>.self)
            case .anOverride:
                container.withOverrides {
                    made = $0.resolve(Owner<Value>.self)
                } operation: {
                }
            }
            container.withScope(.request) { use((made ?? container.resolve(Owner<Value>.self)).value) }
        }
        return released == nil
    }

    @Test(arguments: [.onFirstAccess, .onInit, .onEveryAccess] as [InjectionMoment])
    func `C18: a handle that is injected into a singleton does not keep the container`(moment: InjectionMoment) {
        #expect(Self.isReleased(Lazy<Engine>.self, moment) { _ = $0() })
        #expect(Self.isReleased(Provider<Engine>.self, moment) { _ = $0() })
        #expect(Self.isReleased(Factory<Part>.self, moment) { _ = $0().engine() })
        #expect(Self.isReleased(Lazy<Engine>?.self, moment) { _ = $0?() })
        #expect(Self.isReleased(Resolver.self, moment) { _ = try? $0.resolve(Engine.self) })
    }

    @Test(arguments: Place.allCases) func `C18: nor does what is injected and has a handle itself`(made: Place) {
        #expect(Self.isReleased(Part.self, made: made) { _ = $0.engine() })
        #expect(Self.isReleased([Part].self, made: made) { _ = $0[0].engine() })
        #expect(Self.isReleased(Part?.self, made: made) { _ = $0?.engine() })
        #expect(Self.isReleased(Lazy<Part>.self, made: made) { _ = $0().engine() })
    }

    @Test func `C18: a parent's singleton does not keep the child in whose context it is read`() {
        let parent = Container()
        parent.register(Engine.self, .singleton) { _ in Engine() }
        parent.register(Owner<Provider<Engine>>.self, .singleton) { _ in Owner(.onFirstAccess) }
        weak var released: Container?
        do {
            let child = Container(parent: parent)
            released = child
            child.withScope(.request) { #expect(child.resolve(Owner<Provider<Engine>>.self).value() === parent.resolve(Engine.self)) }
        }
        #expect(released == nil)
    }

    @Test(arguments: [.onFirstAccess, .onInit, .onEveryAccess] as [InjectionMoment])
    func `C8 C18: a parent's singleton does not keep what a child gives it, nor the child`(_ moment: InjectionMoment) {
        let parent = Container()
        parent.register(Engine.self, .singleton) { _ in Engine() }
        parent.register(Owner<[Part]>.self, .singleton) { _ in Owner(moment) }
        parent.register(Owner<[Name: Part]?>.self, .singleton) { _ in Owner(moment) }
        parent.register(Owner<Part?>.self, .singleton) { _ in Owner(moment) }
        weak var released: Container?
        do {
            let child = Container(parent: parent)
            released = child
            child.register(Part.self) { r in Part(try r.resolve()) }
            child.register(Part.self, name: "one") { r in Part(try r.resolve()) }
            child.withScope(.request) {
                #expect(child.resolve(Owner<[Part]>.self).value.first?.engine() === parent.resolve(Engine.self))
                #expect(child.resolve(Owner<[Name: Part]?>.self).value?["one"]?.engine() === parent.resolve(Engine.self))
                #expect(child.resolve(Owner<Part?>.self).value?.engine() === parent.resolve(Engine.self))
            }
        }
        #expect(released == nil)
        parent.withScope(.request) {
            #expect(parent.resolve(Owner<[Part]>.self).value.isEmpty)
            #expect(parent.resolve(Owner<[Name: Part]?>.self).value?.isEmpty ?? true)
            #expect(parent.resolve(Owner<Part?>.self).value == nil)
        }
    }

    @Test func `C9 C10: a singleton's list of wrappers, of which there are none, says what is missing`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            container.register(Owner<[Lazy<Engine>]>.self, .singleton) { _ in Owner(.onInit) }
            container.withScope(.request) { _ = container.resolve(Owner<[Lazy<Engine>]>.self) }
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Lazy<Engine> is not registered"))
    }

    @Test func `C18 R9: what a parent's singleton reads inside a child's override keeps a handle, and not the override`() {
        let container = Container()
        container.register(Engine.self, .singleton) { _ in Engine() }
        container.register(Part.self) { r in Part(try r.resolve()) }
        container.register(Owner<Part>.self, .singleton) { _ in Owner(.onFirstAccess) }
        let owner = container.resolve(Owner<Part>.self)
        let child = Container(parent: container)
        weak var released: Container?
        let mock = Engine()
        child.withOverrides { _ in
        } operation: {
            released = Container.shared
            let part = container.withScope(.request) { owner.value }
            Container.shared.register(Engine.self, .singleton) { _ in mock }
            #expect(part.engine() === mock)
        }
        #expect(released == nil)
        let part = container.withScope(.request) { owner.value }
        #expect(part.engine() === container.resolve(Engine.self))
    }

    @Test func `C8: what a factory reads of an Inject of what it makes is kept`() {
        let (container, seen) = (Container(), Locked<Engine?>(nil))
        container.register(Engine.self) { _ in Engine() }
        container.register(Owner<Engine>.self, .singleton) { _ in
            let owner = Owner<Engine>(.onFirstAccess)
            seen.withLock { $0 = owner.value }
            return owner
        }
        container.withScope(.request) { #expect(container.resolve(Owner<Engine>.self).value === seen.withLock { $0 }) }
    }

    @Test func `C8: what lives in a child's scope keeps what the child makes, what lives in its parent's scope does not`() {
        let parent = Container()
        parent.register(Engine.self) { _ in Engine() }
        parent.register(Owner<Engine>.self, .scoped(.request)) { _ in Owner(.onFirstAccess) }
        let child = Container(parent: parent)
        child.withScope(.request) {
            let owner = child.resolve(Owner<Engine>.self)
            #expect(owner.value === owner.value)
        }
        parent.withScope(.request) {
            let owner = parent.resolve(Owner<Engine>.self)
            child.withScope(.screen) { #expect(owner.value !== owner.value) }
            child.withOverrides { _ in
            } operation: {
                #expect(owner.value === owner.value)
            }
            #expect(owner.value === owner.value)
        }
    }

    @Test func `C8 C18: what has outlived its scope and the container of that keeps nothing of another child`() {
        let parent = Container()
        parent.register(Engine.self) { _ in Engine() }
        parent.register(Owner<Engine>.self, .scoped(.request)) { _ in Owner(.onFirstAccess) }
        parent.register(Owner<[Engine]>.self, .scoped(.request)) { _ in Owner(.onFirstAccess) }
        func outlived<Value>(_ type: Owner<Value>.Type) -> Owner<Value> {
            let child = Container(parent: parent)
            return child.withScope(.request) { child.resolve(type) }
        }
        let (owner, listOwner) = (outlived(Owner<Engine>.self), outlived(Owner<[Engine]>.self))
        let other = Container(parent: parent)
        other.withScope(.request) {
            #expect(owner.value !== owner.value)
            #expect(listOwner.value[0] !== listOwner.value[0])
        }
    }

    @Test func `C8 C18: what lives in a scope of a child keeps what the child makes, and not the child`() {
        let parent = Container()
        parent.register(Engine.self, .singleton) { _ in Engine() }
        parent.register(Owner<Part>.self, .scoped(.session)) { _ in Owner(.onFirstAccess) }
        parent.register(Owner<[Part]>.self, .scoped(.session)) { _ in Owner(.onFirstAccess) }
        weak var released: Container?
        do {
            let child = Container(parent: parent)
            released = child
            child.register(Part.self) { r in Part(try r.resolve()) }
            child.scopeContext.setCurrent(.session, id: "one")
            let (owner, listOwner) = (child.resolve(Owner<Part>.self), child.resolve(Owner<[Part]>.self))
            child.withScope(.screen) {
                #expect(owner.value === owner.value)
                #expect(listOwner.value[0] === listOwner.value[0])
            }
        }
        #expect(released == nil)
    }

    @Test(arguments: [true, false])
    func `C18: nor does what was made in the context of a child, and is made anew before that goes`(isItself: Bool) {
        let parent = Container()
        parent.register(Part.self) { r in Part(try r.resolve()) }
        parent.register(Engine.self, .singleton) { _ in Engine() }
        parent.register(Owner<Part>.self, .singleton) { _ in
            _ = try Container.shared.tryResolve(Part.self)
            return Owner(.onFirstAccess)
        }
        weak var captured: Engine?
        do {
            let (child, engine) = (Container(parent: parent), Engine())
            captured = engine
            child.register(Engine.self) { _ in engine }
            // Shown to readers without a lock, who may go on with it.
            child.withScope(.request) { for _ in 0..<3 { _ = parent.resolve(Owner<Part>.self) } }
            if isItself {
                parent.register(Owner<Part>.self, .singleton) { _ in Owner(.onFirstAccess) }
            } else {
                parent.register(Part.self) { r in Part(try r.resolve()) }
            }
            parent.withScope(.request) { for _ in 0..<3 { _ = parent.resolve(Owner<Part>.self) } }
        }
        #expect(captured == nil)
    }

    @Test func `C18: nor does what a property of a service has that was registered anew meanwhile`() {
        let parent = Container()
        parent.register(Owner<Engine>.self, .weak) { _ in Owner(.onInit) }
        parent.register(Owner<Owner<Engine>>.self, .singleton) { _ in Owner(.onFirstAccess) }
        weak var captured: Engine?
        do {
            let (child, engine) = (Container(parent: parent), Engine())
            captured = engine
            child.register(Engine.self) { _ in engine }
            let outer = parent.resolve(Owner<Owner<Engine>>.self)
            child.withScope(.request) {
                let owner = outer.value
                #expect(owner.value === engine)
                parent.register(Owner<Engine>.self, .weak) { _ in Owner(.onInit) }
            }
        }
        #expect(captured == nil)
        withExtendedLifetime(parent) {}
    }

    @Test(arguments: [InjectionMoment.onFirstAccess, .onEveryAccess])
    func `C18 S5: what lives in a session of a parent keeps nothing that lives in one of a child`(moment: InjectionMoment) {
        let parent = Container()
        parent.register(Engine.self, .scoped(.session)) { _ in Engine() }
        parent.register(Owner<Engine>.self, .scoped(.session)) { _ in Owner(moment) }
        parent.scopeContext.setCurrent(.session, id: "parent's")
        let owner = parent.resolve(Owner<Engine>.self)
        weak var captured: Engine?
        weak var made: Engine?
        do {
            let (child, engine) = (Container(parent: parent), Engine())
            captured = engine
            child.scopeContext.setCurrent(
                .session, id: "child's",
                providing: { scope in
                    scope.provide(Engine.self) { _ in withExtendedLifetime(engine) { Engine() } }
                })
            child.withScope(.screen) {
                #expect(owner.value === owner.value)
                made = owner.value
            }
        }
        #expect(captured == nil)
        #expect(made == nil)
        parent.withScope(.screen) { #expect(owner.value === parent.resolve(Engine.self)) }
    }

    @Test func `S5: nor what lives in another session of its own container, which ends without it`() {
        let container = Container()
        container.register(Engine.self, .scoped(.session)) { _ in Engine() }
        container.register(Owner<Engine>.self, .scoped(.session)) { _ in Owner(.onFirstAccess) }
        weak var made: Engine?
        container.scopeContext.setCurrent(.session, id: "one")
        let held = HeldScope(.session, id: "held", in: container)
        let keeper = held.withScope(.screen) { container.resolve(Owner<Engine>.self) }
        container.withScope(.screen) {
            made = keeper.value
            #expect(made === container.resolve(Engine.self))
        }
        container.scopeContext.clear(.session)
        #expect(made == nil)
        withExtendedLifetime(keeper) {}
    }

    @Test func `C18: a parent's singleton that is made in a child's context is made from, and keeps, nothing that is registered there`() {
        let parent = Container()
        parent.register(Owner<Engine>.self, .singleton) { _ in Owner(.onFirstAccess) }
        weak var captured: Engine?
        do {
            let (child, engine) = (Container(parent: parent), Engine())
            captured = engine
            child.register(Engine.self) { _ in engine }
            let owner = child.withScope(.request) { parent.resolve(Owner<Engine>.self) }
            child.register(Engine.self) { _ in engine }
            #expect(parent.resolve(Owner<Engine>.self) === owner)
        }
        #expect(captured == nil)
    }

    @Test func `C8: a service that its container has dropped keeps nothing of a scope`() {
        let container = Container()
        container.register(Engine.self, .scoped(.session)) { _ in Engine() }
        container.register(Owner<Engine>.self, .singleton) { _ in Owner(.onFirstAccess) }
        let owner = container.resolve(Owner<Engine>.self)
        container.register(Owner<Engine>.self, .singleton) { _ in Owner(.onFirstAccess) }
        weak var engine: Engine?
        container.withScope(.session) { engine = owner.value }
        #expect(engine == nil)
        container.withScope(.session) { #expect(owner.value === container.resolve(Engine.self)) }
    }

    private final class Left: Sendable {
        private let injected = Inject<Right>()
        var right: Right { injected.wrappedValue }
    }

    private final class Right: Sendable {
        private let injected: Inject<Left>?
        private let handle: Lazy<Left>?
        var left: Left? { injected?.wrappedValue ?? handle?() }
        init(_ handle: Lazy<Left>?) { (self.handle, injected) = (handle, handle == nil ? Inject(.onEveryAccess) : nil) }
    }

    @Test(arguments: [true, false]) func `C18: of two services that have each other one asks each time, or by a Lazy, and both go`(
        byLazy: Bool
    ) {
        let container = Container()
        container.register(Left.self, .scoped(.request)) { _ in Left() }
        container.register(Right.self, .scoped(.request)) { r in Right(byLazy ? try r.resolve(Lazy<Left>.self) : nil) }
        weak var left: Left?
        weak var right: Right?
        container.withScope(.request) {
            (left, right) = (container.resolve(Left.self), container.resolve(Right.self))
            #expect(left?.right === right)
            #expect(right?.left === left)
        }
        #expect(left == nil)
        #expect(right == nil)
    }

    @Test func `R3: an injected handle gives what an override has inside it, and the container's own after it`() {
        let container = Container()
        container.register(Engine.self, .singleton) { _ in Engine() }
        container.register(Owner<Provider<Engine>>.self, .singleton) { _ in Owner(.onFirstAccess) }
        let (mock, owner) = (Engine(), container.resolve(Owner<Provider<Engine>>.self))
        func expectOwn() { container.withScope(.request) { #expect(owner.value() === container.resolve(Engine.self)) } }
        for _ in 0..<2 {
            container.withOverrides {
                $0.replace(Engine.self, with: mock)
            } operation: {
                #expect(owner.value() === mock)
            }
            expectOwn()
        }
    }
}
