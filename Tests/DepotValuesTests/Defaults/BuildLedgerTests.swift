import Dispatch
import Testing

@testable import DepotValues

/// The decisions, without threads: a "thread" is a number here.
@Suite struct BuildLedgerTests {
    private final class Cache {}
    private let cache = Cache()

    private func target(_ number: UInt) -> BuildLedger.Target {
        // An address of no type; the ledger only compares it.
        let key = unsafeBitCast(number * 16, to: ObjectIdentifier.self)
        return BuildLedger.Target(cache: ObjectIdentifier(cache), slot: DefaultSlot(key, .test))
    }

    private func word(_ action: BuildLedger.Action) -> String {
        switch action {
        case .build: "build"
        case .wait: "wait"
        case .cycle(let path): "cycle of \(path.count)"
        }
    }

    @Test func `V5 the first thread builds, the others wait and are woken`() {
        var ledger = BuildLedger()
        let a = target(1)
        #expect(word(ledger.begin(a, on: 1)) == "build")
        #expect(word(ledger.begin(a, on: 2)) == "wait")
        #expect(word(ledger.begin(a, on: 3)) == "wait")
        #expect(ledger.finish(a, on: 1).count == 2)
        #expect(word(ledger.begin(a, on: 2)) == "build")
    }

    @Test func `V5 two threads build two defaults at once`() {
        var ledger = BuildLedger()
        #expect(word(ledger.begin(target(1), on: 1)) == "build")
        #expect(word(ledger.begin(target(2), on: 2)) == "build")
    }

    @Test func `V5 a default that needs itself on one thread is a cycle, with the path`() {
        var ledger = BuildLedger()
        _ = ledger.begin(target(1), on: 1)
        _ = ledger.begin(target(2), on: 1)
        _ = ledger.begin(target(3), on: 1)
        guard case .cycle(let path) = ledger.begin(target(2), on: 1) else {
            Issue.record("There is a cycle.")
            return
        }
        #expect(path == [target(2), target(3), target(2)])
    }

    @Test func `V5 the one whose wait would close a ring builds for itself instead, and who is done first wakes the others`() {
        var ledger = BuildLedger()
        let a = target(1)
        _ = ledger.begin(a, on: 1)
        #expect(word(ledger.begin(a, on: 2)) == "wait")
        #expect(word(ledger.begin(a, on: 3)) == "wait")
        ledger.buildAnyway(a, on: 3)
        #expect(ledger.builder(of: a) == 1)
        #expect(ledger.finish(a, on: 3).count == 1)
        #expect(word(ledger.begin(a, on: 2)) == "wait")
        #expect(ledger.finish(a, on: 1).count == 1)
        #expect(ledger.builder(of: a) == nil)
    }

    @Test func `V5 a ring that cannot be broken is suspected, with the path, and nothing else is`() {
        var ledger = BuildLedger()
        let (a, b) = (target(1), target(2))
        _ = ledger.begin(a, on: 1)
        _ = ledger.begin(b, on: 2)
        _ = ledger.begin(b, on: 1)
        #expect(ledger.suspectedCycle(of: 1) == nil)
        ledger.buildAnyway(a, on: 2)
        #expect(ledger.suspectedCycle(of: 1) == [a, b, a])
        #expect(ledger.suspectedCycle(of: 2) == nil)
    }

    @Test func `V5 so is one that leads through three threads, by the thread that the last one stands before`() {
        var ledger = BuildLedger()
        let (a, b, c, d) = (target(1), target(2), target(3), target(4))
        _ = ledger.begin(a, on: 1)
        _ = ledger.begin(b, on: 2)
        _ = ledger.begin(d, on: 2)
        _ = ledger.begin(c, on: 3)
        _ = ledger.begin(b, on: 1)
        _ = ledger.begin(c, on: 2)
        _ = ledger.begin(a, on: 3)
        // Nor does a thread whose wait would close the ring, until it builds.
        #expect(ledger.suspectedCycle(of: 1) == nil)
        ledger.buildAnyway(a, on: 3)
        #expect(ledger.suspectedCycle(of: 1) == [a, b, d, c, a])
        #expect(ledger.suspectedCycle(of: 2) == nil)
        _ = ledger.begin(a, on: 4)
        #expect(ledger.suspectedCycle(of: 4) == nil)
    }
}
