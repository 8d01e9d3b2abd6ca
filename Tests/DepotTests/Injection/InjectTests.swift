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

    @Test(arguments: [true, false]) func `R9 what a scope is given in an override does not outlive that in an Inject`(isByHand: Bool) {
        final class Asker: Sendable {
            private let injected = Inject<any Network>()
            var network: any Network { injected.wrappedValue }
        }
        let container = makeStack()
        container.register(Asker.self, .singleton) { _ in Asker() }
        let asker = isByHand ? Asker() : container.resolve(Asker.self)
        container.withOverrides {
            $0.expect((any Network).self, in: .session)
        } operation: {
            container.withScope(.session, providing: { $0.provide((any Network).self, MockNetwork()) }) {
                #expect(asker.network.tag == "mock")
                #expect(asker.network === asker.network)
            }
        }
        container.withScope(.request) { #expect(asker.network.tag == "real") }
    }

    @Test func `C9 an Inject that finds nothing says in which container it looked`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Consumer().network
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                any Network is not registered in `Container.shared`, which is the process's container here.
                  path: any Network
                  fix:  register it in an assembly: container.register((any Network).self, using: …)
                """))
    }

    @Test func `C9 an Inject in a factory of a container that is not in effect says which one has its service`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container(file: "App/Main.swift", line: 1)
            container.register((any Network).self) { _ in RealNetwork() }
            container.register(Int.self, file: "App/Main.swift", line: 2) { _ in
                _ = Consumer().network
                return 1
            }
            Container(file: "App/Main.swift", line: 3).withOverrides { _ in
            } operation: {
                _ = container.resolve(Int.self)
            }
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                any Network is not registered in `Container.shared`, which is the container made at App/Main.swift:3 here.
                  path: Int (App/Main.swift:2) → any Network
                  fix:  the container made at App/Main.swift:1 has it: take it as a parameter of the factory there, or resolve inside that \
                container's `withOverrides { _ in } operation: { … }`, which makes it `Container.shared`.
                """))
    }

    @Test func `C9 an Inject that is read later knows the container of the singleton that has it`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = makeStack()
            container.register(Service.self, .singleton, using: Service.init)
            _ = container.resolve(Service.self).network
        }
        let told = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(told.contains("which is the process's container here."))
        #expect(told.contains("has it: take it as a parameter of the factory there, or resolve inside"))
    }
}
