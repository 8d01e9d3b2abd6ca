import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Synchronization
import Testing

// Both libraries in one app, and the traps of Docs/Depot.docc/MigratingFromSwiftSharing.md.

@Suite struct FromSwiftSharingTrapsTests {
    /// What `Sharing.Shared` looks like from here: a value, a way to write it, and a way to observe it.
    final class TheirShared<Value: Sendable>: Sendable {
        private let state: Mutex<(value: Value, observer: (@Sendable (Value) -> Void)?)>

        init(_ value: Value) { state = Mutex((value, nil)) }

        var value: Value { state.withLock { $0.value } }

        func set(_ value: Value) {
            let observer = state.withLock { state in
                state.value = value
                return state.observer
            }
            observer?(value)
        }

        func observe(_ observer: (@Sendable (Value) -> Void)?) { state.withLock { $0.observer = observer } }
    }

    struct TheirsKey<Value: Sendable>: SharedKey {
        let name: String
        let theirs: TheirShared<Value>
        var id: String { "swift-sharing \(name)" }

        func load(context: LoadContext, continuation: LoadContinuation<Value>) {
            continuation.resume(returning: theirs.value)  // theirs.wrappedValue
        }

        func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription {
            theirs.observe { subscriber.yield($0) }  // theirs.publisher.sink { … }
            return SharedSubscription { theirs.observe(nil) }  // cancellable.cancel()
        }

        func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
            theirs.set(value)  // theirs.withLock { $0 = value }
            continuation.resume()
        }
    }

    struct Refused: Error {}

    @Test func `A value that has not moved is reached by a key`() {
        let theirs = TheirShared(1)
        @Shared(TheirsKey(name: "count", theirs: theirs)) var count = 0
        #expect(count == 1)
        theirs.set(2)
        #expect(count == 2)
        $count.withLock { $0 += 1 }
        #expect(theirs.value == 3)
    }

    @Test func `A default is not stored`() {
        let store = UserDefaultsStorage.inMemory()
        @Shared(.appStorage("size", store: store)) var size = 3
        #expect(size == 3)
        #expect(store.object(forKey: "size") == nil)
    }

    @Test func `What is no value stays until it is written`() {
        let store = UserDefaultsStorage.inMemory()
        store.set("large", forKey: "size")
        @Shared(.appStorage("size", store: store)) var size = 3
        #expect(size == 3)
        #expect($size.loadError != nil)
        #expect(store.object(forKey: "size") as? String == "large")
    }

    @Test func `A write that throws changes nothing`() {
        @Shared(.inMemory("names")) var names: [String] = []
        #expect(throws: Refused.self) {
            try $names.withLock { names in
                names.append("Blob")
                throw Refused()
            }
        }
        #expect(names.isEmpty)
    }

    @Test func `An observer is told on the thread of the write, before the write returns`() async {
        @Shared(.inMemory("ticks")) var ticks = 0
        let told = Mutex(false)
        withObservationTracking {
            _ = ticks
        } onChange: {
            told.withLock { $0 = true }
        }
        await Task.detached { [shared = $ticks] in
            shared.withLock { $0 += 1 }
            #expect(told.withLock { $0 })
        }.value
    }

    @Test func `A file is not made before the first write`() async throws {
        let folder = URL.temporaryDirectory.appending(component: "depot-docs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(component: "numbers.json")
        try await withDependencies {
            $0.defaultFileStorage = .disk
            $0.continuousClock = ContinuousClock()
        } operation: {
            @Shared(.fileStorage(file)) var numbers: [Int] = []
            #expect(!FileManager.default.fileExists(atPath: file.path))
            $numbers.withLock { $0.append(1) }
            try await $numbers.save()
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }
}
