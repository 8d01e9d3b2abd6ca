import Depot

/// An operation that may be repeated for ever: it must leave nothing behind.
enum Growth: String, CaseIterable, Codable, Sendable {
    case lifetimes, names, arguments, argumentsOfWeak, alias, collections, wrappers, lateOfWeak, lateOfCached, lateOfTransient
    case registerAgain, registerAgainByInstance, replaceByInstance, replaceByFactory, replaceInChild
    case override, overrideTwice, overrideInScope, scope, scopeWithArguments, nestedScopes, heldScope, setScope
    case child, childWithEverything, copy, failure
    case resolveAsync, overrideAsync, scopeAsync, registerAgainAsync, disposables

    /// Everything that the operations need.
    private static func container() -> Container {
        let container = makeStack()
        container.register(Log.self, .singleton, using: Log.init)
        container.register(Client.self, using: Client.init)
        container.register(ClientHolder.self, using: ClientHolder.init)
        container.register(Client.self, name: "graph", .graph) { r in Client(try r.resolve()) }
        container.register(Client.self, name: "weak", .weak) { r in Client(try r.resolve()) }
        container.register(Client.self, name: "expired", .cached(for: .zero)) { r in Client(try r.resolve()) }
        container.register(Client.self, name: "request", .scoped(.request)) { r in Client(try r.resolve()) }
        container.register(Client.self, name: "screen", .scoped(.screen)) { r in Client(try r.resolve()) }
        container.register(Client.self, name: "session", .scoped(.session)) { r in Client(try r.resolve()) }
        container.register(UserID.self) { (_, number: Int) in UserID(number) }
        container.register(Client.self, .weak) { (r, _: Int) in Client(try r.resolve()) }
        container.register(Client.self, name: "request", .scoped(.request)) { (r, _: Int) in Client(try r.resolve()) }
        container.alias((any Networked).self, to: Screen.self) { $0 }
        for _ in 0..<3 { container.contribute(Counter.self) { _ in Counter() } }
        container.contribute(Counter.self, .singleton, using: Counter.init)
        container.register(Keychain.self, name: "fails", .singleton) { _ in throw Failure() }
        container.registerAsync(Log.self, name: "async") { _ in
            await Task.yield()
            return Log()
        }
        container.registerAsync(Log.self, name: "asyncRequest", .scoped(.request)) { _ in Log() }
        container.register(Fleeting<Weak>.self, .weak) { r in Fleeting(try r.resolve()) }
        container.register(Fleeting<Cached>.self, .cached(for: .zero)) { r in Fleeting(try r.resolve()) }
        container.register(Fleeting<Transient>.self) { r in Fleeting(try r.resolve()) }
        container.register(Late.self, .singleton, using: Late.init)
        container.register(Box.self, name: "disposable", .scoped(.request)) { _ in Box() }
        return container
    }

    private final class Box: Disposable, Sendable {
        func dispose() async {}
    }

    private enum Weak {}
    private enum Cached {}
    private enum Transient {}

    /// What nobody holds.
    private final class Fleeting<Kind>: Sendable {
        let client: Client

        init(_ client: Client) {
            self.client = client
        }
    }

    /// Lasts, and asks again and again.
    private final class Late: Sendable {
        let weak: Lazy<Fleeting<Weak>>
        let cached: Lazy<Fleeting<Cached>>
        let transient = Inject<Fleeting<Transient>>(.onEveryAccess)

        init(_ weak: Lazy<Fleeting<Weak>>, _ cached: Lazy<Fleeting<Cached>>) {
            self.weak = weak
            self.cached = cached
        }
    }

    /// The operation, with a container of its own.
    func operation() -> @Sendable (_ round: Int) async -> Void {
        let container = Growth.container()
        switch self {
        case .resolveAsync, .overrideAsync, .scopeAsync, .registerAgainAsync, .disposables: return asynchronous(container)
        default: return { round in synchronously { self.synchronous(container, round) } }
        }
    }

    private func synchronous(_ container: Container, _ round: Int) {
        switch self {
        case .lifetimes:
            _ = container.resolve(Screen.self)
            for name in ["graph", "weak", "expired"] as [Name] { _ = container.resolve(Client.self, name: name) }
            _ = container.resolve(Client.self)
        case .names: _ = container.resolve(Client.self, name: Name("gra\(round < 0 ? "" : "ph")"))
        case .arguments: _ = container.resolve(UserID.self, arguments: round)
        case .argumentsOfWeak: _ = container.resolve(Client.self, arguments: round)
        case .alias: _ = container.resolve((any Networked).self)
        case .collections:
            _ = container.resolveAll(Counter.self)
            _ = container.resolve([Counter].self)
        case .wrappers:
            _ = container.resolve(ClientHolder.self).client()
            _ = container.resolve(Provider<Client>.self)()
            _ = container.resolve(Factory<UserID, Int>.self)(round)
        case .lateOfWeak: for _ in 0..<10 { _ = container.resolve(Late.self).weak() }
        case .lateOfCached: for _ in 0..<10 { _ = container.resolve(Late.self).cached() }
        case .lateOfTransient:
            container.withScope(.screen) { for _ in 0..<10 { _ = container.resolve(Late.self).transient.wrappedValue } }
        case .registerAgain:
            container.register((any Network).self, .singleton, using: RealNetwork.init)
            _ = container.resolve(Screen.self)
        case .registerAgainByInstance:
            container.register(Log.self, instance: Log())
            _ = container.resolve(Log.self)
        case .replaceByInstance:
            let replacement = container.replace((any Network).self, with: MockNetwork())
            _ = container.resolve(Screen.self)
            replacement.restore()
        case .replaceByFactory:
            container.replace(Repository.self) { r in Repository(try r.resolve()) }
            container.replace((any Network).self) { _ in MockNetwork() }
            _ = container.resolve(Screen.self)
            container.restoreAll()
        case .replaceInChild:
            let child = Container(parent: container)
            child.replace((any Network).self, with: MockNetwork())
            _ = child.resolve(Screen.self)
            _ = child.resolve(Client.self)
        case .override, .overrideTwice, .overrideInScope: override(container)
        case .scope: container.withScope(.request) { _ = container.resolve(Client.self, name: "request") }
        case .scopeWithArguments:
            container.withScope(.request) { _ = container.resolve(Client.self, name: "request", arguments: round % 3) }
        case .nestedScopes:
            container.withScope(.session) {
                container.withScope(.request) {
                    for name in ["request", "session"] as [Name] { _ = container.resolve(Client.self, name: name) }
                }
            }
        case .heldScope:
            let held = HeldScope(.session, id: "\(round % 7)", in: container)
            held.withScope(.request) { _ = container.resolve(Client.self, name: "session") }
        case .setScope:
            container.scopeContext.setCurrent(.screen, id: "\(round)")
            _ = container.resolve(Client.self, name: "screen")
            container.scopeContext.clear(.screen)
        case .child:
            let child = Container(parent: container)
            child.register(Keychain.self, .singleton, using: Keychain.init)
            _ = child.resolve(Keychain.self)
            _ = child.resolve(Screen.self)
        case .childWithEverything:
            let child = Container(parent: container)
            child.decorate((any Network).self) { base, _ in base }
            child.contribute(Counter.self, using: Counter.init)
            child.alias((any AnyObject & Sendable).self, to: Screen.self) { $0 }
            _ = child.resolve(Client.self)
            _ = child.resolveAll(Counter.self)
            _ = child.resolve((any AnyObject & Sendable).self)
        case .copy: _ = container.copy().resolve(Screen.self)
        default: _ = try? container.tryResolve(Keychain.self, name: "fails")
        }
    }

    private func override(_ container: Container) {
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            _ = container.resolve(Screen.self)
            guard self != .override else { return }
            container.withScope(.request) { _ = container.resolve(Client.self, name: "request") }
            guard self == .overrideTwice else { return }
            container.withOverrides {
                $0.replace(Repository.self) { r in Repository(try r.resolve()) }
            } operation: {
                _ = container.resolve(Screen.self)
            }
        }
    }

    private func asynchronous(_ container: Container) -> @Sendable (_ round: Int) async -> Void {
        switch self {
        case .resolveAsync: { _ in _ = try? await container.resolveAsync(Log.self, name: "async") }
        case .overrideAsync:
            { _ in
                await container.withOverrides {
                    $0.replace((any Network).self, with: MockNetwork())
                } operation: {
                    _ = try? await container.resolveAsync(Screen.self)
                }
            }
        case .scopeAsync:
            { _ in try? await container.withScope(.request) { _ = try await container.resolveAsync(Log.self, name: "asyncRequest") } }
        case .registerAgainAsync:
            { _ in
                container.registerAsync(Counter.self, name: "async", .singleton, using: Counter.init)
                _ = try? await container.resolveAsync(Counter.self, name: "async")
            }
        default: { _ in try? await container.withScope(.request) { () async in _ = container.resolve(Box.self, name: "disposable") } }
        }
    }
}
