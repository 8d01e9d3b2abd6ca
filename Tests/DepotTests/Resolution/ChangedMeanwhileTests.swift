import Depot
import Testing

private final class Other: Sendable {
    let tag: String

    init(_ tag: String = "real") {
        self.tag = tag
    }
}

/// What ends or changes while a shared service is made, or after.
@Suite struct ChangedMeanwhileTests {
    private let log = Log()

    @Test(arguments: Making.allCases, Home.allCases)
    func `S5: what is disposable inside is disposed with it, in reverse order, once`(_ making: Making, _ home: Home) async {
        let site = Site(making, home)
        let container = site.container
        container.register(Watched.self, name: "part") { [log] _ in Watched("part", log) }
        site.register(Watched.self) { [unowned container, log] in
            _ = container.resolve(Watched.self, name: "part")
            return Watched("owner", log)
        }
        site.register(Int.self) { 1 }
        site.register(Part.self) { [log] in Part("last", log) }
        _ = site.resolve(Watched.self)
        _ = site.resolve(Int.self)
        _ = site.resolve(Part.self)
        _ = site.resolve(Watched.self)
        #expect(log.all.isEmpty)
        await site.close()
        #expect(log.all == ["last", "owner", "part"])
        await site.container.close()
        #expect(log.all == ["last", "owner", "part"])
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `S5: a disposable inside of one that fails is disposed, once`(_ making: Making, _ home: Home) async {
        let site = Site(making, home)
        let container = site.container
        container.register(Watched.self, name: "part") { [log] _ in Watched("part", log) }
        site.register(Watched.self) { [unowned container] in
            _ = container.resolve(Watched.self, name: "part")
            throw Failure()
        }
        #expect(failure { () throws(ResolutionError) in try site.tryResolve(Watched.self) }?.kind == "factoryFailed")
        await site.close()
        #expect(log.all == ["part"])
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C16: where all is closed while it is made, it is disposed, released, and not handed out`(
        _ making: Making, _ home: Home
    ) async {
        let site = Site(making, home)
        let (follower, entered, closed) = (Follower<Watched>(), Gate(), Gate())
        site.register(Watched.self) { [log] in
            entered.open()
            closed.pass()
            return follower.follow(Watched("made", log))
        }
        let error = Locked<ResolutionError?>(nil)
        let thread = startThread {
            let failure = failure { () throws(ResolutionError) in try site.tryResolve(Watched.self) }
            error.withLock { $0 = failure }
        }
        entered.pass()
        await site.close()
        #expect(log.all.isEmpty)
        closed.open()
        join(thread)
        #expect(error.withLock { $0?.kind } == "closed")
        await site.container.settled()
        #expect(log.all == ["made"])
        #expect(follower.isGone)
    }

    @Test func `C16: where its container is closed while a weak service is made, that is disposed, too, though nobody has it`() async {
        let (container, entered, closed) = (Container(), Gate(), Gate())
        container.register(Watched.self, .weak) { [log] _ in
            entered.open()
            closed.pass()
            return Watched("made", log)
        }
        let thread = startThread { _ = try? container.tryResolve(Watched.self) }
        entered.pass()
        await container.close()
        closed.open()
        join(thread)
        await container.settled()
        #expect(log.all == ["made"])
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C16: a resolve traps where all is closed while it is made`(_ making: Making, _ home: Home) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [making = making as Making, home = home as Home] in
            let site = Site(making, home)
            let (entered, closed) = (Gate(), Gate())
            site.register(Other.self, line: 7) {
                entered.open()
                closed.pass()
                return Other()
            }
            let thread = startThread { _ = site.resolve(Other.self) }
            entered.pass()
            await site.close()
            closed.open()
            join(thread)
        }
        #expect(diagnosis(result).contains("Depot: Other was resolved"))
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C16: it is the same where another thread waits for it`(_ making: Making, _ home: Home) async {
        let site = Site(making, home)
        let (made, entered, closed) = (Counter(), Gate(), Gate())
        let follower = Follower<Watched>()
        site.register(Watched.self) { [log] in
            if made.increment() == 1 {
                entered.open()
                closed.pass()
            }
            return follower.follow(Watched("made", log))
        }
        let errors = Locked<[String?]>([])
        @Sendable func ask() {
            let error = failure { () throws(ResolutionError) in try site.tryResolve(Watched.self) }
            errors.withLock { $0.append(error?.kind) }
        }
        let first = startThread { ask() }
        entered.pass()
        let waiters = Waiters()
        let second = waiters.startThread { ask() }
        waiters.pass(1)
        await site.close()
        closed.open()
        join(first)
        join(second)
        #expect(errors.withLock { $0 } == ["closed", "closed"])
        await site.container.settled()
        #expect(log.all == ["made"])
        #expect(follower.isGone)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C16: one that throws when all has been closed meanwhile says so`(_ making: Making, _ home: Home) async {
        let site = Site(making, home)
        let (entered, closed) = (Gate(), Gate())
        site.register(Watched.self) {
            entered.open()
            closed.pass()
            throw Failure()
        }
        let error = Locked<ResolutionError?>(nil)
        let thread = startThread {
            let failure = failure { () throws(ResolutionError) in try site.tryResolve(Watched.self) }
            error.withLock { $0 = failure }
        }
        entered.pass()
        await site.close()
        closed.open()
        join(thread)
        #expect(error.withLock { $0?.kind } == "factoryFailed")
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C5: what is registered anew while it is made is what is handed out`(_ making: Making, _ home: Home) async {
        let site = Site(making, home)
        let (entered, changed) = (Gate(), Gate())
        let first = Follower<Watched>()
        site.register(Watched.self) { [log] in
            entered.open()
            changed.pass()
            return first.follow(Watched("old", log))
        }
        let seen = Log()
        let thread = startThread { seen.add(site.resolve(Watched.self).name) }
        entered.pass()
        site.register(Watched.self) { [log] in Watched("new", log) }
        changed.open()
        join(thread)
        #expect(seen.all == ["new"])
        await site.container.settled()
        #expect(log.all == ["old"])
        #expect(first.isGone)
        let service = site.resolve(Watched.self)
        #expect(service.name == "new")
        #expect(site.resolve(Watched.self) === service)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `R2: what is replaced while it is made is the mock's from then on, and its own again after`(_ making: Making, _ home: Home) {
        let site = Site(making, home)
        let (made, entered, replaced) = (Counter(), Gate(), Gate())
        site.register(Other.self) {
            made.increment()
            entered.open()
            replaced.pass()
            return Other()
        }
        let first = Locked<Other?>(nil)
        let thread = startThread {
            let other = site.resolve(Other.self)
            first.withLock { $0 = other }
        }
        entered.pass()
        let replacement = site.container.replace(Other.self, with: Other("mock"))
        replaced.open()
        join(thread)
        #expect(site.resolve(Other.self).tag == "mock")
        replacement.restore()
        #expect(site.resolve(Other.self) === first.withLock { $0 })
        #expect(made.value == 1)
    }

    @Test(arguments: Making.allCases, Home.allCases)
    func `C6: the container releases it, and what it was made by`(_ making: Making, _ home: Home) {
        let (instance, capture) = (Follower<Other>(), Follower<Other>())
        do {
            let site = Site(making, home)
            let captured = capture.follow(Other("captured"))
            site.register(Other.self) { instance.follow(Other(captured.tag)) }
            _ = site.resolve(Other.self)
            _ = site.resolve(Other.self)
            #expect(!instance.isGone && !capture.isGone)
        }
        #expect(instance.isGone)
        #expect(capture.isGone)
    }
}
