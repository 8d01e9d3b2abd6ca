import Depot
import Testing

/// Closures that hand their resolver to another thread while they run, or leave it there.
@Suite struct ClosureRunThreadsTests {
    private let container = Container()
    private let made = Counter()

    init() {
        let made = made
        container.register((any Network).self, .singleton) { _ in
            made.increment()
            return RealNetwork()
        }
        container.register(Repository.self, .singleton) { try Repository($0.resolve()) }
    }

    /// Where a closure's instances live.
    enum Home: CaseIterable, Sendable {
        case container, request
    }

    private func register<Service: Sendable>(
        _ type: Service.Type, in home: Home, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        container.register(type, home == .container ? .singleton : .scoped(.request), factory)
        // Others were made in scopes before, so that a scope that is opened now takes the shorter way.
        if home == .request { for _ in 0..<2 { container.withScope(.request) { _ = try? container.tryResolve(type) } } }
    }

    @Test(arguments: Home.allCases)
    func `R1: what another thread resolves for a closure that waits for it is noted`(_ home: Home) {
        register(UseCase.self, in: home) { resolver in
            UseCase(try onThread { Result { try resolver.resolve(Repository.self) } }.get())
        }
        container.withScope(.request) {
            let useCase = container.resolve(UseCase.self)
            #expect(container.resolve(UseCase.self) === useCase)
            container.replace((any Network).self, with: MockNetwork())
            #expect(container.resolve(UseCase.self).network.tag == "mock")
            container.restoreAll()
            #expect(container.resolve(UseCase.self) === useCase)
            #expect(made.value == 1)
        }
    }

    @Test(arguments: [.transient, .graph] as [UniqueLifetime])
    func `S7 R1: what another thread makes for a scoped closure is made in its scope, also further down`(_ between: UniqueLifetime) {
        container.register((any Network).self, .scoped(.request)) { _ in RealNetwork() }
        container.register(Repository.self, between) { try Repository($0.resolve()) }
        register(UseCase.self, in: .request) { resolver in
            UseCase(try onThread { Result { try resolver.resolve(Repository.self) } }.get())
        }
        container.withScope(.request) {
            let network = container.resolve(UseCase.self).network
            #expect(network === container.resolve((any Network).self))
            container.replace((any Network).self, with: MockNetwork())
            #expect(container.resolve(UseCase.self).network.tag == "mock")
        }
    }

    @Test(arguments: Home.allCases)
    func `C3: a ring over another thread is found, and not waited for`(_ home: Home) {
        register(UseCase.self, in: home) { resolver in
            UseCase(try onThread { Result { try resolver.resolve(UseCase.self).repository } }.get())
        }
        container.withScope(.request) {
            #expect(throws: ResolutionError.self) { _ = try container.tryResolve(UseCase.self) }
        }
    }

    @Test func `C7: what another thread makes for a transient closure is of its graph, the first time and later`() throws {
        container.register(RealNetwork.self, .graph) { _ in RealNetwork() }
        container.register([ObjectIdentifier].self) { r in
            let network = try r.resolve(RealNetwork.self)
            let (lazy, provider): (Lazy<RealNetwork>, Provider<RealNetwork>) = try (r.resolve(), r.resolve())
            let others = try onThread { Result { try [r.resolve(RealNetwork.self), lazy.get(), provider.get()] } }.get()
            return ([network] + others).map { ObjectIdentifier($0) }
        }
        container.register(String.self) { r in
            let graphs = try (0..<2).map { _ in try onThread { Result { ObjectIdentifier(try r.resolve(RealNetwork.self)) } }.get() }
            return graphs[0] == graphs[1] ? "one" : "two"
        }
        func check() {
            #expect(Set(container.resolve([ObjectIdentifier].self)).count == 1)
            #expect(container.resolve(String.self) == "one")
        }
        for _ in 0..<3 { check() }
        container.withOverrides { _ in
        } operation: {
            check()
        }
        container.withScope(.request) { check() }
    }

    @Test func `C3: a transient closure that asks for itself on another thread is a cycle each time`() {
        let runs = made
        container.register(UseCase.self) { resolver in
            runs.increment()
            return UseCase(try onThread { Result { try resolver.resolve(UseCase.self).repository } }.get())
        }
        for round in 1...3 {
            #expect(failure { () throws(ResolutionError) in try container.tryResolve(UseCase.self) }?.kind == "cycle")
            #expect(runs.value == round)
        }
    }

    @Test(arguments: Home.allCases)
    func `C18: a thread that a closure does not wait for resolves while the closure ends`(_ home: Home) {
        let (threads, resolved) = (Box<[ThreadID]>([]), Counter())
        let factory: @Sendable (Resolver) throws -> Repository = { resolver in
            threads.value.append(
                startThread {
                    for _ in 0..<20 {
                        if (try? resolver.resolve((any Network).self)) != nil { resolved.increment() }
                    }
                })
            return try Repository(resolver.resolve())
        }
        register(Repository.self, in: home, factory)
        for _ in 0..<100 {
            container.withScope(.request) { _ = container.resolve(Repository.self) }
            if home == .container { container.register(Repository.self, .singleton, factory) }
        }
        let started = threads.value
        for thread in started { join(thread) }
        #expect(resolved.value == started.count * 20)
        #expect(made.value == 1)
    }

    @Test func `C18: a thread that outlives the container is told that it is closed`() {
        let (mayGoOn, thread, text) = (Gate(), Box<ThreadID?>(nil), Box(""))
        weak var released: Repository?
        do {
            let container = Container()
            container.register((any Network).self, .singleton) { _ in RealNetwork() }
            container.register(Repository.self, .singleton) { resolver in
                thread.value = startThread {
                    mayGoOn.pass()
                    text.value = resolver.pathToUnknown
                }
                return try Repository(resolver.resolve())
            }
            released = container.resolve(Repository.self)
            #expect(released != nil)
        }
        #expect(released == nil)
        mayGoOn.open()
        if let thread = thread.value { join(thread) }
        #expect(text.value.contains("closed"), "\(text.value)")
    }

    @Test func `C1: two threads that ask for what a closure makes of closures get one`() {
        for _ in 0..<200 {
            let container = Container()
            let made = Counter()
            container.register((any Network).self, .singleton) { _ in
                made.increment()
                return RealNetwork()
            }
            container.register(Repository.self, .singleton) { try Repository($0.resolve()) }
            container.register(ResolverHolder.self, .singleton) { try ResolverHolder($0, $0.resolve()) }
            container.register(ResolverHolderOwner.self, .singleton) { try ResolverHolderOwner($0.resolve(), $0.resolve()) }
            let owners = [Box<ResolverHolderOwner?>(nil), Box<ResolverHolderOwner?>(nil)]
            race(2) { _, thread in
                if thread == 1 { _ = container.resolve(Repository.self) }
                owners[thread].value = container.resolve(ResolverHolderOwner.self)
            }
            #expect(owners[0].value === owners[1].value)
            #expect(made.value == 1)
            #expect(owners[0].value?.holder.resolver.pathToUnknown.contains("ResolverHolder") == true)
        }
    }
}
