import Depot
import Testing

/// `@Inject`, and what it finds in effect.
@Suite struct InjectTests {
    private struct Consumer {
        @Inject var network: any Network
        @Inject(.onEveryAccess) var screen: Screen
        @Inject var missing: Float?
    }

    private final class Service: Networked {
        private let injected = Inject<any Network>()
        var network: any Network { injected.wrappedValue }
    }

    @Test func `C10 Inject resolves from the container in effect, at its moment`() {
        let container = makeStack()
        container.withOverrides { _ in
        } operation: {
            let consumer = Consumer()
            #expect(consumer.network === container.resolve((any Network).self))
            #expect(consumer.missing == nil)
            let before = consumer.screen
            container.replace((any Network).self, with: MockNetwork())
            #expect(consumer.screen !== before)
            #expect(consumer.network.tag == "real")
            container.restoreAll()
            #expect(consumer.screen === before)
        }
    }

    @Test func `R1 a singleton with an Inject is made anew under a replacement and comes back`() {
        let container = makeStack()
        container.register(Service.self, .singleton, using: Service.init)
        container.withOverrides { _ in
        } operation: {
            let shared = Container.shared
            let before = shared.resolve(Service.self)
            #expect(before.network.tag == "real")
            let replacement = container.replace((any Network).self, with: MockNetwork())
            #expect(shared.resolve(Service.self) !== before)
            #expect(shared.resolve(Service.self).network.tag == "mock")
            replacement.restore()
            #expect(shared.resolve(Service.self) === before)
            #expect(before.network.tag == "real")
        }
    }

    private final class Listing: Sendable {
        private let injected = Inject<[any Network]>()
        var networks: [any Network] { injected.wrappedValue }
    }

    @Test(arguments: [true, false]) func `R1 R3 what was made while another container was in effect is made anew as well`(isChild: Bool) {
        let container = makeStack()
        container.register(Service.self, .singleton, using: Service.init)
        container.register(Listing.self, .singleton, using: Listing.init)
        let other = isChild ? Container(parent: container) : Container()
        other.register((any Network).self, .singleton) { _ in MockNetwork() }
        let (service, listing) = other.withScope(.screen) { (container.resolve(Service.self), container.resolve(Listing.self)) }
        func tags() -> [String] { [container.resolve(Service.self).network.tag] + container.resolve(Listing.self).networks.map(\.tag) }
        container.withScope(.request) { #expect(tags() == ["real", "real"]) }
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(tags() == ["mock", "mock"])
        }
        #expect(container.resolve(Service.self) === service)
        #expect(container.resolve(Listing.self) === listing)
    }

    @Test func `R2 an Inject first read under a replacement is not left with the mock`() {
        let container = makeStack()
        container.register(Service.self, .singleton, using: Service.init)
        container.withOverrides { _ in
        } operation: {
            let before = Container.shared.resolve(Service.self)
            let replacement = container.replace((any Network).self, with: MockNetwork())
            _ = before.network
            replacement.restore()
            #expect(Container.shared.resolve(Service.self) === before)
            #expect(before.network.tag == "real")
        }
    }

    @Test func `R3 R9 what an object made by hand has read outside an override stays, and what it reads inside does not outlive it`() {
        let container = makeStack()
        container.withOverrides { _ in
        } operation: {
            let (outside, inside) = (Consumer(), Consumer())
            #expect(outside.network.tag == "real")
            Container.shared.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                #expect(outside.network.tag == "real")
                #expect(outside.screen.network.tag == "mock")
                #expect(inside.network.tag == "mock")
            }
            #expect(inside.network.tag == "real")
        }
    }
}
