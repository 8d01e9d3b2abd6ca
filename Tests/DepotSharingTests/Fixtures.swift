import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A directory of one test's own on the disk, removed with it.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "depot-sharing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String = "value.json") -> URL { url.appending(path: name) }

    func text(_ name: String = "value.json") -> String? { try? String(contentsOf: file(name), encoding: .utf8) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}

/// Waits for a value that meets a condition, and gives up after ten minutes.
func wait<Value: Sendable>(
    for values: SharedValues<Value>, until condition: @escaping @Sendable (Value) -> Bool
) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
        group.addTask {
            for await value in values where condition(value) { return value }
            return nil
        }
        group.addTask {
            try? await ContinuousClock().sleep(for: patience)
            return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
    }
}

struct SignUp: Codable, Equatable, Sendable {
    var phoneNumber = ""
    var email = ""
    var address = Address()
    var initials: String { String(email.prefix(1)) }

    struct Address: Codable, Equatable, Sendable {
        var city = ""
        var street = ""
    }
}

/// How often a stress test goes round: a few times, or with `DEPOT_STRESS=n` n times its full number.
func stressRounds(_ few: Int, full: Int) -> Int {
    ProcessInfo.processInfo.environment["DEPOT_STRESS"].map { full * (Int($0) ?? 1) } ?? few
}

/// Whether this is a build for ThreadSanitizer or AddressSanitizer, whose own memory counts as the process's.
let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(dlopen(nil, RTLD_NOW), name) != nil }

/// Counts what happens on any thread.
final class Counter: Sendable {
    private let count = Locked(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
}

/// A key whose store the test plays.
struct ManualKey<Value: Sendable>: SharedKey {
    let id: String
    let store: ManualStore<Value>

    func load(context: LoadContext, continuation: LoadContinuation<Value>) { store.load(context, continuation) }
    func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription {
        store.subscribers.withLock { $0.append(subscriber) }
        return SharedSubscription {}
    }
    func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
        store.saved.withLock { $0.append(value) }
        store.save(value, continuation)
    }
}

final class ManualStore<Value: Sendable>: Sendable {
    let load: @Sendable (LoadContext, LoadContinuation<Value>) -> Void
    let save: @Sendable (Value, SaveContinuation) -> Void
    let saved = Locked<[Value]>([])
    let subscribers = Locked<[SharedSubscriber<Value>]>([])

    init(
        load: @escaping @Sendable (LoadContext, LoadContinuation<Value>) -> Void = { $1.resume(returning: nil) },
        save: @escaping @Sendable (Value, SaveContinuation) -> Void = { $1.resume() }
    ) {
        self.load = load
        self.save = save
    }

    var values: [Value] { saved.withLock { $0 } }
    func tell(_ value: Value?) { for subscriber in subscribers.withLock({ $0 }) { subscriber.yield(value) } }
}

/// A key that hears nothing of what others do to its store.
struct DeafKey<Base: SharedKey>: SharedKey {
    let base: Base
    var id: Base.ID { base.id }

    func bound() -> DeafKey { DeafKey(base: base.bound()) }
    func load(context: LoadContext, continuation: LoadContinuation<Base.Value>) { base.load(context: context, continuation: continuation) }
    func subscribe(subscriber: SharedSubscriber<Base.Value>) -> SharedSubscription { SharedSubscription {} }
    func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
        base.save(value, context: context, continuation: continuation)
    }
}

/// A key that counts the saves that have begun.
struct CountingKey: SharedKey {
    let base: FileStorageKey<Int>
    let saves: Counter
    var id: FileStorageKeyID { base.id }

    func bound() -> CountingKey { CountingKey(base: base.bound(), saves: saves) }
    func load(context: LoadContext, continuation: LoadContinuation<Int>) { base.load(context: context, continuation: continuation) }
    func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription { base.subscribe(subscriber: subscriber) }
    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
        base.save(value, context: context, continuation: continuation)
        saves.add()
    }
}

struct Failure: Error, Equatable, CustomStringConvertible {
    var description: String { "it failed" }
}

/// Calls a closure when its last reference goes.
final class LastWords: Error {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
}

extension Data {
    /// The bytes of a text, in memory that is freed by a closure; spaces make them too many to be copied.
    init(_ text: String, freed: @escaping @Sendable () -> Void) {
        let text = text + String(repeating: " ", count: 100)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
        memory.copyBytes(from: text.utf8)
        self.init(
            bytesNoCopy: memory.baseAddress.unsafelyUnwrapped, count: memory.count,
            deallocator: .custom { start, _ in
                start.deallocate()
                freed()
            })
    }
}

/// How long a test waits for something that is sure to come: on a busy machine a task may wait for minutes until it gets a thread.
let patience = Duration.seconds(600)

/// The processor time of this thread, in seconds.
func spentTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Waits until something holds, and gives up after ten minutes.
///
/// - Returns: Whether it holds.
@discardableResult
func eventually(_ condition: @Sendable () -> Bool) async -> Bool {
    let end = ContinuousClock().now.advanced(by: patience)
    while !condition() {
        if ContinuousClock().now > end { return condition() }
        try? await ContinuousClock().sleep(for: .milliseconds(2))
    }
    return true
}

/// The same for a thread that may not suspend.
@discardableResult
func blockUntil(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock().now.advanced(by: patience)
    while !condition() {
        if ContinuousClock().now > end { return condition() }
        usleep(2000)
    }
    return true
}

/// Expects what a decision says that changes the state it is part of, which `#expect` cannot evaluate.
func check(_ condition: Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
}
