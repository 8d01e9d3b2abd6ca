import Depot
import Testing

private final class Resource: Disposable, Sendable {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    func dispose() async throws {
        log.add(name)
        if name == "failing" { throw Failure() }
    }
}

@Suite struct DisposablesTests {
    private let container = Container()
    private let log = Log()

    private func register(_ name: Name) {
        container.register(Resource.self, name: name, .singleton) { [log] _ in Resource(name.rawValue, log) }
    }

    @Test func `instances are disposed once, in reverse order of creation`() async {
        for name in ["first", "second", "third"] as [Name] { register(name) }
        for name in ["second", "first", "third"] as [Name] { _ = container.resolve(Resource.self, name: name) }
        await container.close()
        await container.close()
        #expect(log.all == ["third", "first", "second"])
    }

    @Test func `a disposal that fails is reported and does not stop the rest`() async {
        for name in ["first", "failing", "last"] as [Name] {
            register(name)
            _ = container.resolve(Resource.self, name: name)
        }
        let failures = await container.close()
        #expect(log.all == ["last", "failing", "first"])
        #expect(failures.map(\.description) == ["Resource could not be disposed: Failure(reason: \"no\")"])
    }

    @Test func `S5 one object that several factories gave is disposed once, where it was made first`() async {
        register("base")
        container.decorate(Resource.self, name: "base") { base, _ in base }
        container.register((any Sendable).self, .singleton) { [log] r in
            let base = try r.resolve(Resource.self, name: "base")
            _ = try r.resolve(Resource.self, name: "after")
            log.add("made")
            return base
        }
        register("after")
        _ = container.resolve((any Sendable).self)
        await container.close()
        #expect(log.all == ["made", "after", "base"])
    }

    @Test func `an instance that was handed in is not disposed`() async {
        container.register(Resource.self, instance: Resource("registered", log))
        _ = container.resolve(Resource.self)
        container.replace(Resource.self, with: Resource("mock", log))
        _ = container.resolve(Resource.self)
        container.restoreAll()
        await container.close()
        #expect(log.all == [])
    }

    @Test func `what was made under a replacement is disposed when it is restored`() async {
        register("real")
        let real = container.resolve(Resource.self, name: "real")
        let replacement = container.replace(Resource.self, name: "real") { [log] _ in Resource("mock", log) }
        _ = container.resolve(Resource.self, name: "real")
        replacement.restore()
        await container.settled()
        #expect(log.all == ["mock"])
        #expect(container.resolve(Resource.self, name: "real") === real)
    }

    @Test(arguments: [true, false])
    func `C6 R8 what an overridden container's child gave to its caller is disposed when the override ends`(isOfParent: Bool) async {
        let child = Container(parent: container)
        (isOfParent ? container : child).register(Resource.self) { [log] _ in Resource("mine", log) }
        synchronously {
            container.withOverrides { _ in
            } operation: {
                _ = child.resolve(Resource.self)
                #expect(log.all == [])
            }
        }
        await container.settled()
        #expect(log.all == ["mine"])
    }

    @Test func `C16 a child that is closed resolves nothing of its parent any more, in any form`() async {
        let parent = Container()
        parent.register(Keychain.self, .singleton, using: Keychain.init)
        parent.register(UserID.self) { _ in UserID(1) }
        parent.register(UserID.self) { (_, number: Int) in UserID(number) }
        parent.register(Log.self, instance: Log())
        let child = Container(parent: parent)
        // Twice, for what is read without a lock from then on.
        for _ in 0..<2 {
            _ = child.resolve(Keychain.self)
            _ = child.resolve(UserID.self)
            _ = child.resolve(UserID.self, arguments: 2)
            _ = child.resolve(Log.self)
        }
        await child.close()
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(Keychain.self) }?.kind == "closed")
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(UserID.self) }?.kind == "closed")
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(UserID.self, arguments: 2) }?.kind == "closed")
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(Log.self) }?.kind == "closed")
        // What is registered afterwards changes nothing, and the parent goes on.
        for _ in 0..<20 { child.register(Counter.self, using: Counter.init) }
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(Counter.self) }?.kind == "closed")
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(Keychain.self) }?.kind == "closed")
        _ = parent.resolve(Keychain.self)
    }

    @Test func `C16 a factory that takes wrappers from a container that is closed meanwhile is told so`() async {
        let container = Container()
        container.register(Keychain.self, .singleton, using: Keychain.init)
        let (hasBegun, mayGoOn) = (AsyncGate(), Gate())
        let failures = Locked<[String]>([])
        container.register(Log.self, .singleton) { r in
            hasBegun.open()
            mayGoOn.pass()
            failures.withLock { failures in
                failures = [
                    failure { () throws(ResolutionError) in _ = try r.resolve(Lazy<Keychain>.self) }?.kind ?? "made",
                    failure { () throws(ResolutionError) in _ = try r.resolve(Provider<Keychain>.self) }?.kind ?? "made",
                    failure { () throws(ResolutionError) in _ = try r.resolve(Keychain?.self) }?.kind ?? "made",
                    failure { () throws(ResolutionError) in _ = try r.resolve([Keychain].self) }?.kind ?? "made",
                    failure { () throws(ResolutionError) in _ = try r.resolveAll(Keychain.self) }?.kind ?? "made",
                ]
            }
            return Log()
        }
        let thread = startThread { _ = try? container.tryResolve(Log.self) }
        await hasBegun.pass()
        await container.close()
        mayGoOn.open()
        join(thread)
        #expect(failures.withLock { $0 } == ["closed", "closed", "closed", "closed", "closed"])
    }

    @Test func `C11 S5 what several children have decorated is disposed when their parent registers it again`() async {
        let log = Log()
        let parent = Container()
        parent.register(Part.self, .singleton) { _ in Part("parent's", log) }
        let children = ["a", "b", "c"].map { name in
            let child = Container(parent: parent)
            child.decorate(Part.self) { _, _ in Part(name, log) }
            return child
        }
        for container in children + [parent] { _ = container.resolve(Part.self) }
        parent.register(Part.self, .singleton) { _ in Part("second", log) }
        await parent.settled()
        #expect(log.all.sorted() == ["a", "b", "c", "parent's"])
    }

    @Test func `S5: a cached instance is disposed when another takes its place, also while a singleton keeps it`() async {
        let clock = TurnableClock()
        container.register(Resource.self, .cached(for: .seconds(10), clock: clock)) { [log] _ in Resource("cached", log) }
        container.register([Resource].self, .singleton, using: { (resource: Resource) in [resource] })
        let kept = container.resolve([Resource].self)
        #expect(throws: Never.self) { try container.validate() }
        clock.turn(by: .seconds(10))
        await container.settled()
        #expect(log.all == [])
        _ = container.resolve(Resource.self)
        await container.settled()
        #expect(log.all == ["cached"])
        #expect(container.resolve([Resource].self)[0] === kept[0])
    }

    @Test func `S5: a singleton is disposed when it is registered again, what was made from it when that is made anew`() async {
        let user = Name("user")
        register("part")
        container.register(Resource.self, name: user, .singleton) { [log] r in
            _ = try r.resolve(Resource.self, name: "part")
            return Resource("user", log)
        }
        let first = container.resolve(Resource.self, name: user)
        register("part")
        await container.settled()
        #expect(log.all == ["part"])
        #expect(container.resolve(Resource.self, name: user) !== first)
        await container.settled()
        #expect(log.all == ["part", "user"])
    }
}
