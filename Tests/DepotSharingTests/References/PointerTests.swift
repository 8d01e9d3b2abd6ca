import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct PointerTests {
    @Test func `H5 another key is pointed to when its value is there`() async throws {
        let pending = Locked<LoadContinuation<Int>?>(nil)
        let started = AsyncStream<Void>.makeStream()
        let slow = ManualStore<Int>(load: { _, continuation in
            pending.withLock { $0 = continuation }
            started.continuation.yield()
        })
        @Shared(.inMemory("old")) var count = 1
        let shared = $count
        let copy = $count
        let told = Counter()
        let load = Task { try await shared.load(ManualKey(id: "slow", store: slow)) }
        for await _ in started.stream { break }
        #expect(shared.isLoading)
        #expect(copy.wrappedValue == 1)
        withObservationTracking {
            _ = copy.wrappedValue
        } onChange: {
            told.add()
        }
        pending.withLock { $0 }?.resume(returning: 9)
        try await load.value
        #expect(!shared.isLoading)
        #expect(copy.wrappedValue == 9)
        #expect(told.value == 1)
        shared.withLock { $0 = 10 }
        #expect(slow.values == [10])
        @Shared(.inMemory("old")) var old = 0
        #expect(old == 1)
    }

    @Test func `H5 values go on with the key that is loaded`() async throws {
        @Shared(.inMemory("a")) var value = 1
        @Shared(.inMemory("b")) var other = 2
        var iterator = $value.values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        try await $value.load(.inMemory("b"))
        $other.withLock { $0 = 3 }
        #expect(await iterator.next() == 2)
        #expect(await iterator.next() == 3)
    }
}
