import Depot
import Testing

/// What reaches a service by the properties of what its own properties have got.
@Suite struct InjectedChainTests {
    private final class Source: Sendable {}
    /// What was made from a source.
    private final class Made: Sendable {
        let source: Source
        init(_ source: Source) { self.source = source }
    }

    /// What has a property.
    private final class First<Value: Sendable>: Sendable {
        private let injected = Inject<Value>()
        var value: Value { injected.wrappedValue }
    }

    /// What was made from what has a property.
    private final class Second<Value: Sendable>: Sendable {
        let first: First<Value>
        init(_ first: First<Value>) { self.first = first }
    }

    /// What has a handle.
    private final class Third<Value: Sendable>: Sendable {
        let handle: Lazy<Value>
        init(_ handle: Lazy<Value>) { self.handle = handle }
    }

    private let container = Container()

    init() {
        container.register(Source.self, .singleton) { _ in Source() }
        container.register(Made.self, .singleton, using: Made.init)
        container.register(Made.self, name: "other", .singleton, using: Made.init)
    }

    /// Reads what a service reaches, replaces the source that it was made from, and reads it again from what is resolved then.
    private func expectReached<Owner: Sendable>(_ owner: Owner.Type, _ line: Int = #line, by source: @escaping (Owner) -> Source?) {
        container.withScope(.request) {
            #expect(source(container.resolve(Owner.self)) === container.resolve(Source.self))
            let mock = Source()
            container.replace(Source.self, with: mock)
            #expect(source(container.resolve(Owner.self)) === mock)
            container.restoreAll()
            #expect(source(container.resolve(Owner.self)) === container.resolve(Source.self))
        }
    }

    @Test(arguments: [.singleton, .weak, .cached(for: .seconds(600))] as [SharedLifetime])
    func `R1: a replacement reaches what a property reaches by another`(_ lifetime: SharedLifetime) {
        container.register(First<Made>.self, lifetime) { _ in First() }
        container.register(First<First<Made>>.self, .singleton) { _ in First() }
        container.register(First<First<First<Made>>>.self, .singleton) { _ in First() }
        expectReached(First<First<First<Made>>>.self) { $0.value.value.value.source }
    }

    @Test func `R1: a replacement reaches what a property has of a cached service whose time is over`() {
        let clock = TurnableClock()
        container.register(First<Made>.self, .cached(for: .seconds(10), clock: clock)) { _ in First() }
        container.register(First<First<Made>>.self, .singleton) { _ in First() }
        container.withScope(.request) {
            let first = container.resolve(First<First<Made>>.self)
            #expect(first.value.value.source === container.resolve(Source.self))
            clock.turn(by: .seconds(20))
            #expect(container.resolve(First<Made>.self) !== first.value)
            let mock = Source()
            container.replace(Source.self, with: mock)
            #expect(container.resolve(First<First<Made>>.self).value.value.source === mock)
        }
    }

    @Test func `C8 R1: a parent's singleton does not depend on what a child registers after it was read there`() {
        container.register(First<Made>.self, .singleton) { _ in First() }
        container.register(First<[Made]>.self, .singleton) { _ in First() }
        let child = Container(parent: container)
        let (first, list) = (container.resolve(First<Made>.self), container.resolve(First<[Made]>.self))
        child.withScope(.request) {
            #expect(first.value === container.resolve(Made.self))
            #expect(list.value.count == 2)
            child.contribute(Made.self, using: Made.init)
            child.register(Made.self, .singleton, using: Made.init)
            #expect(list.value.count == 3)
        }
        container.withScope(.request) {
            #expect(container.resolve(First<Made>.self) === first)
            #expect(container.resolve(First<[Made]>.self) === list)
            #expect(list.value.count == 2)
        }
    }

    @Test func `R1: a replacement reaches what a property reaches by what is made for its owner alone`() {
        container.register(First<Made>.self, .singleton) { _ in First() }
        container.register(Second<Made>.self, using: Second.init)
        container.register(First<Second<Made>>.self, .singleton) { _ in First() }
        expectReached(First<Second<Made>>.self) { $0.value.first.value.source }
    }

    @Test func `R1: a replacement reaches what a Lazy reaches by a property of what is made for it alone`() {
        container.register(First<Made>.self, .singleton) { _ in First() }
        container.register(Second<Made>.self, using: Second.init)
        container.register(Third<Second<Made>>.self, .singleton, using: Third.init)
        expectReached(Third<Second<Made>>.self) { $0.handle().first.value.source }
        // Nor where the service with the property is kept by another that asks for it later.
        container.register(Third<First<Made>>.self, .singleton, using: Third.init)
        expectReached(Third<First<Made>>.self) { $0.handle().value.source }
    }

    @Test func `R1: a replacement reaches what a property has of a list`() {
        container.register(First<[Made]>.self, .singleton) { _ in First() }
        container.register(First<[Name: Made]>.self, .singleton) { _ in First() }
        container.register(First<[Made]?>.self, .singleton) { _ in First() }
        expectReached(First<[Made]>.self) { $0.value.first?.source }
        expectReached(First<[Name: Made]>.self) { $0.value["other"]?.source }
        expectReached(First<[Made]?>.self) { $0.value?.first?.source }
    }

    @Test func `R1: what is contributed later reaches a property, what an override contributes does not outlive that`() {
        container.register(First<[Made]>.self, .singleton) { _ in First() }
        container.withScope(.request) {
            let first = container.resolve(First<[Made]>.self)
            container.withOverrides {
                $0.contribute(Made.self) { _ in Made(Source()) }
            } operation: {
                #expect(first.value.count == 3)
                #expect(container.resolve(First<[Made]>.self).value.count == 3)
            }
            #expect(first.value.count == 2)
            #expect(container.resolve(First<[Made]>.self) === first)
            container.contribute(Made.self) { _ in Made(Source()) }
            #expect(container.resolve(First<[Made]>.self).value.count == 3)
        }
    }

    @Test(arguments: [true, false]) func `C8: what was made with a container of its own, which has gone, is kept like anything else`(
        isGraph: Bool
    ) {
        container.register(Second<Source>.self, isGraph ? .graph : .transient) { [container] _ in
            let own = Container(parent: container)
            own.register(First<Source>.self, .singleton) { _ in First() }
            own.register(Made.self, using: Made.init)
            _ = own.resolve(Made.self)
            return Second(own.resolve(First<Source>.self))
        }
        container.register(First<Second<Source>>.self, .singleton) { _ in First() }
        container.register(First<[Second<Source>]>.self, .singleton) { _ in First() }
        container.register(Third<Second<Source>>.self, .singleton, using: Third.init)
        container.withScope(.request) {
            let first = container.resolve(First<Second<Source>>.self)
            #expect(first.value === first.value)
            let list = container.resolve(First<[Second<Source>]>.self)
            #expect(list.value[0] === list.value[0])
            let third = container.resolve(Third<Second<Source>>.self)
            #expect(third.handle() === third.handle())
            #expect(container.resolve(First<Second<Source>>.self) === first)
        }
        container.register([Second<Source>].self) { r in [try r.resolve(), try r.resolve()] }
        let pair = container.resolve([Second<Source>].self)
        #expect((pair[0] === pair[1]) == isGraph)
    }

    @Test func `R9: a list that a service of another container gets in an override does not outlive that`() {
        let other = Container()
        other.register(First<[Made]>.self, .singleton) { _ in First() }
        let first = other.resolve(First<[Made]>.self)
        let mock = Made(Source())
        container.withOverrides {
            $0.replace(Made.self, with: mock)
        } operation: {
            #expect(first.value.first === mock)
        }
        container.withScope(.request) { #expect(first.value.first === container.resolve(Made.self)) }
    }

    @Test func `R9: what is in a list that a service reads inside an override goes on resolving after it`() throws {
        container.register(Third<Source>.self) { r in Third(try r.resolve()) }
        container.register(First<[Third<Source>]>.self, .singleton) { _ in First() }
        let child = Container(parent: container)
        let first = container.resolve(First<[Third<Source>]>.self)
        let third = child.withOverrides { _ in
        } operation: {
            container.withOverrides { _ in
            } operation: {
                first.value.first
            }
        }
        #expect(try third?.handle.get() === container.resolve(Source.self))
    }

    @Test func `C8: a list that a singleton's property gets in a scope is not kept beyond it`() {
        container.register(Made.self, name: "of the scope", .scoped(.request), using: Made.init)
        container.register(First<[Made]>.self, .singleton) { _ in First() }
        weak var made: Made?
        container.withScope(.request) {
            made = container.resolve(First<[Made]>.self).value.last
            #expect(made === container.resolve(Made.self, name: "of the scope"))
        }
        #expect(made == nil)
    }

    @Test func `R1: a replacement reaches what a property reaches by what is in a list`() {
        container.register(First<Made>.self, .singleton) { _ in First() }
        container.register(First<[First<Made>]>.self, .singleton) { _ in First() }
        expectReached(First<[First<Made>]>.self) { $0.value.first?.value.source }
    }
}
