import Depot
import Testing

/// What an async factory asks for by the `Lazy`, `Provider` or resolver that another service has kept: a part of its run, as in a synchronous one.
@Suite struct AsyncHandleTests {
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

    private final class Late: Sendable {
        let lazy: Lazy<Store>
        let provider: Provider<Store>
        let resolver: Resolver

        init(_ lazy: Lazy<Store>, _ provider: Provider<Store>, _ resolver: Resolver) {
            self.lazy = lazy
            self.provider = provider
            self.resolver = resolver
        }
    }

    private final class Report: Sendable {
        let store: Store

        init(_ store: Store) {
            self.store = store
        }
    }

    private enum Way: CaseIterable {
        case lazy, provider, resolver, awaited
    }

    private let container = Container()

    /// The report of a lifetime is awaited and asks another service for the store.
    private func register(_ way: Way, isLateShared: Bool) {
        container.register(Net.self, .singleton) { _ in Net("real") }
        container.register(Store.self, .singleton, using: Store.init)
        if isLateShared {
            container.register(Late.self, .singleton, using: Late.init)
        } else {
            container.register(Late.self, using: Late.init)
        }
        container.registerAsync(Report.self, .singleton) { r in
            let late = try await r.resolveAsync(Late.self)
            return switch way {
            case .lazy: Report(try late.lazy.get())
            case .provider: Report(try late.provider.get())
            case .resolver: Report(try late.resolver.resolve())
            case .awaited: Report(try await late.resolver.resolveAsync())
            }
        }
    }

    @Test(arguments: Way.allCases, [true, false])
    private func `R1 R2 a replacement reaches what an async factory got in this way, and is gone after`(_ way: Way, isLateShared: Bool)
        async throws
    {
        register(way, isLateShared: isLateShared)
        let report = try await container.resolveAsync(Report.self)
        let mock = container.replace(Net.self, with: Net("mock"))
        #expect(try await container.resolveAsync(Report.self).store.net.tag == "mock")
        mock.restore()
        #expect(try await container.resolveAsync(Report.self) === report)
    }

    @Test(arguments: Way.allCases, [true, false])
    private func `S6 an async singleton that gets what a request has in this way is captive`(_ way: Way, isLateShared: Bool) async throws {
        register(way, isLateShared: isLateShared)
        container.register(Net.self, .scoped(.request)) { _ in Net("request") }
        container.register(Store.self, using: Store.init)
        try await container.withScope(.request) { () async throws in
            let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Report.self) }
            #expect(error?.kind == "captive")
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [true, false])
    func `C3 an async service that awaits itself in this way is a cycle with its path`(isShared: Bool) async {
        container.register(Late.self, .singleton, using: Late.init)
        container.register(Store.self, using: { Store(Net("")) })
        if isShared {
            container.registerAsync(Report.self, .singleton) { r in try await r.resolveAsync(Late.self).resolver.resolveAsync() }
        } else {
            container.registerAsync(Report.self) { r in try await r.resolveAsync(Late.self).resolver.resolveAsync() }
        }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Report.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["Report", "Report"])
    }
}
