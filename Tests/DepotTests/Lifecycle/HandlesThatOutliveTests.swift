import Depot
import Testing

/// A container goes although handles are kept for longer than what they were made for: a scoped service, a run that failed, a caller.
@Suite struct HandlesThatOutliveTests {
    private final class Leaf: Sendable {}

    private final class Unit: Sendable {
        let leaf: Provider<Leaf>

        init(_ leaf: Provider<Leaf>) {
            self.leaf = leaf
        }
    }

    private final class Store: Sendable {
        let unit: Unit

        init(_ unit: Unit) {
            self.unit = unit
        }
    }

    private final class Handler: Sendable {
        let unit: Unit
        let store: Store

        init(_ unit: Unit, _ store: Store) {
            self.unit = unit
            self.store = store
        }
    }

    private struct Broken: Error {}

    private func makeContainer() -> Container {
        let container = Container()
        container.register(Leaf.self, .singleton, using: Leaf.init)
        container.register(Unit.self, .graph, using: Unit.init)
        container.register(Store.self, .singleton, using: Store.init)
        return container
    }

    enum Form: CaseIterable {
        case functions, closures, inner, childTask
    }

    @Test(arguments: Form.allCases)
    func `C18: a container goes whose singleton got a graph's service that was first made for a request`(_ form: Form) async throws {
        weak var container: Container?
        weak var store: Store?
        do {
            let made = makeContainer()
            if form == .closures {
                made.register(Handler.self, .scoped(.request)) { r in
                    let unit: Unit = try r.resolve()
                    return try Handler(unit, r.resolve())
                }
            } else {
                made.register(Handler.self, .scoped(.request), using: Handler.init)
            }
            let handle: @Sendable () -> Void = {
                let handler = made.resolve(Handler.self)
                #expect(handler.unit === handler.store.unit)
            }
            switch form {
            case .functions, .closures: try await made.withScope(.request) { handle() }
            case .inner: try await made.withScope(.session) { try await made.withScope(.request) { handle() } }
            case .childTask: try await made.withScope(.request) { await Task { handle() }.value }
            }
            (container, store) = (made, made.resolve(Store.self))
            #expect(try store?.unit.leaf.get() === made.resolve(Leaf.self))
        }
        #expect(container == nil)
        #expect(store == nil)
    }

    private final class Ticket: Sendable {}

    @Test(arguments: [false, true])
    func `C18: so does one whose request's service got another one of that request, also where it failed`(_ fails: Bool) async throws {
        weak var container: Container?
        do {
            let made = makeContainer()
            made.register(Ticket.self, .scoped(.request), using: Ticket.init)
            made.register(Handler.self, .scoped(.request)) { r in
                let (_, unit) = try (r.resolve(Ticket.self), r.resolve(Unit.self))
                let handler = try Handler(unit, r.resolve())
                if fails { throw Broken() }
                return handler
            }
            try await made.withScope(.request) { _ = try? made.tryResolve(Handler.self) }
            container = made
            #expect(try made.resolve(Store.self).unit.leaf.get() === made.resolve(Leaf.self))
        }
        #expect(container == nil)
    }

    private final class Visit: Sendable {}

    @Test func `C18: so does one where what a request's service began goes on after it, and gets something of that request`() async throws {
        let (begun, made, over) = (AsyncGate(), AsyncGate(), AsyncGate())
        weak var gone: Container?
        do {
            let container = makeContainer()
            container.register(Ticket.self, .scoped(.request), using: Ticket.init)
            container.registerAsync(Visit.self) { r in
                begun.open()
                await made.pass()
                _ = try r.resolve(Ticket.self)
                return Visit()
            }
            container.registerAsync(Handler.self, .scoped(.request)) { r in
                Task {
                    _ = try await r.resolveAsync(Visit.self)
                    over.open()
                }
                await begun.pass()
                return try Handler(r.resolve(), r.resolve())
            }
            try await container.withScope(.request) {
                _ = try await container.resolveAsync(Handler.self)
                made.open()
                await over.pass()
            }
            gone = container
        }
        #expect(gone == nil)
    }

    private final class Config: Sendable {
        let screen: Lazy<Screen>

        init(_ screen: Lazy<Screen>) {
            self.screen = screen
        }
    }

    private final class Screen: Sendable {
        let leaf: Provider<Leaf>

        init(_ leaf: Provider<Leaf>) {
            self.leaf = leaf
        }
    }

    @Test func `C18: a container goes whose singleton got something by its Lazy while a request's service was made`() throws {
        weak var container: Container?
        weak var config: Config?
        do {
            let made = makeContainer()
            made.register(Screen.self, using: Screen.init)
            made.register(Config.self, .singleton, using: Config.init)
            made.register(Handler.self, .scoped(.request)) { r in
                let config: Config = try r.resolve()
                _ = try config.screen.get()
                return try Handler(r.resolve(), r.resolve())
            }
            made.withScope(.request) { _ = made.resolve(Handler.self) }
            (container, config) = (made, made.resolve(Config.self))
            #expect(try config?.screen.get().leaf.get() === made.resolve(Leaf.self))
        }
        #expect(container == nil)
        #expect(config == nil)
    }

    @Test(arguments: [UniqueLifetime.graph, .transient])
    func `C18: a container goes whose singleton got something by its Lazy while a graph's service was made`(_ lifetime: UniqueLifetime) {
        weak var container: Container?
        weak var config: Config?
        do {
            let made = makeContainer()
            made.register(Screen.self, lifetime, using: Screen.init)
            made.register(Config.self, .singleton, using: Config.init)
            made.register((any Sendable).self, .graph) { r in
                // First for the caller, then by the singleton's `Lazy`.
                let screen: Screen = try r.resolve()
                return try [screen, r.resolve(Config.self).screen.get()]
            }
            _ = made.resolve((any Sendable).self)
            (container, config) = (made, made.resolve(Config.self))
        }
        #expect(container == nil)
        #expect(config == nil)
    }

    /// What the factory of a `Lazy`'s service uses is what has the `Lazy`.
    @Test(arguments: [UniqueLifetime.graph, .transient])
    func `C18: a container goes where what a singleton gets by its Lazy is made from the singleton, and does not keep it`(
        _ lifetime: UniqueLifetime
    ) throws {
        weak var container: Container?
        weak var config: Config?
        do {
            let made = makeContainer()
            made.register(Screen.self, lifetime) { r in
                _ = try r.resolve(Config.self)
                return try Screen(r.resolve())
            }
            made.register(Config.self, .singleton, using: Config.init)
            let screen = try made.resolve(Config.self).screen.get()
            #expect(try made.resolve(Config.self).screen.get() === screen)
            // R1: it still follows what it was made from.
            let mock = made.replace(Config.self) { r in try Config(r.resolve()) }
            #expect(made.resolve(Config.self).screen() !== screen)
            mock.restore()
            #expect(made.resolve(Config.self).screen() === screen)
            (container, config) = (made, made.resolve(Config.self))
        }
        #expect(container == nil)
        #expect(config == nil)
    }

    @Test(arguments: [false, true])
    func `C1 C18: a container goes where a run failed after it gave its graph's service to a singleton`(_ isAsync: Bool) async {
        weak var container: Container?
        weak var store: Store?
        do {
            let made = makeContainer()
            if isAsync {
                made.registerAsync(Handler.self, .singleton) { r in
                    _ = try await Handler(r.resolveAsync(), r.resolveAsync())
                    throw Broken()
                }
            } else {
                made.register(Handler.self, .singleton) { r in
                    _ = try Handler(r.resolve(), r.resolve())
                    throw Broken()
                }
            }
            await #expect(throws: ResolutionError.self) { try await made.resolveAsync(Handler.self) }
            (container, store) = (made, made.resolve(Store.self))
        }
        #expect(container == nil)
        #expect(store == nil)
    }

    @Test(arguments: [UniqueLifetime.graph, .transient])
    func `C18: a container goes whose singleton got a graph's service before its child made another in the same resolve`(
        _ lifetime: UniqueLifetime
    ) {
        weak var container: Container?
        weak var child: Container?
        do {
            let made = makeContainer()
            let other = Container(parent: made)
            (container, child) = (made, other)
            made.register(Screen.self, .graph, using: Screen.init)
            weak let below = other
            made.register((any Sendable).self, lifetime) { r in
                let handler = try Handler(r.resolve(), r.resolve())
                return try [handler, below?.tryResolve(Screen.self)] as [(any Sendable)?]
            }
            _ = made.resolve((any Sendable).self)
        }
        #expect(container == nil)
        #expect(child == nil)
    }

    @Test func `C18: a container goes whose singleton got a graph's service that its caller had by way of another one`() {
        weak var container: Container?
        do {
            let made = makeContainer()
            made.register(Config.self, .graph) { r in try Config(r.resolve()) }
            made.register(Screen.self, .graph, using: Screen.init)
            made.register([Config].self, .singleton) { r in try [r.resolve()] }
            made.register((any Sendable).self) { r in
                let config: Config = try r.resolve()
                // Kept by the `Lazy` of the graph's service, before the singleton gets that.
                _ = config.screen()
                return try r.resolve([Config].self)
            }
            _ = made.resolve((any Sendable).self)
            container = made
        }
        #expect(container == nil)
    }
}
