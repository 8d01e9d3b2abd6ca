import Depot
import Testing

/// What an override leaves behind: nothing.
@Suite struct OverrideEndTests {
    private func makeHolder(_ census: Census, holder lifetime: SharedLifetime = .singleton) -> Container {
        let container = Container()
        container.register((any Network).self, .singleton) { _ in CountedNetwork("real", census) }
        container.register(Client.self, using: Client.init)
        container.register(ClientHolder.self, lifetime, using: ClientHolder.init)
        return container
    }

    @Test func `R3 C18 a Lazy that is first called in an override serves nothing of it afterwards`() {
        let census = Census()
        do {
            let container = makeHolder(census)
            let holder = container.resolve(ClientHolder.self)
            container.withOverrides {
                $0.replace((any Network).self) { _ in CountedNetwork("mock", census) }
            } operation: {
                #expect(holder.client().network.tag == "mock")
            }
            #expect(census.alive == 0)
            #expect(holder.client().network.tag == "real")
            #expect(holder.client() === holder.client())
            container.withOverrides {
                $0.replace((any Network).self, with: CountedNetwork("second", census))
            } operation: {
                #expect(holder.client().network.tag == "second")
            }
            #expect(holder.client().network.tag == "real")
        }
        #expect(census.alive == 0)
    }

    @Test func `R3 C18 a Lazy of what only the caller has serves nothing of an override that it was called in`() {
        let census = Census()
        do {
            let container = makeHolder(census)
            let lazy = container.resolve(Lazy<Client>.self)
            container.withOverrides {
                $0.replace((any Network).self) { _ in CountedNetwork("mock", census) }
            } operation: {
                #expect(lazy().network.tag == "mock")
            }
            #expect(lazy().network.tag == "real")
        }
        #expect(census.alive == 0)
    }

    /// A plain object with an injected property.
    private final class Plain: Sendable {
        private let property: Inject<Client>
        var client: Client { property.wrappedValue }

        init(_ moment: InjectionMoment = .onFirstAccess) {
            property = Inject(moment)
        }
    }

    @Test(arguments: [InjectionMoment.onFirstAccess, .onInit])
    func `R9 an injected property keeps what an override made inside the override only`(moment: InjectionMoment) {
        let census = Census()
        do {
            let container = makeHolder(census)
            var plain: Plain?
            for round in 0..<3 {
                container.withOverrides {
                    $0.replace((any Network).self) { _ in CountedNetwork("mock \(round)", census) }
                } operation: {
                    let object = plain ?? Plain(moment)
                    plain = object
                    #expect(object.client === object.client)
                    #expect(object.client.network.tag == "mock \(round)")
                }
                #expect(census.alive == 0)
            }
            container.withOverrides { _ in
            } operation: {
                #expect(plain?.client.network.tag == "real")
            }
        }
        #expect(census.alive == 0)
    }

    @Test func `R9 what is read in an override is the same at every read, and goes with who reads it`() {
        let census = Census()
        do {
            let container = makeHolder(census)
            let holder = container.resolve(ClientHolder.self)
            container.register(Client.self) { r in Client(CountedNetwork("\(try r.resolve((any Network).self).tag) client", census)) }
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                #expect(holder.client() === holder.client())
                #expect(holder.client().network.tag == "mock client")
                #expect(census.alive == 1)
                do {
                    let plain = Plain()
                    #expect(plain.client === plain.client)
                    #expect(census.alive == 2)
                }
                #expect(census.alive == 1)
            }
            #expect(census.alive == 0)
        }
        #expect(census.alive == 0)
    }

    @Test(arguments: [nil, "main"] as [Name?])
    func `R9 so is what an optional property reads in an override, and what it kept before comes back`(name: Name?) {
        let census = Census()
        do {
            let container = makeHolder(census)
            container.register(Client.self, name: name) { r in try Client(r.resolve()) }
            let property = Inject<Client?>(name: name)
            let missing = Inject<Client?>(name: "missing")
            for round in 0..<2 {
                container.withOverrides {
                    $0.replace((any Network).self) { _ in CountedNetwork("mock \(round)", census) }
                } operation: {
                    let client = property.wrappedValue
                    #expect(client?.network.tag == "mock \(round)")
                    #expect(client === property.wrappedValue)
                    #expect(missing.wrappedValue == nil)
                }
                #expect(census.alive == 0)
            }
            container.withOverrides { _ in
            } operation: {
                #expect(property.wrappedValue?.network.tag == "real")
            }
        }
    }

    /// A singleton with a property, whose part asks for it.
    private final class Ringed: Sendable {
        let property = Inject<String>()
        let part: Part

        init(_ part: Part) { self.part = part }

        final class Part: Sendable {
            let whole: Provider<Ringed>

            init(_ whole: Provider<Ringed>) { self.whole = whole }
        }
    }

    @Test(arguments: [false, true])
    func `R3 what an override makes for its handle is right there, also where the caller has the base in effect`(
        isInChild: Bool
    ) async throws {
        let container = Container()
        container.register(String.self, .singleton) { _ in "real" }
        let home = isInChild ? Container(parent: container) : container
        home.register(Ringed.self, .singleton) { r in Ringed(try r.resolve()) }
        home.register(Ringed.Part.self, using: Ringed.Part.init)
        try await container.withOverrides {
            $0.replace(String.self) { _ in "mock" }
        } operation: {
            let part = home.resolve(Ringed.Part.self)
            try await Task.detached {
                try Context.$bound.withValue(Context.replacingContainer(container)) {
                    let ringed = try part.whole.get()
                    #expect(try ringed.part.whole.get() === ringed)
                }
            }.value
        }
    }

    @Test func `R3 what a factory reads of a Lazy in an override makes it the override's own`() {
        let census = Census()
        let container = makeHolder(census)
        let holder = container.resolve(ClientHolder.self)
        container.register(Repository.self, .singleton) { _ in Repository(holder.client().network) }
        container.register(Keychain.self, .singleton) { _ in
            _ = holder.client()
            return Keychain()
        }
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            _ = Container.shared.resolve(Keychain.self)
            #expect(Container.shared.resolve(Repository.self).network.tag == "mock")
        }
        #expect(container.resolve(Repository.self).network.tag == "real")
    }

    @Test func `R3 R9 a Lazy that many overrides read at once serves each its own`() {
        let census = Census()
        do {
            let container = makeHolder(census)
            let holder = container.resolve(ClientHolder.self)
            let wrong = Counter()
            race(4, rounds: stressRounds(debug: 100, release: 2_500)) { round, thread in
                let tag = "\(round) \(thread)"
                container.withOverrides {
                    $0.replace((any Network).self, with: CountedNetwork(tag, census))
                } operation: {
                    if holder.client().network.tag != tag { wrong.increment() }
                }
                if holder.client().network.tag != "real" { wrong.increment() }
            }
            #expect(wrong.value == 0)
            #expect(census.alive == 1)
        }
        #expect(census.alive == 0)
    }

    @Test(arguments: [false, true])
    func `R9 an unrelated override ends although a Lazy was first called in it`(isNested: Bool) async {
        let census = Census()
        let log = Log()
        do {
            let container = makeHolder(census)
            container.register(Keychain.self, .singleton, using: Keychain.init)
            container.register(Part.self, .singleton) { _ in Part("base", log) }
            let holder = container.resolve(ClientHolder.self)
            func run(_ depth: Int) {
                container.withOverrides {
                    $0.replace(Part.self) { _ in Part("override \(depth)", log) }
                } operation: {
                    _ = Container.shared.resolve(Part.self)
                    if depth > 0 { run(depth - 1) } else { #expect(holder.client().network.tag == "real") }
                }
            }
            run(isNested ? 1 : 0)
            await container.settled()
            #expect(log.all.sorted() == (isNested ? ["override 0", "override 1"] : ["override 0"]))
            #expect(holder.client().network.tag == "real")
        }
        #expect(census.alive == 0)
    }

    @Test(arguments: [1, 2, 3])
    func `R9 C6 overrides inside overrides go, and so does their container`(depth: Int) async {
        let census = Census()
        let log = Log()
        do {
            let container = makeStack()
            container.register(Census.Member.self, .singleton) { _ in Census.Member(census) }
            container.register(Part.self, .singleton) { _ in Part("base", log) }
            func run(_ depth: Int) {
                container.withOverrides {
                    $0.replace((any Network).self) { _ in CountedNetwork("\(depth)", census) }
                    $0.replace(Part.self) { _ in Part("\(depth)", log) }
                } operation: {
                    #expect(Container.shared.resolve(Screen.self).network.tag == "\(depth)")
                    _ = Container.shared.resolve(Part.self)
                    _ = Container.shared.resolve(Census.Member.self)
                    if depth > 1 { run(depth - 1) }
                    #expect(Container.shared.resolve(Screen.self).network.tag == "\(depth)")
                }
            }
            run(depth)
            await container.settled()
            #expect(log.all == (1...depth).map(String.init))
            #expect(census.alive == 1)
        }
        #expect(census.alive == 0)
    }

    @Test func `R9 C6 an override of a child goes that has built a service of the parent`() async {
        let census = Census()
        let log = Log()
        do {
            let parent = makeStack()
            parent.register(Census.Member.self, .singleton) { _ in Census.Member(census) }
            parent.register(ClientHolder.self, .singleton, using: ClientHolder.init)
            parent.register(Client.self, using: Client.init)
            let child = Container(parent: parent)
            child.register(Part.self, .singleton) { _ in Part("child", log) }
            await child.withOverrides {
                $0.replace(Part.self) { _ in Part("override", log) }
            } operation: {
                _ = Container.shared.resolve(Census.Member.self)
                _ = Container.shared.resolve(Screen.self)
                _ = Container.shared.resolve(ClientHolder.self).client()
                _ = Container.shared.resolve(Part.self)
            }
            await child.settled()
            #expect(log.all == ["override"])
            #expect(census.alive == 1)
        }
        #expect(census.alive == 0)
    }

    @Test func `R9 a base singleton that is first made in an override and keeps handles lets the override go`() async {
        let census = Census()
        let log = Log()
        do {
            let container = makeHolder(census)
            container.register(Part.self, .singleton) { _ in Part("base", log) }
            await container.withOverrides {
                $0.replace(Part.self) { _ in Part("outer", log) }
            } operation: {
                _ = Container.shared.resolve(Part.self)
                container.withOverrides {
                    $0.replace(Part.self) { _ in Part("inner", log) }
                } operation: {
                    _ = Container.shared.resolve(Part.self)
                    #expect(Container.shared.resolve(ClientHolder.self).client().network.tag == "real")
                }
            }
            await container.settled()
            #expect(log.all == ["inner", "outer"])
            #expect(container.resolve(ClientHolder.self).client().network.tag == "real")
        }
        #expect(census.alive == 0)
    }

    @Test(arguments: [true, false])
    func `R9 a base singleton with handles that was first made in an override keeps no mock of that`(inChild: Bool) {
        let census = Census()
        let container = makeHolder(census)
        container.register(Part.self, .singleton) { _ in Part("base", Log()) }
        let asked = inChild ? Container(parent: container) : container
        asked.withOverrides {
            let mock = Census.Member(census)
            $0.replace(Part.self) { _ in withExtendedLifetime(mock) { Part("mock", Log()) } }
        } operation: {
            #expect(asked.resolve(ClientHolder.self).client().network.tag == "real")
        }
        #expect(census.alive == 1)
        #expect(container.resolve(ClientHolder.self).client().network.tag == "real")
    }

    @Test func `R9 C6 a base singleton with handles keeps nothing of a child container that has gone`() {
        let census = Census()
        let container = makeHolder(census)
        do {
            let child = Container(parent: container)
            let mock = Census.Member(census)
            child.register(Part.self, .singleton) { _ in withExtendedLifetime(mock) { Part("child", Log()) } }
            child.withOverrides { _ in
            } operation: {
                #expect(child.resolve(ClientHolder.self).client().network.tag == "real")
            }
        }
        #expect(census.alive == 1)
        #expect(container.resolve(ClientHolder.self).client().network.tag == "real")
    }

    @Test func `R9 an open scope keeps no mock of an override that a scope inside it was opened in`() {
        let census = Census()
        let container = makeHolder(census)
        container.register(Client.self, .scoped(.request), using: Client.init)
        container.withScope(.session) {
            container.withOverrides {
                $0.replace((any Network).self, with: CountedNetwork("mock", census))
            } operation: {
                container.withScope(.request) { #expect(container.resolve(Client.self).network.tag == "mock") }
            }
            #expect(census.alive == 0)
        }
    }

    @Test func `R9 an open scope keeps no override that a service was made for in a scope inside it`() {
        let container = makeHolder(Census())
        container.register(Client.self, .scoped(.request), using: Client.init)
        container.register(ClientHolder.self, .graph) { r in
            _ = try r.resolve(Client.self)
            return ClientHolder(Lazy(try r.resolve(Client.self)))
        }
        container.withScope(.session) {
            nonisolated(unsafe) weak var override: Container?
            container.withOverrides {
                override = $0
            } operation: {
                container.withScope(.request) { _ = container.resolve(ClientHolder.self) }
            }
            #expect(override == nil)
        }
    }

    @Test(arguments: [true, false])
    func `R4 C18 a resolver that the base's singleton keeps works when its override is over`(
        isReplacing: Bool
    ) {
        final class Keeper: Sendable {
            let resolver: Resolver
            init(_ resolver: Resolver) { self.resolver = resolver }
        }
        let container = Container()
        container.register(UserID.self) { _ in UserID(1) }
        container.register(UserID.self, name: "named") { _ in UserID(2) }
        container.register(UserID.self) { (_, number: Int) in UserID(number) }
        container.register(Keeper.self, .singleton) { r in Keeper(r) }
        let keeper = container.withOverrides {
            if isReplacing { $0.replace(UserID.self, with: UserID(7)) }
        } operation: {
            let keeper = container.resolve(Keeper.self)
            #expect(failure { () throws(ResolutionError) in try keeper.resolver.resolve(UserID.self) } == nil)
            return keeper
        }
        #expect(container.resolve(Keeper.self) === keeper)
        #expect((try? keeper.resolver.resolve(UserID.self)) == UserID(1))
        #expect((try? keeper.resolver.resolve(UserID.self, name: "named")) == UserID(2))
        #expect((try? keeper.resolver.resolve(UserID.self, arguments: 3)) == UserID(3))
        #expect((try? keeper.resolver.resolveIfRegistered(UserID.self)) == UserID(1))
        #expect((try? keeper.resolver.resolveAll(UserID.self)) == [UserID(1), UserID(2)])
        #expect(keeper.resolver.isRegistered(UserID.self))
    }

    @Test func `R4 C18 what an outer override made in an inner one works on when the inner one is over`() {
        final class Keeper: Sendable {
            let resolver: Resolver
            let lazy: Lazy<Keychain>
            let id: UserID
            init(_ resolver: Resolver, _ lazy: Lazy<Keychain>, _ id: UserID) { (self.resolver, self.lazy, self.id) = (resolver, lazy, id) }
        }
        let container = Container()
        let child = Container(parent: container)
        container.register(UserID.self) { _ in UserID(1) }
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Log.self, .singleton, using: Log.init)
        container.register(Keeper.self, .singleton) { r in try Keeper(r, r.resolve(), r.resolve()) }
        for asked in [container, child] {
            container.withOverrides {
                $0.replace(UserID.self, with: UserID(2))
            } operation: {
                let keeper = asked.withOverrides {
                    $0.replace(Log.self, with: Log())
                } operation: {
                    asked.resolve(Keeper.self)
                }
                #expect(asked.resolve(Keeper.self) === keeper)
                #expect(keeper.id == UserID(2))
                #expect((try? keeper.resolver.resolve(UserID.self)) == UserID(2))
                #expect((try? keeper.lazy.get()) === container.resolve(Keychain.self))
            }
        }
    }

    @Test(arguments: [true, false])
    func `R9 S5 what two overrides have a part in goes with the inner one, whichever it met first`(isInnerFirst: Bool) async {
        let log = Log()
        let container = Container()
        container.register(Int.self) { _ in 1 }
        container.register(String.self) { _ in "real" }
        container.register(Part.self, .singleton) { r in
            let first = try isInnerFirst ? r.resolve(String.self) : "\(r.resolve(Int.self))"
            let second = try isInnerFirst ? "\(r.resolve(Int.self))" : r.resolve(String.self)
            return Part("\(first) \(second)", log)
        }
        await container.withOverrides {
            $0.replace(Int.self, with: 2)
        } operation: {
            func make() -> String {
                container.withOverrides {
                    $0.replace(String.self, with: "mock")
                } operation: {
                    container.resolve(Part.self).name
                }
            }
            let made = make()
            #expect(made == (isInnerFirst ? "mock 2" : "2 mock"))
            await container.settled()
            #expect(log.all == [made])
        }
    }
}
