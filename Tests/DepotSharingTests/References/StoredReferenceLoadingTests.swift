import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct StoredReferenceLoadingTests {
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

    @Test func `H5 a write that is saved ends the error of a load`() async throws {
        let url = URL(fileURLWithPath: "/value.json")
        let (files, defaults) = (FileStorage.inMemory([url: Data("no number".utf8)]), UserDefaultsStorage.inMemory())
        defaults.set("no number", forKey: "value")
        try await withDependencies {
            $0.defaultFileStorage = files
        } operation: {
            for shared in [Shared(wrappedValue: 1, .fileStorage(url)), Shared(wrappedValue: 1, .appStorage("value", store: defaults))] {
                let changes = Counter()
                withObservationTracking {
                    #expect(shared.loadError != nil)
                } onChange: {
                    changes.add()
                }
                shared.withLock { $0 = 2 }
                try await shared.save()
                #expect(shared.loadError == nil && changes.value == 1)
            }
        }
    }

    @Test func `H5 a write that could not be saved leaves the error of a load`() async throws {
        let store = ManualStore<Int>(
            load: { _, continuation in continuation.resume(throwing: Failure()) },
            save: { _, continuation in continuation.resume(throwing: Failure()) })
        @Shared(ManualKey(id: "unsaved", store: store)) var count = 1
        $count.withLock { $0 = 2 }
        await #expect(throws: Failure()) { try await $count.save() }
        #expect($count.loadError as? Failure == Failure())
    }

    @Test func `H5 a value is loaded again for who requires it, if the living property could not be loaded`() async throws {
        let fails = Locked(true)
        let store = ManualStore<Int>(load: { _, continuation in
            if fails.withLock({ $0 }) { continuation.resume(throwing: Failure()) } else { continuation.resume(returning: 3) }
        })
        @Shared(ManualKey(id: "required", store: store)) var count = 1
        await #expect(throws: Failure()) { try await Shared<Int>(require: ManualKey(id: "required", store: store)) }
        fails.withLock { $0 = false }
        let required = try await Shared<Int>(require: ManualKey(id: "required", store: store))
        #expect(required.wrappedValue == 3 && count == 3)
        #expect($count.loadError == nil)
    }

    @Test func `H5 a store that drops a load is an error, not a wait for ever`() async {
        let store = ManualStore<Int>(load: { context, continuation in if context == .initialValue { continuation.resume(returning: 1) } })
        @Shared(ManualKey(id: "dropped", store: store)) var count = 0
        let error = await #expect(throws: SharedError.self) { try await $count.load() }
        guard case .abandoned = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    @Test func `C17 the error of a load goes outside the lock, whatever takes its place`() async throws {
        let store = ManualStore<Int>()
        @Shared(ManualKey(id: "released load errors", store: store)) var count = 1
        let (shared, ends) = ($count, Counter())
        func failure() -> LastWords {
            LastWords {
                #expect(shared.wrappedValue > 0)
                ends.add()
            }
        }
        let subscriber = try #require(store.subscribers.withLock { $0.first })
        subscriber.yield(throwing: failure())
        subscriber.yield(throwing: failure())
        #expect(ends.value == 1)
        subscriber.yield(5)
        #expect(ends.value == 2 && count == 5)
        subscriber.yield(throwing: failure())
        try await shared.load()
        #expect(ends.value == 3 && shared.loadError == nil)
    }

    @Test func `C17 a value that is told before the load, and replaced, goes outside the lock`() {
        let ends = Counter()
        let key = EagerKey<LastWords> { subscriber in
            for _ in 0..<2 {
                subscriber.yield(
                    LastWords {
                        subscriber.yield(nil)
                        ends.add()
                    })
            }
        }
        @SharedReader(key) var words = LastWords {}
        #expect(ends.value == 2)
        _ = words
    }

    @Test func `H5 where nothing is stored any more and the default fails, an optional is nil, and another value stays`() async throws {
        let store = ManualStore<Int?>()
        @Shared(ManualKey<Int?>.Default[ManualKey(id: "optional", store: store), default: try { throw Failure() }()]) var optional: Int?
        #expect(optional == nil && $optional.loadError is Failure)
        store.tell(.some(5))
        #expect(optional == 5 && $optional.loadError == nil)
        store.tell(nil)
        #expect(optional == nil && $optional.loadError is Failure)
        try await $optional.load()

        let (fails, other) = (Locked(false), ManualStore<Int>())
        let key = ManualKey<Int>.Default[
            ManualKey(id: "other", store: other), default: try fails.withLock { if $0 { throw Failure() } else { 3 } }]
        @Shared(key) var count
        other.tell(5)
        fails.withLock { $0 = true }
        other.tell(nil)
        #expect(count == 5 && $count.loadError is Failure)
        await #expect(throws: Failure()) { try await $count.load() }
        fails.withLock { $0 = false }
        try await $count.load()
        #expect(count == 3 && $count.loadError == nil)
    }
}

/// A key whose store tells something before anybody loads.
private struct EagerKey<Value: Sendable>: SharedReaderKey {
    let tell: @Sendable (SharedSubscriber<Value>) -> Void
    var id: String { "eager" }

    func load(context: LoadContext, continuation: LoadContinuation<Value>) { continuation.resume(returning: nil) }

    func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription {
        tell(subscriber)
        return SharedSubscription {}
    }
}
