import Depot

/// An object of the user's that does something with a container when it goes.
final class Mourner: Sendable {
    private let onEnd: @Sendable () -> Void

    init(_ onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}

/// What an object does in its `deinit`.
enum LastWish: String, CaseIterable, Codable, Sendable {
    case resolves, makes, registers, replaces, opensScope, overrides, closesChild, waitsForThread

    func fulfil(in container: Container) {
        switch self {
        case .resolves: container.resolve(Log.self).add("resolved")
        case .makes: _ = container.resolve(Client.self)
        case .registers:
            container.register(Keychain.self, .singleton, using: Keychain.init)
            _ = container.resolve(Keychain.self)
        case .replaces:
            let replacement = container.replace((any Network).self, with: MockNetwork())
            _ = container.resolve(Client.self)
            replacement.restore()
        case .opensScope: container.withScope(.request) { _ = container.resolve(Client.self) }
        case .overrides:
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                _ = container.resolve(Client.self)
            }
        case .closesChild:
            let child = Container(parent: container)
            child.register(Keychain.self, .singleton, using: Keychain.init)
            _ = child.resolve(Keychain.self)
            Task.detached { await child.close() }
        case .waitsForThread: onThread { _ = container.resolve(Client.self) }
        }
    }
}

/// Where a container may be the last owner of an object, and how it comes to release it.
struct LastOwner: Sendable {
    let name: String
    /// Whether the object goes while a factory runs, which may not replace what is resolved in it.
    var isInRun = false
    /// Lets the container own what the closure makes, and then not.
    ///
    /// The objects act on the first container, which stays; the second is for what goes.
    let release: @Sendable (_ container: Container, _ make: @escaping @Sendable () -> Mourner) async -> Void

    /// Keeps an object and handles of its container.
    private final class Keeper: Sendable {
        let mourner: Mourner
        let handles: (Lazy<Client>, Provider<Client>, Resolver)

        init(_ mourner: Mourner, _ resolver: Resolver) throws {
            self.mourner = mourner
            handles = (try resolver.resolve(), try resolver.resolve(), resolver)
        }
    }

    /// Keeps an object until it is disposed, and one for its disposer.
    private final class Disposed: Disposable, Sendable {
        private let mourner: Mourner
        private let last: Locked<Mourner?>

        init(_ mourner: Mourner, _ last: Mourner) {
            self.mourner = mourner
            self.last = Locked(last)
        }

        func dispose() async {
            let last = last.withLock { $0.take() }
            withExtendedLifetime(last) {}
        }
    }

    /// Keeps the last object behind a handle.
    private final class LazyKeeper: Sendable {
        let lazy: Lazy<Mourner>
        init(_ lazy: Lazy<Mourner>) { self.lazy = lazy }
    }

    static let all: [LastOwner] = containers + services + scopes + closures

    private static let services: [LastOwner] = [
        LastOwner(name: "a singleton that is registered again") { container, make in
            container.register(Mourner.self, .singleton) { _ in make() }
            _ = container.resolve(Mourner.self)
            _ = container.resolve(Mourner.self)
            container.register(Mourner.self, .singleton) { _ in Mourner {} }
        },
        LastOwner(name: "an instance that is registered again") { container, make in
            container.register(Mourner.self, instance: make())
            _ = container.resolve(Mourner.self)
            container.register(Mourner.self, instance: Mourner {})
        },
        LastOwner(name: "a singleton with a name and arguments") { container, make in
            container.register(Mourner.self, name: "name", .singleton) { (_, _: Int) in make() }
            for number in 0..<3 { _ = container.resolve(Mourner.self, name: "name", arguments: number) }
            container.register(Mourner.self, name: "name", .singleton) { (_, _: Int) in Mourner {} }
        },
        LastOwner(name: "an argument") { container, make in
            let census = Census()
            container.register(Keychain.self, .singleton) { (_, _: Ticket) in Keychain() }
            for number in 0..<3 {
                let mourner = make()
                let ticket = Ticket(number, census) { withExtendedLifetime(mourner) {} }
                _ = container.resolve(Keychain.self, arguments: ticket)
            }
            container.register(Keychain.self, .singleton) { (_, _: Ticket) in Keychain() }
        },
        LastOwner(name: "a graph instance", isInRun: true) { container, make in
            container.register(Mourner.self, .graph) { _ in make() }
            container.register(UserID.self) { r in
                _ = try r.resolve(Mourner.self)
                _ = try r.resolve(Mourner.self)
                return UserID(1)
            }
            _ = container.resolve(UserID.self)
        },
        LastOwner(name: "a graph instance in whose place another is kept", isInRun: true) { container, make in
            container.register(Keychain.self, name: "of a request", .scoped(.request), using: Keychain.init)
            container.register(Mourner.self, .graph) { r in
                _ = try r.resolve(Keychain.self, name: "of a request")
                return make()
            }
            container.register(UserID.self) { [unowned container] r in
                for _ in 0..<2 {
                    try container.withScope(.request) { _ = try r.resolve(Mourner.self) }
                }
                return UserID(1)
            }
            _ = container.resolve(UserID.self)
        },
        LastOwner(name: "a transient") { container, make in
            container.register(Mourner.self) { _ in make() }
            for _ in 0..<3 { _ = container.resolve(Mourner.self) }
        },
        LastOwner(name: "a weak instance") { container, make in
            container.register(Mourner.self, .weak) { _ in make() }
            for _ in 0..<3 { _ = container.resolve(Mourner.self) }
        },
        LastOwner(name: "a cached instance that has expired") { container, make in
            container.register(Mourner.self, .cached(for: .zero)) { _ in make() }
            for _ in 0..<3 { _ = container.resolve(Mourner.self) }
        },
        LastOwner(name: "an instance that expires for its arguments") { container, make in
            container.register(Mourner.self, .cached(for: .zero)) { (_, _: Int) in make() }
            for number in 0..<200 { _ = container.resolve(Mourner.self, arguments: number) }
        },
        LastOwner(name: "what is behind an alias") { container, make in
            container.register(Mourner.self, .singleton) { _ in make() }
            container.alias((any AnyObject & Sendable).self, to: Mourner.self) { $0 }
            _ = container.resolve((any AnyObject & Sendable).self)
            container.register(Mourner.self, .singleton) { _ in Mourner {} }
        },
        LastOwner(name: "what a decorator has wrapped") { container, make in
            container.register(Mourner.self, .singleton) { _ in make() }
            container.decorate(Mourner.self) { base, _ in Mourner { withExtendedLifetime(base) {} } }
            _ = container.resolve(Mourner.self)
            container.register(Mourner.self, .singleton) { _ in Mourner {} }
        },
        LastOwner(name: "what a decorator has thrown away", isInRun: true) { container, make in
            container.register(Mourner.self, .singleton) { _ in make() }
            container.decorate(Mourner.self) { _, _ in Mourner {} }
            _ = container.resolve(Mourner.self)
        },
        LastOwner(name: "what an async factory made") { container, make in
            container.registerAsync(Mourner.self, .singleton) { _ in make() }
            _ = try? await container.resolveAsync(Mourner.self)
            container.registerAsync(Mourner.self, .singleton) { _ in Mourner {} }
        },
        LastOwner(name: "what a Lazy has kept") { container, make in
            container.register(Mourner.self) { _ in make() }
            container.register(LazyKeeper.self, .singleton, using: LazyKeeper.init)
            _ = container.resolve(LazyKeeper.self).lazy()
            container.register(LazyKeeper.self, .singleton, using: LazyKeeper.init)
        },
        LastOwner(name: "what keeps handles") { container, make in
            container.register(Keeper.self, .singleton) { r in try Keeper(make(), r) }
            _ = container.resolve(Keeper.self).handles.0()
            _ = container.resolve(Keeper.self).handles.1()
            container.register(Keeper.self, .singleton) { r in try Keeper(Mourner {}, r) }
        },
    ]

    private static let scopes: [LastOwner] = [
        LastOwner(name: "an instance of a scope") { container, make in
            container.register(Mourner.self, .scoped(.request)) { _ in make() }
            synchronously { container.withScope(.request) { for _ in 0..<3 { _ = container.resolve(Mourner.self) } } }
            try? await container.withScope(.request) { () async in _ = container.resolve(Mourner.self) }
        },
        LastOwner(name: "an instance of a scope with arguments") { container, make in
            container.register(Mourner.self, .scoped(.request)) { (_, _: Int) in make() }
            synchronously { container.withScope(.request) { _ = container.resolve(Mourner.self, arguments: 1) } }
        },
        LastOwner(name: "an instance of a held scope") { container, make in
            container.register(Mourner.self, .scoped(.session)) { _ in make() }
            let held = HeldScope(.session, id: "held", in: container)
            synchronously { held.withScope(.request) { _ = container.resolve(Mourner.self) } }
            held.clear()
            synchronously { HeldScope(.session, id: "gone", in: container).withScope(.request) { _ = container.resolve(Mourner.self) } }
        },
        LastOwner(name: "an instance of a scope that is set") { container, make in
            container.register(Mourner.self, .scoped(.screen)) { _ in make() }
            container.scopeContext.setCurrent(.screen, id: "set")
            _ = container.resolve(Mourner.self)
            container.scopeContext.clear(.screen)
        },
        LastOwner(name: "what is disposed with a scope") { container, make in
            container.register(Disposed.self) { _ in Disposed(make(), make()) }
            synchronously { container.withScope(.request) { _ = container.resolve(Disposed.self) } }
            await container.settled()
        },
        LastOwner(name: "what is disposed when it is registered again") { container, make in
            container.register(Disposed.self, .singleton) { _ in Disposed(make(), make()) }
            _ = container.resolve(Disposed.self)
            container.register(Disposed.self, .singleton) { _ in Disposed(Mourner {}, Mourner {}) }
            await container.settled()
        },
    ]

    private static let closures: [LastOwner] = [
        LastOwner(name: "what a factory captures") { container, make in
            let mourner = make()
            container.register(Keychain.self, name: "captures", .singleton) { _ in withExtendedLifetime(mourner) { Keychain() } }
            _ = container.resolve(Keychain.self, name: "captures")
            container.register(Keychain.self, name: "captures", .singleton) { _ in Keychain() }
        },
        LastOwner(name: "what a published factory captures") { container, make in
            let other = Container(parent: container)
            do {
                let mourner = make()
                other.register(UserID.self) { _ in withExtendedLifetime(mourner) { UserID(1) } }
            }
            for _ in 0..<3 { _ = other.resolve(UserID.self) }
            other.register(UserID.self) { _ in UserID(2) }
        },
        LastOwner(name: "what a replacement's factory captures") { container, make in
            let mourner = make()
            let replacement = container.replace(Log.self) { _ in withExtendedLifetime(mourner) { Log() } }
            _ = container.resolve(Log.self)
            replacement.restore()
        },
        LastOwner(name: "what an observer captures") { container, make in
            let mourner = make()
            let observation = container.observe { _ in withExtendedLifetime(mourner) {} }
            _ = container.resolve(Client.self)
            observation.end()
        },
        LastOwner(name: "what a factory that throws has made", isInRun: true) { container, make in
            container.register(Mourner.self, .graph) { _ in make() }
            container.register(Keychain.self, name: "throws", .singleton) { r in
                _ = try r.resolve(Mourner.self)
                throw Failure()
            }
            _ = try? container.tryResolve(Keychain.self, name: "throws")
        },
    ]

    private static let containers: [LastOwner] = [
        LastOwner(name: "an instance that stood in") { container, make in
            container.register(Mourner.self, .singleton) { _ in Mourner {} }
            let replacement = container.replace(Mourner.self, with: make())
            _ = container.resolve(Mourner.self)
            replacement.restore()
        },
        LastOwner(name: "what a replacement has made") { container, make in
            container.register(Mourner.self, .singleton) { _ in Mourner {} }
            container.replace(Mourner.self) { _ in make() }
            _ = container.resolve(Mourner.self)
            container.restoreAll()
        },
        LastOwner(name: "what an override has made, and what stood in there") { container, make in
            container.register(Mourner.self, .singleton) { _ in Mourner {} }
            container.register(Mourner.self, name: "constant", .singleton) { _ in Mourner {} }
            synchronously {
                container.withOverrides {
                    $0.replace(Mourner.self) { _ in make() }
                    $0.replace(Mourner.self, name: "constant", with: make())
                } operation: {
                    _ = container.resolve(Mourner.self)
                    _ = container.resolve(Mourner.self, name: "constant")
                }
                container.withOverrides {
                    $0.replace(Mourner.self, with: make())
                } operation: {
                    _ = container.resolve(Mourner.self)
                }
            }
        },
        LastOwner(name: "a child with all there is") { container, make in
            let child = Container(parent: container)
            child.register(Mourner.self, .singleton) { _ in make() }
            child.register(Mourner.self, name: "instance", instance: make())
            child.register(Keeper.self, .singleton) { r in try Keeper(make(), r) }
            child.contribute(Mourner.self) { _ in make() }
            child.contribute(Mourner.self, .singleton) { _ in make() }
            _ = child.resolve(Mourner.self)
            _ = child.resolve(Keeper.self).handles.0()
            _ = child.resolveAll(Mourner.self)
        },
        LastOwner(name: "a child that is closed first") { container, make in
            let child = Container(parent: container)
            child.register(Mourner.self, .singleton) { _ in make() }
            child.register(Disposed.self, .singleton) { _ in Disposed(make(), make()) }
            _ = child.resolve(Mourner.self)
            _ = child.resolve(Disposed.self)
            await child.close()
        },
        LastOwner(name: "a copy") { container, make in
            container.register(Mourner.self, .singleton) { _ in make() }
            _ = container.copy().resolve(Mourner.self)
        },
    ]
}
