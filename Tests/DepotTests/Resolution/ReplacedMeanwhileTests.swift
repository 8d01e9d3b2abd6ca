import Depot
import Testing

/// What the user's own code replaces that a resolve runs between its look-up and its claim.
@Suite struct ReplacedMeanwhileTests {
    private let container = Container()
    private let made = Counter()

    @Test func `R1 C17 what a clock replaces that is asked for the time is not made`() {
        let clock = ChangingClock()
        container.register((any Network).self, .cached(for: .seconds(1), clock: clock)) { [made] _ in
            made.increment()
            return RealNetwork()
        }
        clock.change.value = { [container] in container.replace((any Network).self, with: MockNetwork()) }
        #expect(container.resolve((any Network).self).tag == "mock")
        #expect(made.value == 0)
    }

    @Test func `R1 C17 nor what the hash of an argument replaces, in a scope as well`() {
        for lifetime in [SharedLifetime.singleton, .scoped(.request)] {
            container.register((any Network).self, lifetime, overriding: true) { [made] (_, _: Changing) in
                made.increment()
                return RealNetwork()
            }
            let argument = Changing()
            container.withScope(.request) {
                argument.change.value = { [container] in container.replace((any Network).self) { (_, _: Changing) in MockNetwork() } }
                #expect(container.resolve((any Network).self, arguments: argument).tag == "mock")
            }
        }
        #expect(made.value == 0)
    }

    @Test func `S1 C17 nor what its hash gives the scope another of`() {
        container.register((any Network).self, .scoped(.request)) { [made] (_, _: Changing) in
            made.increment()
            return RealNetwork()
        }
        let argument = Changing()
        argument.change.value = { [container] in
            container.register((any Network).self, .scoped(.request), overriding: true) { (_, _: Changing) in MockNetwork() }
        }
        container.withScope(.request) {
            #expect(container.resolve((any Network).self, arguments: argument).tag == "mock")
            #expect(container.resolve((any Network).self, arguments: argument).tag == "mock")
        }
        #expect(made.value == 0)
    }
}

/// Does something once when it is looked at.
private final class Changing: Hashable, Sendable {
    let change = Box<(@Sendable () -> Void)?>(nil)

    func act() {
        let act = change.value
        change.value = nil
        act?()
    }

    static func == (left: Changing, right: Changing) -> Bool { left === right }
    func hash(into hasher: inout Hasher) {
        act()
        hasher.combine(ObjectIdentifier(self))
    }
}

private final class ChangingClock: Clock {
    let change = Box<(@Sendable () -> Void)?>(nil)

    var now: ContinuousClock.Instant {
        let act = change.value
        change.value = nil
        act?()
        return .now
    }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
