import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct SharedTests {

    @Test func `H3 withLock returns what its closure returns`() {
        @Shared(value: 1) var count: Int
        let before = $count.withLock { value -> String in
            value += 1
            return "was \(value - 1)"
        }
        #expect(before == "was 1")
        #expect(count == 2)
    }

    @Test func `H3 a write that throws leaves everything as it was`() {
        let store = ManualStore<Int>()
        @Shared(ManualKey(id: "throws", store: store)) var count = 1
        let told = Counter()
        withObservationTracking {
            _ = count
        } onChange: {
            told.add()
        }
        #expect(throws: Failure()) {
            try $count.withLock { value throws(Failure) in
                value = 2
                throw Failure()
            }
        }
        #expect(count == 1)
        #expect(store.values == [])
        #expect(told.value == 0)
    }

    @Test func `H3 the value is read inside as it was before`() {
        @Shared(.inMemory("count")) var count = 1
        $count.withLock {
            $0 = 2
            #expect(count == 1)
        }
        #expect(count == 2)
    }

    @Test func `H3 a write of another value inside is allowed`() {
        @Shared(value: 1) var count: Int
        @Shared(value: "") var text: String
        $count.withLock { count in
            $text.withLock { $0 = "\(count)" }
            count += 1
        }
        #expect(count == 2)
        #expect(text == "1")
    }

    @Test func `H12 equality is that of the values`() {
        #expect(Shared(value: 1) == Shared(value: 1))
        #expect(Shared(value: 1) != Shared(value: 2))
        #expect(SharedReader(value: 1) == SharedReader(value: 1))
        #expect((Shared(value: 1) as Any) as? any Hashable == nil)
        #expect((Shared(value: 1) as Any) as? any Encodable == nil)
    }
}
