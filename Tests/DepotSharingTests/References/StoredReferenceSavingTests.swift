import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct StoredReferenceSavingTests {
    @Test func `H6 saves reach the store one at a time and in order`() async throws {
        let running = Locked((now: 0, most: 0))
        let store = ManualStore<Int>(save: { _, continuation in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            running.withLock { $0.now -= 1 }
            continuation.resume()
        })
        @Shared(ManualKey(id: "order", store: store)) var count = 0
        let shared = $count
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { for _ in 0..<20 { shared.withLock { $0 += 1 } } } }
        }
        try await shared.save()
        #expect(store.values == store.values.sorted())
        #expect(store.values.last == 4000)
        #expect(running.withLock { $0.most } == 1)
    }

    @Test func `H6 a save that the store drops is an error, but not where a later one took its place`() {
        let pending = Locked<[SaveContinuation]>([])
        let store = ManualStore<Int>(save: { _, continuation in pending.withLock { $0.append(continuation) } })
        @Shared(ManualKey(id: "dropped save", store: store)) var count = 0
        $count.withLock { $0 = 1 }
        $count.withLock { $0 = 2 }
        #expect(pending.withLock { $0.count } == 2)
        // The first of them goes outside the lock, and with it the last reference to its save.
        var first = [pending.withLock { $0.removeFirst() }]
        first.removeAll()
        #expect($count.saveError == nil)
        var last = [pending.withLock { $0.removeFirst() }]
        last.removeAll()
        guard case SharedError.abandoned? = $count.saveError else { return #expect(Bool(false), "\($count.saveError as Any)") }
    }

    @Test func `H5 the end of an older save says nothing of the newer one`() {
        let pending = Locked<[SaveContinuation]>([])
        let store = ManualStore<Int>(save: { _, continuation in pending.withLock { $0.append(continuation) } })
        @Shared(ManualKey(id: "two saves", store: store)) var count = 0
        $count.withLock { $0 = 1 }
        $count.withLock { $0 = 2 }
        $count.withLock { $0 = 3 }
        let saves = pending.withLock { $0 }
        saves[1].resume(throwing: Failure())
        saves[0].resume()
        #expect($count.saveError is Failure)
        saves[2].resume()
        #expect($count.saveError == nil)
    }

    @Test func `H5 an older save that fails after the newer one is no error`() {
        let pending = Locked<[SaveContinuation]>([])
        let store = ManualStore<Int>(save: { _, continuation in pending.withLock { $0.append(continuation) } })
        @Shared(ManualKey(id: "two saves in another order", store: store)) var count = 0
        $count.withLock { $0 = 1 }
        $count.withLock { $0 = 2 }
        let saves = pending.withLock { $0 }
        saves[1].resume()
        saves[0].resume(throwing: Failure())
        #expect($count.saveError == nil)
    }

    @Test func `H9 a change in the store does not undo a write that is not saved yet`() async throws {
        let pending = Locked<[SaveContinuation]>([])
        let store = ManualStore<Int>(save: { _, continuation in pending.withLock { $0.append(continuation) } })
        @Shared(ManualKey(id: "unsaved", store: store)) var count = 0
        $count.withLock { $0 = 1 }
        store.tell(8)
        #expect(count == 1)
        for continuation in pending.withLock({ $0 }) { continuation.resume() }
        store.tell(9)
        #expect(count == 9)
        store.tell(nil)
        #expect(count == 0)
    }

    @Test func `C17 the error of a save goes outside the lock`() async throws {
        let outcomes = Locked<[LastWords]>([])
        let store = ManualStore<Int>(save: { _, continuation in
            if let error = outcomes.withLock({ $0.popLast() }) { continuation.resume(throwing: error) } else { continuation.resume() }
        })
        @Shared(ManualKey(id: "released save errors", store: store)) var count = 0
        let (shared, ends) = ($count, Counter())
        for _ in 0..<2 {
            outcomes.withLock { errors in
                errors.append(
                    LastWords {
                        #expect(shared.wrappedValue > 0)
                        ends.add()
                    })
            }
        }
        for _ in 0..<3 { shared.withLock { $0 += 1 } }
        #expect(ends.value == 2 && count == 3 && shared.saveError == nil)
    }
}
