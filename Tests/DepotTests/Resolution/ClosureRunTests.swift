import Depot
import Testing

/// Singletons that closures make of each other: they have no build until somebody looks at them, or keeps their resolver.
@Suite struct ClosureRunTests {
    private let container = Container()
    private let made = Counter()

    init() {
        let made = made
        container.register((any Network).self, .singleton) { _ in
            made.increment()
            return RealNetwork()
        }
        container.register(Repository.self, .singleton) { try Repository($0.resolve()) }
        container.register(UseCase.self, .singleton) { try UseCase($0.resolve()) }
        container.register(Screen.self, .singleton) { try Screen($0.resolve()) }
        container.register(ResolverHolder.self, .singleton) { try ResolverHolder($0, $0.resolve()) }
        container.register(ResolverHolderOwner.self, .singleton) { try ResolverHolderOwner($0.resolve(), $0.resolve()) }
    }

    @Test func `R1 R2: what is replaced at the bottom reaches what closures made of it, and comes back`() {
        let screen = container.resolve(Screen.self)
        container.replace((any Network).self, with: MockNetwork())
        let mocked = container.resolve(Screen.self)
        #expect(mocked.network.tag == "mock")
        #expect(mocked.useCase === container.resolve(UseCase.self))
        container.restoreAll()
        #expect(container.resolve(Screen.self) === screen)
        #expect(made.value == 1)
    }

    /// What lies between two closures whose instances are shared.
    enum Between: CaseIterable, Sendable {
        case closure, function, wrapper, optional, list, check
    }

    @Test(arguments: Between.allCases)
    func `R1 C10: all that a closure asks its resolver for is noted`(_ between: Between) {
        switch between {
        case .closure:
            container.register(Repository.self) { try Repository($0.resolve()) }
        case .function:
            container.register(Repository.self, using: Repository.init)
        case .wrapper:
            container.register(UseCase.self, .singleton) { try UseCase($0.resolve(Lazy<Repository>.self).get()) }
        case .optional:
            container.register(UseCase.self, .singleton) { try UseCase(#require(try $0.resolveIfRegistered(Repository.self))) }
        case .list:
            container.register(UseCase.self, .singleton) { try UseCase(#require(try $0.resolveAll(Repository.self).first)) }
        case .check:
            container.register(UseCase.self, .singleton) {
                try UseCase($0.isRegistered(Repository.self) ? $0.resolve() : Repository(MockNetwork()))
            }
        }
        // A transient that was resolved before needs no lock any more.
        _ = container.resolve(Repository.self)
        _ = container.resolve(Repository.self)
        let screen = container.resolve(Screen.self)
        #expect(screen.network.tag == "real")
        container.replace(Repository.self) { _ in Repository(MockNetwork("between")) }
        #expect(container.resolve(Screen.self).network.tag == "between")
        container.restoreAll()
        #expect(container.resolve(Screen.self) === screen)
        container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Screen.self).network.tag == "mock")
    }

    @Test func `C18: a closure that keeps its resolver resolves by it later as part of its own run, not of another`() {
        let owner = container.resolve(ResolverHolderOwner.self)
        // The thread has made others since.
        _ = container.resolve(Screen.self)
        #expect(owner.holder.resolver.pathToUnknown.contains("ResolverHolder"))
        #expect(!owner.holder.resolver.pathToUnknown.contains("Screen"))
        #expect(try! owner.holder.resolver.resolve(Screen.self) === container.resolve(Screen.self))
        #expect(onThread { owner.holder.resolver.pathToUnknown.contains("ResolverHolder") })
    }

    @Test func `C18: each of several closures has a run of its own, whether it is asked for first or by another`() {
        let holders = (0..<4).map { number in
            let name = Name("holder \(number)")
            container.register(ResolverHolder.self, name: name, .singleton) { try ResolverHolder($0, $0.resolve()) }
            return container.resolve(ResolverHolder.self, name: name)
        }
        let first = container.resolve(ResolverHolder.self)
        let other = Container()
        other.register((any Network).self, .singleton) { _ in RealNetwork() }
        other.register(ResolverHolder.self, .singleton) { try ResolverHolder($0, $0.resolve()) }
        let second = other.resolve(ResolverHolder.self)
        _ = container.resolve(Screen.self)
        for (number, holder) in holders.enumerated() { #expect(holder.resolver.pathToUnknown.contains("holder \(number)")) }
        #expect((try? first.resolver.resolve(Screen.self)) != nil)
        #expect((try? second.resolver.resolve(Screen.self)) == nil)
        #expect(first.network !== second.network)
    }

    @Test func `C18: a closure that keeps its resolver does not keep the container, nor what others made`() {
        let census = Census()
        weak var released: ResolverHolder?
        var kept: ResolverHolder?
        do {
            let container = Container()
            container.register(Resident.self, .singleton) { _ in Resident(census) }
            container.register((any Network).self, .singleton) { _ in RealNetwork() }
            container.register(ResolverHolder.self, .singleton) { resolver in
                _ = try resolver.resolve(Resident.self)
                return try ResolverHolder(resolver, resolver.resolve())
            }
            released = container.resolve(ResolverHolder.self)
            #expect(census.alive == 1)
            kept = container.resolve(ResolverHolder.self)
        }
        #expect(census.alive == 0)
        #expect(kept?.resolver.pathToUnknown.isEmpty == false)
        kept = nil
        #expect(released == nil)
    }

    @Test(arguments: [false, true])
    func `C18: a transient whose closure keeps its resolver does not keep the container that made it for another`(_ isForFunction: Bool) {
        let census = Census()
        var kept: ResolverHolder?
        do {
            let container = Container()
            container.register(Resident.self, .singleton) { _ in Resident(census) }
            container.register((any Network).self, .singleton) { _ in RealNetwork() }
            container.register(ResolverHolder.self) { resolver in
                _ = try resolver.resolve(Resident.self)
                return try ResolverHolder(resolver, resolver.resolve())
            }
            if isForFunction {
                container.register(ResolverHolderOwner.self, .singleton, using: ResolverHolderOwner.init)
            } else {
                container.register(ResolverHolderOwner.self, .singleton) { try ResolverHolderOwner($0.resolve(), $0.resolve()) }
            }
            // One that was resolved before needs no lock any more.
            for _ in 0..<2 { _ = container.resolve(ResolverHolder.self) }
            kept = container.resolve(ResolverHolderOwner.self).holder
            #expect(kept?.resolver.pathToUnknown.contains("ResolverHolderOwner") == true)
        }
        #expect(census.alive == 0)
        kept = nil
    }

    @Test func `R1 C18: what the closure of a transient resolves for a function is noted, now and on another thread`() {
        container.register(Repository.self) { resolver in
            Repository(try onThread { Result { try resolver.resolve((any Network).self) } }.get())
        }
        container.register(UseCase.self) { try UseCase($0.resolve()) }
        container.register(Screen.self, .singleton, using: Screen.init)
        for _ in 0..<2 { _ = container.resolve(UseCase.self) }
        let screen = container.resolve(Screen.self)
        for service in 0..<3 {
            switch service {
            case 0: container.replace((any Network).self, with: MockNetwork())
            case 1: container.replace(Repository.self) { _ in Repository(MockNetwork()) }
            default: container.replace(UseCase.self) { _ in UseCase(Repository(MockNetwork())) }
            }
            #expect(container.resolve(Screen.self).network.tag == "mock")
            container.restoreAll()
            #expect(container.resolve(Screen.self) === screen)
        }
    }

    @Test func `C18: the resolver of a container that is gone says so, also to a closure of another`() {
        let kept = Box<Resolver?>(nil)
        do {
            let container = Container()
            container.register(Repository.self, .singleton) { resolver in
                kept.value = resolver
                return Repository(RealNetwork())
            }
            _ = container.resolve(Repository.self)
        }
        let text = Box("")
        container.register(UseCase.self, .singleton) { resolver in
            text.value = kept.value?.pathToUnknown ?? ""
            return try UseCase(resolver.resolve())
        }
        _ = container.resolve(UseCase.self)
        #expect(text.value.contains("closed"), "\(text.value)")
        kept.value = nil
    }

    @Test func `C18: what a closure had is released when it has thrown, also where its resolver is kept`() {
        let census = Census()
        let leaked = Box<Resolver?>(nil)
        let fails = Box(true)
        container.register(Resident.self) { _ in Resident(census) }
        container.register(UseCase.self, .singleton) { resolver in
            let resident = try resolver.resolve(Resident.self)
            leaked.value = resolver
            if fails.value { throw Failed(resident) }
            return try UseCase(resolver.resolve())
        }
        #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Screen.self) }
        #expect(census.alive == 0)
        #expect(leaked.value?.pathToUnknown.contains("UseCase") == true)
        fails.value = false
        let screen = container.resolve(Screen.self)
        #expect(screen.network.tag == "real")
        #expect(container.resolve(UseCase.self) === screen.useCase)
    }

    @Test func `C3: a ring of closures is told with its whole path, whichever resolver is asked`() {
        let kept = Box<Resolver?>(nil)
        container.register(Repository.self, .singleton) { _ in
            _ = try kept.value?.resolve(Screen.self)
            return Repository(RealNetwork())
        }
        container.register(Screen.self, .singleton) { resolver in
            kept.value = resolver
            return try Screen(resolver.resolve())
        }
        do {
            _ = try container.tryResolve(Screen.self)
            Issue.record("A ring was made.")
        } catch {
            let text = "\(error)"
            #expect(text.contains("Screen") && text.contains("UseCase") && text.contains("Repository"), "\(text)")
        }
        kept.value = nil
    }

    @Test func `C1: more closures inside each other than a thread keeps runs for`() {
        let made = made
        var resolveLast: (() -> AnyObject)?
        func add<Before: AnyObject & Sendable>(_ type: Before.Type, _ left: Int) {
            if left == 0 {
                resolveLast = { [container] in container.resolve(Before.self) }
                return
            }
            container.register(KeptLink<Before>.self, .singleton) { resolver in
                made.increment()
                return try KeptLink(resolver.resolve(), resolver)
            }
            add(KeptLink<Before>.self, left - 1)
        }
        add(Repository.self, 40)
        let last = resolveLast?()
        #expect(last === resolveLast?())
        // The network is made first.
        #expect(made.value == 41)
        let link = last as? any AnyKeptLink
        #expect(link?.resolver.pathToUnknown.contains("KeptLink") == true)
        container.replace((any Network).self, with: MockNetwork())
        #expect(last !== resolveLast?())
        container.restoreAll()
        #expect(last === resolveLast?())
    }
}

/// Why a factory fails.
private struct Failed: Error {
    init(_ resident: Resident) {}
}

/// A link of a chain that keeps its resolver.
private final class KeptLink<Before: AnyObject & Sendable>: AnyKeptLink {
    let before: Before
    let resolver: Resolver

    init(_ before: Before, _ resolver: Resolver) {
        self.before = before
        self.resolver = resolver
    }
}

private protocol AnyKeptLink: AnyObject, Sendable {
    var resolver: Resolver { get }
}
