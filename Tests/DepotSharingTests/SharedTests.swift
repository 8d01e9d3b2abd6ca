import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct SharedTests {
    @Test func `H2 a thousand tasks lose no write in memory`() async {
        @Shared(.inMemory("count")) var count = 0
        let shared = $count
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { for _ in 0..<10 { shared.withLock { $0 += 1 } } } }
        }
        #expect(count == 10_000)
    }

    @Test func `H2 a thousand tasks lose no write on disk`() async throws {
        let folder = try Folder()
        try await withDependencies {
            $0.defaultFileStorage = .disk
        } operation: {
            @Shared(.fileStorage(folder.file())) var count = 0
            let shared = $count
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<1000 { group.addTask { for _ in 0..<10 { shared.withLock { $0 += 1 } } } }
            }
            try await shared.save()
            #expect(folder.text() == "10000")
        }
    }

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

    @Test func `H3 a nested write stops with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let shared = Shared(value: 1)
            shared.withLock { outer in
                shared.withLock { $0 += 1 }
                outer += 1
            }
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                Depot: a shared value is written while it is being written.
                  Value:  Int
                The closure of withLock has the value for itself and may read the property, which still has the value before. Do the
                inner write with the closure's own parameter, or after the outer withLock has returned.
                """))
    }

    @Test func `H3 writes inside each other in two orders stop with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let number = Shared(value: 1)
            let text = Shared(value: "")
            let inNumber = DispatchSemaphore(value: 0)
            let inText = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                number.withLock { value in
                    inNumber.signal()
                    inText.wait()
                    text.withLock { $0 += "\(value)" }
                }
            }
            Thread.detachNewThread {
                text.withLock { value in
                    inText.signal()
                    inNumber.wait()
                    number.withLock { $0 += value.count }
                }
            }
            try await Task.sleep(for: .seconds(20))
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                "Depot: shared values are written inside each other in different orders, and their threads would wait for ever."))
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
