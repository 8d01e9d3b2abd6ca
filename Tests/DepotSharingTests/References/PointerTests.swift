import Depot
import DepotTesting
import DepotValues
import Dispatch
import Foundation
import Observation
import Testing

@testable import DepotSharing

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

    @Test func `H5 a key that cannot be loaded throws, also where another property has it`() async throws {
        let fails = Locked(true)
        let store = ManualStore<Int>(load: { _, continuation in
            if fails.withLock({ $0 }) { continuation.resume(throwing: Failure()) } else { continuation.resume(returning: 3) }
        })
        let key = ManualKey(id: "bad", store: store)
        @Shared(value: 1) var value: Int
        await #expect(throws: Failure()) { try await $value.load(key) }
        @Shared(key) var other = 2
        await #expect(throws: Failure()) { try await $value.load(key) }
        #expect($value.loadError as? Failure == Failure())
        #expect(value == 1)
        fails.withLock { $0 = false }
        try await $value.load(key)
        #expect(value == 3 && other == 3)
        #expect($value.loadError == nil && $other.loadError == nil)
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

    @Test func `H11 who has ended is given nothing, also by what a property was turned to that is gone`() {
        let other = StoredReference(2)
        let feed = Feed<Int>()
        let subscription = {
            let pointer = Pointer(StoredReference(1))
            let subscription = pointer.attach(feed)
            pointer.point(to: other)
            return subscription
        }()
        #expect(other.sinks.count == 1)
        subscription.cancel()
        #expect(other.sinks.isEmpty)
    }

    @Test func `H5 the key's own default counts where nothing is stored`() async throws {
        @Shared(.inMemory("first")) var value = 1
        try await $value.load(InMemoryKey<Int>.Default[.inMemory("second"), default: 2])
        #expect(value == 2)
        try await $value.load(.inMemory("third"))
        #expect(value == 2, "a key without one: the value that the property has")
    }

    @Test func `H5 setting the projection turns the property and its copies to another one`() async {
        @Shared(.inMemory("old")) var value = 1
        let copy = $value
        let told = Counter()
        var iterator = copy.values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        withObservationTracking {
            _ = copy.wrappedValue
        } onChange: {
            told.add()
        }
        $value = Shared(wrappedValue: 5, .inMemory("new"))
        #expect(value == 5)
        #expect(copy.wrappedValue == 5)
        #expect(told.value == 1)
        #expect(await iterator.next() == 5)
        copy.withLock { $0 = 6 }
        @Shared(.inMemory("new")) var new = 0
        @Shared(.inMemory("old")) var old = 0
        #expect(new == 6)
        #expect(old == 1)
        @SharedReader(.inMemory("old")) var reader = 0
        $reader = SharedReader($value)
        #expect(reader == 6)
    }

    @Test func `H5 a part of another value may be turned to`() {
        @Shared(value: SignUp(email: "a")) var form: SignUp
        @Shared(value: "") var email: String
        $email = $form.email
        $email.withLock { $0 = "b" }
        #expect(form.email == "b")
    }

    @Test func `H5 a part is loading while its whole is, and has its load error`() async throws {
        let form = Shared(value: SignUp(email: "a"))
        let city = form.address.city
        let told = Counter()
        func load(_ finish: (LoadContinuation<SignUp>) -> Void) async throws {
            let pending = Locked<LoadContinuation<SignUp>?>(nil)
            let started = AsyncStream<Void>.makeStream()
            let slow = ManualStore<SignUp>(load: { _, continuation in
                pending.withLock { $0 = continuation }
                started.continuation.finish()
            })
            let load = Task { try await form.load(ManualKey(id: "slow", store: slow)) }
            for await _ in started.stream {}
            #expect(city.isLoading)
            withObservationTracking {
                _ = city.loadError
            } onChange: {
                told.add()
            }
            finish(try #require(pending.withLock { $0 }))
            try await load.value
        }
        await #expect(throws: Failure()) { try await load { $0.resume(throwing: Failure()) } }
        #expect(city.loadError as? Failure == Failure())
        #expect(!city.isLoading)
        #expect(told.value == 1)
        try await load { $0.resume(returning: SignUp(address: .init(city: "Rome"))) }
        #expect(city.loadError == nil)
        #expect(city.wrappedValue == "Rome")
        #expect(told.value == 2)
    }

    @Test func `H5 H11 of two threads that turn a property, values end with what the property has`() async {
        let list = Shared(value: [Entry(1)])
        // It looks for its element in each list that the property is turned to, before the values go on.
        let first = list[0]
        var iterator = list.values.makeAsyncIterator()
        let (turning, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let goesOn = DispatchSemaphore(value: 0)
        let slow = Shared(value: [
            Entry(2) {
                turning.continuation.finish()
                goesOn.wait()
            }
        ])
        DispatchQueue.global().async {
            list.projectedValue = slow
            ended.continuation.finish()
        }
        for await _ in turning.stream {}
        list.projectedValue = Shared(value: [Entry(3)])
        for _ in 0..<10 { goesOn.signal() }
        for await _ in ended.stream {}
        list.withLock { $0 = [Entry(4)] }
        for number in [1, 3, 4] { #expect(await iterator.next()?.map(\.number) == [number]) }
        #expect(first.wrappedValue.number == 1)
    }
}

/// An element that takes its time to say which one it is.
private struct Entry: Identifiable {
    let number: Int
    var asked: @Sendable () -> Void = {}

    init(_ number: Int, asked: @escaping @Sendable () -> Void = {}) {
        self.number = number
        self.asked = asked
    }

    var id: Int {
        asked()
        return number
    }
}
