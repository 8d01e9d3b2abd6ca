import Depot
import DepotSharing
import DepotTesting
import Foundation
import Testing

/// Which value counts when several come at the same time: loaded, heard of, written.
@Suite struct LoadOrderTests {
    /// A store whose loads end when the test says so.
    private final class Loads: Sendable {
        let waiting = Locked<[LoadContinuation<Int>]>([])
        var count: Int { waiting.withLock { $0.count } }
        func end(_ index: Int, _ value: Int?) { waiting.withLock { $0[index] }.resume(returning: value) }
    }

    @Test func `H16 what is told during the first load is newer than what it loads`() {
        let store = Locked<ManualStore<Int>?>(nil)
        let made = ManualStore<Int>(load: { _, continuation in
            store.withLock { $0 }?.tell(2)
            continuation.resume(returning: 1)
        })
        store.withLock { $0 = made }
        @Shared(ManualKey(id: "told", store: made)) var value = 0
        #expect(value == 2)
    }

    @Test func `H16 what is told during a first load that takes long is newer`() async {
        let loads = Loads()
        let store = ManualStore<Int>(load: { _, continuation in loads.waiting.withLock { $0.append(continuation) } })
        @Shared(ManualKey(id: "long", store: store)) var value = 0
        store.tell(2)
        #expect(value == 2 && $value.isLoading)
        loads.end(0, 1)
        #expect(value == 2 && !$value.isLoading)
    }

    @Test func `H16 what is told while a default is being made comes after that`() async {
        let store = ManualStore<Int>()
        let making = Locked((isHeld: false, isReached: false))
        @Sendable func standard() -> Int {
            if making.withLock({ $0.isHeld }) {
                making.withLock { $0.isReached = true }
                blockUntil { !making.withLock { $0.isHeld } }
            }
            return 0
        }
        @Shared(ManualKey<Int>.Default[ManualKey(id: "standard", store: store), default: standard()]) var value
        store.tell(1)
        making.withLock { $0.isHeld = true }
        let isOver = Locked(false)
        Thread.detachNewThread {
            store.tell(nil)
            isOver.withLock { $0 = true }
        }
        await eventually { making.withLock { $0.isReached } }
        store.tell(5)
        making.withLock { $0.isHeld = false }
        await eventually { isOver.withLock { $0 } }
        #expect(value == 5)
    }

    @Test func `H16 a store that tells what it has when it is subscribed to is loaded after that`() {
        struct Key: SharedReaderKey {
            var id: String { "present" }
            func load(context: LoadContext, continuation: LoadContinuation<Int>) { continuation.resume(returning: 2) }
            func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription {
                subscriber.yield(1)
                return SharedSubscription {}
            }
        }
        @SharedReader(Key()) var value = 0
        #expect(value == 2)
    }

    @Test func `H16 an error that a store tells when it is subscribed to is not passed over`() {
        struct Key: SharedReaderKey {
            var id: String { "deaf" }
            func load(context: LoadContext, continuation: LoadContinuation<Int>) { continuation.resume(returning: 2) }
            func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription {
                subscriber.yield(throwing: Failure())
                return SharedSubscription {}
            }
        }
        @SharedReader(Key()) var value = 0
        #expect(value == 2)
        #expect($value.loadError as? Failure == Failure())
    }

    @Test func `H16 what changes while another key is loaded is not lost`() async throws {
        let loads = Loads()
        let store = ManualStore<Int>(load: { _, continuation in loads.waiting.withLock { $0.append(continuation) } })
        @Shared(.inMemory("other")) var value = 0
        let shared = $value
        let task = Task { try await shared.load(ManualKey(id: "loaded", store: store)) }
        await eventually { loads.count == 1 }
        store.tell(2)
        loads.end(0, 1)
        try await task.value
        #expect(shared.wrappedValue == 2)
    }

    @Test func `H16 what changes while a required value is loaded is not lost`() async throws {
        let loads = Loads()
        let store = ManualStore<Int>(load: { _, continuation in loads.waiting.withLock { $0.append(continuation) } })
        let task = Task { try await Shared<Int>(require: ManualKey(id: "required", store: store)) }
        await eventually { loads.count == 1 }
        store.tell(2)
        loads.end(0, 1)
        #expect(try await task.value.wrappedValue == 2)
    }

    @Test func `H5 of two loads the one that began last counts`() async throws {
        let loads = Loads()
        let store = ManualStore<Int>(load: { context, continuation in
            if context == .initialValue { return continuation.resume(returning: 0) }
            loads.waiting.withLock { $0.append(continuation) }
        })
        @Shared(ManualKey(id: "two loads", store: store)) var value = -1
        let shared = $value
        let first = Task { try await shared.load() }
        await eventually { loads.count == 1 }
        let second = Task { try await shared.load() }
        await eventually { loads.count == 2 }
        loads.end(0, 1)
        try await first.value
        #expect(shared.isLoading)
        loads.end(1, 2)
        try await second.value
        #expect(shared.wrappedValue == 2 && !shared.isLoading)
    }

    @Test func `H5 a load that ends after one that began later changes nothing, be it with a value or an error`() async throws {
        let loads = Locked<[LoadContinuation<Int>]>([])
        let store = ManualStore<Int>(load: { context, continuation in
            if context == .initialValue { return continuation.resume(returning: 0) }
            loads.withLock { $0.append(continuation) }
        })
        @Shared(ManualKey(id: "late loads", store: store)) var value = -1
        let shared = $value
        func begin() async -> Task<Void, any Error> {
            let count = loads.withLock { $0.count }
            let task = Task { try await shared.load() }
            await eventually { loads.withLock { $0.count } == count + 1 }
            return task
        }
        let (first, second) = (await begin(), await begin())
        loads.withLock { $0[1] }.resume(returning: 2)
        try await second.value
        loads.withLock { $0[0] }.resume(throwing: Failure())
        await #expect(throws: Failure.self) { try await first.value }
        #expect(value == 2 && shared.loadError == nil && !shared.isLoading)
        let (third, fourth) = (await begin(), await begin())
        loads.withLock { $0[3] }.resume(throwing: Failure())
        await #expect(throws: Failure.self) { try await fourth.value }
        loads.withLock { $0[2] }.resume(returning: 1)
        try await third.value
        #expect(value == 2 && shared.loadError is Failure && !shared.isLoading)
    }

    /// A store whose loads and saves end when the test says so, but for the first load.
    private final class Turns: Sendable {
        let loads = Locked<[LoadContinuation<Int>]>([])
        let saves = Locked<[SaveContinuation]>([])

        var store: ManualStore<Int> {
            ManualStore(
                load: { [self] context, continuation in
                    if context == .initialValue { return continuation.resume(returning: 1) }
                    loads.withLock { $0.append(continuation) }
                },
                save: { [self] _, continuation in saves.withLock { $0.append(continuation) } })
        }

        func load(_ index: Int) -> LoadContinuation<Int> { loads.withLock { $0[index] } }
        func endSaves() { for continuation in saves.withLock({ $0 }) { continuation.resume() } }
    }

    @Test func `H5 a load that fails after a write was saved says nothing of what the store holds now`() async {
        let turns = Turns()
        @Shared(ManualKey(id: "written", store: turns.store)) var value = 0
        let shared = $value
        let task = Task { try await shared.load() }
        await eventually { turns.loads.withLock { $0.count } == 1 }
        shared.withLock { $0 = 2 }
        turns.endSaves()
        turns.load(0).resume(throwing: Failure())
        await #expect(throws: Failure.self) { try await task.value }
        #expect(shared.wrappedValue == 2 && shared.loadError == nil && !shared.isLoading)
    }

    @Test func `H5 a load that fails while a write is being saved is begun again when that is done`() async throws {
        let turns = Turns()
        @Shared(ManualKey(id: "being saved", store: turns.store)) var value = 0
        let shared = $value
        shared.withLock { $0 = 2 }
        let task = Task { try await shared.load() }
        await eventually { turns.loads.withLock { $0.count } == 1 }
        turns.endSaves()
        turns.load(0).resume(throwing: Failure())
        try #require(await eventually { turns.loads.withLock { $0.count } == 2 })
        // What the first has found counts no more.
        #expect(shared.loadError == nil && shared.isLoading)
        turns.load(1).resume(returning: 2)
        try await task.value
        #expect(shared.wrappedValue == 2 && shared.loadError == nil)
    }

    @Test func `H5 an error that the store tells after a load began outlasts its end`() async throws {
        let turns = Turns()
        let store = turns.store
        @Shared(ManualKey(id: "unreadable since", store: store)) var value = 0
        let shared = $value
        let task = Task { try await shared.load() }
        await eventually { turns.loads.withLock { $0.count } == 1 }
        for subscriber in store.subscribers.withLock({ $0 }) { subscriber.yield(throwing: Failure()) }
        turns.load(0).resume(returning: 3)
        try await task.value
        #expect(shared.wrappedValue == 1 && shared.loadError is Failure)
    }

    @Test func `H15 a load that began before a write was saved does not bring the old value back`() async throws {
        let loads = Loads()
        let saves = Locked<[SaveContinuation]>([])
        let store = ManualStore<Int>(
            load: { context, continuation in
                if context == .initialValue { return continuation.resume(returning: 1) }
                loads.waiting.withLock { $0.append(continuation) }
            },
            save: { _, continuation in saves.withLock { $0.append(continuation) } })
        @Shared(ManualKey(id: "load and save", store: store)) var value = 0
        let shared = $value
        shared.withLock { $0 = 2 }
        let task = Task { try await shared.load() }
        await eventually { loads.count == 1 }
        for continuation in saves.withLock({ $0 }) { continuation.resume() }
        loads.end(0, 1)
        // Nobody can tell whether it saw the write, so it is loaded again.
        #expect(await eventually { loads.count == 2 || shared.wrappedValue == 1 })
        #expect(shared.wrappedValue == 2)
        if loads.count == 2 { loads.end(1, 3) }
        try await task.value
        #expect(shared.wrappedValue == 3)
    }

    @Test func `H15 a value that is not saved yet is there for the next property`() {
        let saves = Locked<[SaveContinuation]>([])
        let store = ManualStore<Int>(
            load: { $1.resume(returning: 1) }, save: { _, continuation in saves.withLock { $0.append(continuation) } })
        func write() {
            @Shared(ManualKey(id: "unsaved", store: store)) var value = 0
            $value.withLock { $0 = 2 }
        }
        write()
        @Shared(ManualKey(id: "unsaved", store: store)) var value = 0
        #expect(value == 2)
    }

    @Test func `H16 a store that tells what it has loses no change around the first load`() async {
        /// Tells each subscriber what there is, on a queue of its own, and each change after that.
        final class Store: Sendable {
            let queue = DispatchQueue(label: "store")
            let state = Locked<(value: Int, subscribers: [SharedSubscriber<Int>])>((0, []))
            func set(_ value: Int) {
                queue.async {
                    let subscribers = self.state.withLock { state in
                        state.value = value
                        return state.subscribers
                    }
                    for subscriber in subscribers { subscriber.yield(value) }
                }
            }
        }
        struct Key: SharedReaderKey {
            let id: Int
            let store: Store
            func load(context: LoadContext, continuation: LoadContinuation<Int>) {
                continuation.resume(returning: store.state.withLock { $0.value })
            }
            func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription {
                store.queue.async {
                    let value = store.state.withLock { state in
                        state.subscribers.append(subscriber)
                        return state.value
                    }
                    subscriber.yield(value)
                }
                return SharedSubscription {}
            }
        }
        for round in 1...stressRounds(500, full: 2_000) {
            let store = Store()
            DispatchQueue.global().async { store.set(round) }
            let reader = SharedReader(wrappedValue: -1, Key(id: round, store: store))
            #expect(await eventually { reader.wrappedValue == round })
        }
    }
}
