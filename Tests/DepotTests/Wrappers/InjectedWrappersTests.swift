import Depot
import Testing

/// What a parameter may be can be asked for in closures, too.
@Suite struct InjectedWrappersTests {
    private final class Holder: Sendable {
        let lazy: Lazy<Repository>
        let provider: Provider<Repository>
        let keychain: Keychain?
        let all: [any Network]

        init(_ lazy: Lazy<Repository>, _ provider: Provider<Repository>, _ keychain: Keychain?, _ all: [any Network]) {
            self.lazy = lazy
            self.provider = provider
            self.keychain = keychain
            self.all = all
        }
    }

    private let container = Container()

    init() {
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(Repository.self, .singleton, using: Repository.init)
        container.register(Holder.self, .singleton) { r in try Holder(r.resolve(), r.resolve(), r.resolveIfRegistered(), r.resolve()) }
    }

    @Test func `C10: a closure's resolver gives the wrappers that a parameter may be`() {
        let holder = container.resolve(Holder.self)
        #expect(holder.lazy() === container.resolve(Repository.self))
        #expect(holder.provider() === holder.lazy())
        #expect(holder.keychain == nil)
        #expect(holder.all.map(\.tag) == ["real"])
        container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Holder.self).lazy().network.tag == "mock")
    }

    @Test func `C10: so does the container, awaited or not`() async throws {
        let lazy: Lazy<Repository> = container.resolve()
        let networks = try await container.resolveAsync([any Network].self)
        #expect(lazy() === container.resolve(Repository.self))
        #expect(networks.count == 1)
    }

    @Test func `C10: an exact registration of a wrapper wins where it is awaited, too`() async throws {
        final class Awaited: Sendable {
            let lazy: Lazy<Repository>

            init(_ lazy: Lazy<Repository>) async { self.lazy = lazy }
        }
        container.registerAsync(Awaited.self, using: Awaited.init)
        #expect(try await container.resolveAsync(Awaited.self).lazy().network.tag == "real")
        container.register(Lazy<Repository>.self, instance: Lazy(Repository(MockNetwork())))
        #expect(try await container.resolveAsync(Awaited.self).lazy().network.tag == "mock")
    }

    @Test func `C10: a wrapper of what is not registered says what is missing`() {
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Lazy<Keychain>.self) }.hasPrefix("Keychain is not registered."))
    }

    @Test func `C4: a factory that outdates its own instance each time is told so, and does not go on for ever`() {
        container.register(Screen.self, .singleton) { [container] r in
            let repository = try r.resolve(Repository.self)
            container.replace((any Network).self, with: MockNetwork())
            _ = try r.resolve(Repository.self)
            container.restoreAll()
            return Screen(UseCase(repository))
        }
        let told = text { () throws(ResolutionError) in try container.tryResolve(Screen.self) }
        #expect(told.hasPrefix("Screen was made 1000 times, and each time something it was made from had changed before it was ready."))
        #expect(container.resolve(Repository.self).network.tag == "real")
    }
}
