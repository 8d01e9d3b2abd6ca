import Testing

@testable import Depot

/// What the ledger holds for a moment is let go of outside the lock, because a `deinit` of the user's may run then.
@Suite struct StraysTests {
    @Test func `C4 a weak service that its last owner drops during a look at it goes outside the lock`() throws {
        let container = Container()
        let log = Log()
        container.register(Guest.self, .weak) { _ in Guest(log) }
        var guest: Guest? = container.resolve(Guest.self)
        #expect(guest != nil)
        let core = container.core
        core.family.decide { ledger in
            let slot = ledger.find(Key(Guest.self), home: core, view: core)
            let isAlive = slot?.cell.instances.first.map { ledger.isAlive($0) }
            guest = nil
            #expect(isAlive == true)
            #expect(log.all.isEmpty)
        }
        #expect(log.all == ["gone"])
    }

    @Test func `what is held for a look goes when the lock is given back, and not before`() {
        let family = Family()
        let log = Log()
        var guests = [Guest(log), Guest(log)]
        family.decide { ledger in
            for guest in guests { ledger.hold(guest) }
            guests = []
            #expect(log.all.isEmpty)
        }
        #expect(log.all == ["gone", "gone"])
    }

    @Test func `C4 a weak service that resolves in its deinit can be dropped and resolved by many threads at once`() async {
        let container = Container()
        container.register(Log.self, .singleton, using: Log.init)
        container.register(Visitor.self, .weak) { [weak container] _ in Visitor(container) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<stressRounds(debug: 2_000, release: 20_000) { _ = container.resolve(Visitor.self) } }
            }
        }
        #expect(container.resolve(Log.self).all.isEmpty)
    }
}

private final class Guest: Sendable {
    private let log: Log
    init(_ log: Log) { self.log = log }
    deinit { log.add("gone") }
}

private final class Visitor: Sendable {
    private let container: Container?
    init(_ container: Container?) { self.container = container }
    deinit { _ = container?.resolve(Log.self) }
}
