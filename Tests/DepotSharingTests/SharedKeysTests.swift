import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

extension SharedKey where Self == FileStorageKey<[Int]>.Default {
    fileprivate static var numbers: Self { Self[.fileStorage(URL(fileURLWithPath: "/numbers.json")), default: [1]] }
    fileprivate static var failing: Self {
        Self[.fileStorage(URL(fileURLWithPath: "/failing.json")), default: try { throw Failure() }()]
    }
}

extension SharedKey where Self == InMemoryKey<Int?>.Default {
    fileprivate static var failingOptional: Self { Self[.inMemory("optional"), default: try { throw Failure() }()] }
}

@Suite struct SharedKeysTests {
    @Test func `H1 whoever names a key has the same value, with or without its default`() {
        @Shared(.numbers) var numbers
        @Shared(.fileStorage(URL(fileURLWithPath: "/numbers.json"))) var same: [Int] = [2]
        @SharedReader(.numbers) var reader
        #expect(numbers == [1] && same == [1] && reader == [1])
        $same.withLock { $0.append(3) }
        #expect(numbers == [1, 3] && reader == [1, 3])
    }

    @Test func `H1 the first living default wins`() {
        @Shared(.inMemory("first")) var first = 1
        @Shared(.inMemory("first")) var second = 2
        #expect(first == 1)
        #expect(second == 1)
    }

    @Test func `H1 a thousand tasks make one reference`() async {
        await withTaskGroup(of: Shared<Int>.self) { group in
            for number in 0..<1000 { group.addTask { Shared(wrappedValue: number, .inMemory("race")) } }
            var all: [Shared<Int>] = []
            for await shared in group { all.append(shared) }
            all[0].withLock { $0 = -1 }
            #expect(all.allSatisfy { $0.wrappedValue == -1 })
        }
    }

    @Test func `H1 a key with two types stops with both names`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @Shared(.inMemory("both")) var number = 1
            @Shared(.inMemory("both")) var text = "one"
            print(number, text)
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                Depot: one key is used for shared values of two types.
                  Key:    inMemory "both"
                  Asked:  String
                  In use: Int
                Give the two properties the same type, or one of them another key.
                """))
    }

    @Test func `H1 a required value of another type throws`() async {
        @Shared(.inMemory("both")) var number = 1
        let error = await #expect(throws: SharedError.self) { _ = try await Shared<String>(require: .inMemory("both")) }
        guard case .otherType(_, "String", "Int") = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    @Test func `H1 a stored value is there for the next property when nobody held it`() async throws {
        func write() async throws {
            @Shared(.fileStorage(URL(fileURLWithPath: "/a.json"))) var value = 0
            $value.withLock { $0 = 1 }
            $value.withLock { $0 = 2 }
            @Shared(.inMemory("a")) var memory = 0
            $memory.withLock { $0 = 3 }
        }
        try await write()
        @Shared(.fileStorage(URL(fileURLWithPath: "/a.json"))) var value = 0
        @Shared(.inMemory("a")) var memory = 0
        #expect(value == 2)
        #expect(memory == 3)
    }

    @Test func `H3 a default that throws stops with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @Shared(.failing) var numbers
            print(numbers)
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                Depot: a shared property has no value: nothing is stored, and its default failed.
                  Key:    fileStorage "/failing.json"
                  Error:  it failed
                Give the key a default that does not fail, write one at the property (@Shared(…) var value = …), or load it with
                try await Shared(require: …), which throws.
                """))
    }

    @Test func `H3 a default that throws is not needed where there is another value`() async throws {
        await #expect(throws: Failure()) { _ = try await Shared(require: .failing) }
        @Shared(.failingOptional) var optional
        #expect(optional == nil)
        #expect($optional.loadError as? Failure == Failure())
        @Shared(.failing) var numbers = [4]
        #expect(numbers == [4])
    }

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

    @Test func `H5 errors stay until the next success`() async throws {
        let fails = Locked(true)
        let store = ManualStore<Int>(
            load: { context, continuation in
                if fails.withLock({ $0 }) { continuation.resume(throwing: Failure()) } else { continuation.resume(returning: 3) }
            },
            save: { _, continuation in
                if fails.withLock({ $0 }) { continuation.resume(throwing: Failure()) } else { continuation.resume() }
            })
        @Shared(ManualKey(id: "errors", store: store)) var count = 1
        #expect($count.loadError as? Failure == Failure())
        await #expect(throws: Failure()) { try await $count.save() }
        #expect($count.saveError as? Failure == Failure())
        await #expect(throws: Failure()) { try await $count.load() }
        #expect(count == 1)
        fails.withLock { $0 = false }
        try await $count.load()
        try await $count.save()
        #expect(count == 3)
        #expect($count.loadError == nil)
        #expect($count.saveError == nil)
    }

    @Test func `H5 a store that drops a load is an error, not a wait for ever`() async {
        let store = ManualStore<Int>(load: { context, continuation in if context == .initialValue { continuation.resume(returning: 1) } })
        @Shared(ManualKey(id: "dropped", store: store)) var count = 0
        let error = await #expect(throws: SharedError.self) { try await $count.load() }
        guard case .abandoned = error else { return #expect(Bool(false), "\(error as Any)") }
    }

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

    @Test(arguments: [1, 2, 3]) func `H14 every case has its own stores`(number: Int) {
        @Shared(.inMemory("isolated")) var memory = 0
        @Shared(.appStorage("isolated")) var defaults = 0
        @Shared(.fileStorage(URL(fileURLWithPath: "/isolated.json"))) var file = 0
        #expect(memory == 0 && defaults == 0 && file == 0)
        $memory.withLock { $0 = number }
        $defaults.withLock { $0 = number }
        $file.withLock { $0 = number }
    }

    static let kept = InMemoryKey<Int>.Default[.inMemory("kept"), default: 0]

    @Test(arguments: [1, 2, 3]) func `H14 a key that is kept belongs to no test`(number: Int) {
        @Shared(Self.kept) var count
        #expect(count == 0)
        $count.withLock { $0 = number }
    }
}
