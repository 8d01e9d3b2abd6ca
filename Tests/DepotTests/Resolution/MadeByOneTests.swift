import Depot
import Testing

private final class Service: Sendable {}
private final class Other: Sendable {
    let tag: String

    init(_ tag: String = "real") {
        self.tag = tag
    }
}

private final class Keeper: Sendable {
    let other: Other

    init(_ other: Other) {
        self.other = other
    }
}

/// What is shared is made by one thread: in the container and in a scope, by a function and by a closure.
@Suite struct MadeByOneTests {
    @Test(arguments: Making.allCases, Home.allCases)
    func `C1: who asks while it is made waits for it and gets the same`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let (made, entered, mayGoOn) = (Counter(), Gate(), Gate())
        site.register(Service.self) {
            if made.increment() == 1 {
                entered.open()
                mayGoOn.pass()
            }
            return Service()
        }
        let results = Locked<[Service]>([])
        @Sendable func ask() {
            let service = site.resolve(Service.self)
            results.withLock { $0.append(service) }
        }
        let first = startThread { ask() }
        entered.pass()
        let waiters = Waiters()
        let others = (0..<3).map { _ in waiters.startThread { ask() } }
        waiters.pass(3)
        #expect(results.withLock { $0.isEmpty })
        mayGoOn.open()
        for thread in [first] + others { join(thread) }
        #expect(made.value == 1)
        let services = results.withLock { $0 }
        #expect(services.count == 4)
        #expect(Set(services.map(ObjectIdentifier.init)).count == 1)
        #expect(site.resolve(Service.self) === services[0])
        site.expectUsable()
    }

    @Test(arguments: Home.allCases)
    func `R1: what it resolves once another thread waits for it is noted`(_ home: Home) {
        let site = Site(.closure, home)
        let (stops, entered, mayGoOn) = (Box(true), Gate(), Gate())
        site.container.register(Other.self, .singleton) { _ in Other() }
        let other = site.container.resolve(Other.self)
        site.container.register(Keeper.self, site.lifetime) { r in
            if stops.value {
                entered.open()
                mayGoOn.pass()
            }
            return Keeper(try r.resolve())
        }
        let maker = startThread { _ = site.resolve(Keeper.self) }
        entered.pass()
        let waiters = Waiters()
        let waiter = waiters.startThread { _ = site.resolve(Keeper.self) }
        waiters.pass(1)
        stops.value = false
        mayGoOn.open()
        for thread in [maker, waiter] { join(thread) }
        let keeper = site.resolve(Keeper.self)
        #expect(keeper.other === other)
        site.container.replace(Other.self, with: Other("mock"))
        #expect(site.resolve(Keeper.self).other.tag == "mock")
        site.container.restoreAll()
        #expect(site.resolve(Keeper.self) === keeper)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C1: 16 threads that race for it make one, round after round`(_ making: Making, _ home: Home) {
        let rounds = stressRounds(debug: 100, release: 1_000)
        let made = (0..<rounds).map { _ in Counter() }
        let results = (0..<rounds).map { _ in Locked<Set<ObjectIdentifier>>([]) }
        let sites = (0..<rounds).map { round in
            let site = Site(making, home)
            site.register(Service.self) {
                made[round].increment()
                // So that some ask while it is made.
                yieldProcessor()
                return Service()
            }
            return site
        }
        race(16, rounds: rounds) { round, _ in
            let service = ObjectIdentifier(sites[round].resolve(Service.self))
            _ = results[round].withLock { $0.insert(service) }
        }
        #expect(made.allSatisfy { $0.value == 1 })
        #expect(results.allSatisfy { $0.withLock { $0.count } == 1 })
        sites[0].expectUsable()
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C18: what a thread made is found by others when the thread has ended`(_ making: Making, _ home: Home) async {
        await #expect(processExitsWith: .success) { [making = making as Making, home = home as Home] in
            let site = Site(making, home)
            let made = Counter()
            site.register(Service.self) {
                made.increment()
                return Service()
            }
            let service = onThread { site.resolve(Service.self) }
            let isFound = onThread {
                // What the thread had is memory that others use now.
                let others = (2..<64).flatMap { words in
                    (0..<64).map { _ in
                        let memory = UnsafeMutablePointer<UInt>.allocate(capacity: words)
                        memory.initialize(repeating: 0x4141_4141_4141_4141, count: words)
                        return memory
                    }
                }
                let found = (0..<3).map { _ in
                    // By the general path as well.
                    (try? site.tryResolve(Service.self), site.enter { site.container.resolveAll(Service.self).first })
                }
                for memory in others { memory.deallocate() }
                return found.allSatisfy { $0.0 === service && $0.1 === service }
            }
            try #require(isFound)
            try #require(made.value == 1)
        }
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C3: one that resolves itself is told of the cycle, and may be made all the same`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        let errors = Locked<[ResolutionError?]>([])
        site.register(Service.self) { [unowned container] in
            let error = failure { () throws(ResolutionError) in try container.tryResolve(Service.self) }
            errors.withLock { $0.append(error) }
            return Service()
        }
        let service = site.resolve(Service.self)
        #expect(errors.withLock { $0.map { $0?.kind } } == ["cycle"])
        #expect(errors.withLock { $0.first??.path } == ["Service", "Service"])
        #expect(site.resolve(Service.self) === service)
        #expect(onThread { site.resolve(Service.self) } === service)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C3: a cycle by way of another service fails, and leaves nothing locked`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        let made = Counter()
        container.register(Other.self) { [unowned container] _ in
            _ = try container.tryResolve(Service.self)
            return Other()
        }
        site.register(Service.self) { [unowned container] in
            if made.increment() == 1 { _ = try container.tryResolve(Other.self) }
            return Service()
        }
        let error = failure { () throws(ResolutionError) in try site.tryResolve(Service.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["Service", "Other", "Service"])
        site.expectUsable()
        let service = onThread { site.resolve(Service.self) }
        #expect(site.resolve(Service.self) === service)
        #expect(made.value == 2)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C3: a ring of two across two threads ends in an error with its path`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let container = site.container
        let (barrier, entered) = (Barrier(2), Counter())
        site.register(Service.self) { [unowned container] in
            if entered.increment() <= 2 { barrier.wait() }
            _ = try container.tryResolve(Other.self)
            return Service()
        }
        site.register(Other.self) { [unowned container] in
            if entered.increment() <= 2 { barrier.wait() }
            _ = try container.tryResolve(Service.self)
            return Other()
        }
        let errors = Locked<[ResolutionError]>([])
        race(2) { _, thread in
            let error =
                thread == 0
                ? failure { () throws(ResolutionError) in try site.tryResolve(Service.self) }
                : failure { () throws(ResolutionError) in try site.tryResolve(Other.self) }
            if let error { errors.withLock { $0.append(error) } }
        }
        let paths = errors.withLock { $0.map(\.path) }
        #expect(paths.contains(["Service", "Other", "Service"]) || paths.contains(["Other", "Service", "Other"]))
        site.register(Other.self) { Other() }
        _ = site.resolve(Service.self)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C3: in a ring of two across two threads one is told of it, and both are made that can do without`(
        _ making: Making, _ home: Home
    ) {
        let site = Site(making, home)
        let container = site.container
        let barrier = Barrier(2)
        let errors = Locked<[ResolutionError]>([])
        @Sendable func attempt<Needed>(_ type: Needed.Type) {
            barrier.wait()
            let error = failure { () throws(ResolutionError) in try container.tryResolve(type) }
            if let error { errors.withLock { $0.append(error) } }
        }
        site.register(Service.self) {
            attempt(Other.self)
            return Service()
        }
        site.register(Other.self) {
            attempt(Service.self)
            return Other()
        }
        race(2) { _, thread in
            if thread == 0 { _ = site.resolve(Service.self) } else { _ = site.resolve(Other.self) }
        }
        let found = errors.withLock { $0 }
        #expect(found.map(\.kind) == ["cycle"])
        #expect([["Service", "Other", "Service"], ["Other", "Service", "Other"]].contains(found.first?.path))
        #expect(site.resolve(Service.self) === onThread { site.resolve(Service.self) })
        #expect(site.resolve(Other.self) === onThread { site.resolve(Other.self) })
        site.expectUsable()
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C3: a cycle through a container of another family is found`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let (container, foreign) = (site.container, Container())
        let made = Counter()
        foreign.register(Other.self) { [unowned container] _ in
            _ = try container.tryResolve(Service.self)
            return Other()
        }
        site.register(Service.self) {
            if made.increment() == 1 { _ = try foreign.tryResolve(Other.self) }
            return Service()
        }
        let error = failure { () throws(ResolutionError) in try site.tryResolve(Service.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["Service", "Other", "Service"])
        let service = site.resolve(Service.self)
        _ = site.enter { foreign.resolve(Other.self) }
        #expect(site.resolve(Service.self) === service)
        site.expectUsable()
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C1: one whose initializer throws is kept nowhere, and the next resolve makes one`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let made = Counter()
        site.register(Service.self, line: 7) {
            if made.increment() == 1 { throw Failure() }
            return Service()
        }
        let error = failure { () throws(ResolutionError) in try site.tryResolve(Service.self) }
        #expect(error?.kind == "factoryFailed")
        #expect(error?.path == ["Service"])
        #expect(
            error?.description == """
                The factory of Service threw: Failure(reason: "no")
                  path: Service (DepotTests/Here.swift:7)
                  fix:  see the error; nothing was kept, so the next resolve tries again.
                """)
        site.expectUsable()
        let service = site.resolve(Service.self)
        #expect(site.resolve(Service.self) === service)
        #expect(made.value == 2)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C1: a resolve traps with what its initializer throws`(_ making: Making, _ home: Home) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [making = making as Making, home = home as Home] in
            let site = Site(making, home)
            site.register(Service.self, line: 7) { throw Failure() }
            _ = site.resolve(Service.self)
        }
        #expect(
            diagnosis(result).contains(
                """
                Depot: The factory of Service threw: Failure(reason: "no")
                  path: Service (DepotTests/Here.swift:7)
                  fix:  see the error; nothing was kept, so the next resolve tries again.
                """))
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C3: a resolve traps with a cycle by way of another service`(_ making: Making, _ home: Home) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [making = making as Making, home = home as Home] in
            let site = Site(making, home)
            let container = site.container
            container.register(Other.self, file: here, line: 8) { [unowned container] _ in
                _ = try container.tryResolve(Service.self)
                return Other()
            }
            site.register(Service.self, line: 7) { [unowned container] in
                _ = try container.tryResolve(Other.self)
                return Service()
            }
            _ = site.resolve(Service.self)
        }
        #expect(diagnosis(result).contains("path: Service (DepotTests/Here.swift:7) → Other (DepotTests/Here.swift:8) → Service"))
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C1: who waits for one that throws is told the same`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let (made, entered, mayGoOn) = (Counter(), Gate(), Gate())
        site.register(Service.self) {
            if made.increment() == 1 {
                entered.open()
                mayGoOn.pass()
                throw Failure()
            }
            return Service()
        }
        let errors = Locked<[ResolutionError?]>([])
        @Sendable func ask() {
            let error = failure { () throws(ResolutionError) in try site.tryResolve(Service.self) }
            errors.withLock { $0.append(error) }
        }
        let first = startThread { ask() }
        entered.pass()
        let waiters = Waiters()
        let second = waiters.startThread { ask() }
        waiters.pass(1)
        mayGoOn.open()
        join(first)
        join(second)
        #expect(errors.withLock { $0.map { $0?.kind } } == ["factoryFailed", "factoryFailed"])
        #expect(made.value == 1)
        site.expectUsable()
        _ = site.resolve(Service.self)
        #expect(made.value == 2)
    }
}
