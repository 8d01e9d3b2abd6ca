import Depot
import Testing

/// What was made without something that was not registered.
@Suite struct OptionalReachTests {
    private final class Maybe: Sendable {
        let network: (any Network)?

        init(_ network: (any Network)?) {
            self.network = network
        }
    }

    private final class Injected: Sendable {
        private let property = Inject<(any Network)?>()
        var network: (any Network)? { property.wrappedValue }
    }

    @Test func `R8 a parameter that was nil follows a later registration`() {
        let container = Container()
        container.register(Maybe.self, .singleton, using: Maybe.init)
        let first = container.resolve(Maybe.self)
        #expect(first.network == nil)
        #expect(container.resolve(Maybe.self) === first)
        container.register(Keychain.self, .singleton, using: Keychain.init)
        #expect(container.resolve(Maybe.self) === first)
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        #expect(container.resolve(Maybe.self).network?.tag == "real")
        #expect(container.resolve(Maybe.self) === container.resolve(Maybe.self))
    }

    @Test func `R8 a closure that found nothing registered follows a later registration`() {
        let container = Container()
        container.register(Maybe.self, .singleton) { r in Maybe(try r.resolveIfRegistered((any Network).self)) }
        #expect(container.resolve(Maybe.self).network == nil)
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        #expect(container.resolve(Maybe.self).network?.tag == "real")
    }

    @Test func `R8 a closure that asked whether something is registered follows a later registration`() {
        let container = Container()
        container.register(Maybe.self, .singleton) { r in
            r.isRegistered((any Network).self) ? Maybe(try r.resolve((any Network).self)) : Maybe(nil)
        }
        #expect(container.resolve(Maybe.self).network == nil)
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        #expect(container.resolve(Maybe.self).network?.tag == "real")
    }

    @Test func `R8 a parameter that was nil follows what an override registers, in the override only`() {
        let container = Container()
        container.register(Maybe.self, .singleton, using: Maybe.init)
        let first = container.resolve(Maybe.self)
        container.withOverrides {
            $0.register((any Network).self, .singleton) { _ in MockNetwork() }
        } operation: {
            #expect(container.resolve(Maybe.self).network?.tag == "mock")
        }
        #expect(container.resolve(Maybe.self) === first)
    }

    @Test func `R7 R8 a parameter that was nil in a parent stays nil whatever a child registers`() {
        let parent = Container()
        parent.register(Maybe.self, .singleton, using: Maybe.init)
        let child = Container(parent: parent)
        let first = child.resolve(Maybe.self)
        child.register((any Network).self, .singleton, using: RealNetwork.init)
        #expect(child.resolve(Maybe.self) === first)
        parent.register((any Network).self, .singleton, using: RealNetwork.init)
        #expect(child.resolve(Maybe.self).network?.tag == "real")
    }

    @Test func `R8 a child's parameter that was nil follows what its parent registers`() {
        let parent = Container()
        let child = Container(parent: parent)
        child.register(Maybe.self, .singleton, using: Maybe.init)
        #expect(child.resolve(Maybe.self).network == nil)
        parent.register((any Network).self, .singleton, using: RealNetwork.init)
        #expect(child.resolve(Maybe.self).network?.tag == "real")
    }

    @Test func `R8 an async singleton's optional follows a later registration`() async throws {
        let container = Container()
        container.registerAsync(Maybe.self, .singleton) { (r: Resolver) async throws in
            await Task.yield()
            return Maybe(try r.resolveIfRegistered((any Network).self))
        }
        #expect(try await container.resolveAsync(Maybe.self).network == nil)
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        #expect(try await container.resolveAsync(Maybe.self).network?.tag == "real")
    }
}
