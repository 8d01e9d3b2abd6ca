import Depot
import DepotTesting
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import DepotValues

@Suite struct DefaultBuildTests {
    /// How often the raced default was made, and how many readers of the round have come.
    private static let made = Atomic(0)
    private static let readers = Atomic(0)

    private enum RacedKey: DependencyKey {
        static var liveValue: Int { testValue }
        /// Stays inside until a second reader has come as far, or for some turns, so that they do race.
        static var testValue: Int {
            var turns = 0
            while turns < 10_000, turns < 500 || DefaultBuildTests.readers.load(ordering: .relaxed) < 2 { turns += 1 }
            return DefaultBuildTests.made.wrappingAdd(1, ordering: .relaxed).newValue
        }
    }

    @Test func `V5 a hundred tasks that race for a default make it once, a thousand times`() async {
        for round in 1...1_000 {
            let scope = TestScope()
            Self.readers.store(0, ordering: .relaxed)
            let values = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        withScope(scope) {
                            @Dependency(RacedKey.self) var raced
                            Self.readers.wrappingAdd(1, ordering: .relaxed)
                            return raced
                        }
                    }
                }
                return await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(values == [round])
        }
        #expect(Self.made.load(ordering: .relaxed) == 1_000)
    }

    /// Two defaults that read each other's keys until a task-local of their own says that it is enough.
    private enum LeftKey: DependencyKey {
        static var liveValue: Int { testValue }
        static var testValue: Int {
            let depth = Depth.now
            guard depth < 3 else { return depth }
            return Depth.$now.withValue(depth + 1) { read(RightKey.self) }
        }
    }

    private enum RightKey: DependencyKey {
        static var liveValue: Int { testValue }
        static var testValue: Int {
            let depth = Depth.now
            guard depth < 3 else { return depth }
            return Depth.$now.withValue(3) { read(LeftKey.self) }
        }
    }

    private enum Depth {
        @TaskLocal static var now = 0
    }

    @Test(.timeLimit(.minutes(15)))
    func `V5 two defaults that read each other from two threads never wait for each other, in ten thousand rounds`() {
        for _ in 0..<10_000 {
            let scope = TestScope()
            onTwoThreads { isFirst in
                withScope(scope) {
                    Depth.$now.withValue(isFirst ? 2 : 0) {
                        _ = isFirst ? read(LeftKey.self) : read(RightKey.self)
                    }
                }
            }
        }
    }

    @Test func `V5 a default may be made while another thread makes one that it needs`() {
        enum SlowKey: DependencyKey {
            static let started = DispatchSemaphore(value: 0)
            static var liveValue: Int { testValue }
            static var testValue: Int {
                started.signal()
                return withDependencies {
                    $0.number = 7
                } operation: {
                    Reader().number
                }
            }
        }
        enum OuterKey: DependencyKey {
            static var liveValue: Int { testValue }
            static var testValue: Int {
                SlowKey.started.wait()
                return read(SlowKey.self) + 1
            }
        }
        let scope = TestScope()
        let results = Locked<Set<Int>>([])
        onTwoThreads { isFirst in
            let value = withScope(scope) { isFirst ? read(SlowKey.self) : read(OuterKey.self) }
            results.withLock { _ = $0.insert(value) }
        }
        #expect(results.withLock { $0 } == [7, 8])
    }

    @Test func `V5 a default that needs itself stops with the path`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = read(SelfishKey.self)
        }
        let expected = """
            Depot: the default of a dependency needs itself.
              Path:  SelfishKey → SelfishHelperKey → SelfishKey
              Read:  the @Dependency at DepotValuesTests/DefaultBuildTests.swift:
            """
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains(expected))
    }

    @Test func `V5 C3 a default whose making waits for what the thread that reads it has stops with the way around`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scope = TestScope()
            let isWaiting = DispatchSemaphore(value: 0)
            let holder = CurrentThread.id
            let waitForEver: @Sendable () -> Void = {
                isWaiting.signal()
                DispatchSemaphore(value: 0).wait()
            }
            let turn = ThreadTurn(isExclusive: true, holder: { holder }, name: { "a turn" })
            WaitingKey.make.withLock { $0 = { _ = WaitGraph.wait(for: turn, waitForEver) } }
            Thread.detachNewThread { withScope(scope) { _ = read(WaitingKey.self) } }
            // Its wait is in the graph by then, so this read is what closes the ring.
            isWaiting.wait()
            withScope(scope) { _ = read(WaitingKey.self) }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Depot: the default of a dependency needs itself.\n  Path:  WaitingKey → a turn → WaitingKey\n"))
    }

    @Test func `V5 two static lets that need each other from two threads stop with the path, and do not hang`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scope = TestScope()
            onTwoThreads { isFirst in
                withScope(scope) { _ = isFirst ? read(StaticLeftKey.self) : read(StaticRightKey.self) }
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let paths = ["StaticLeftKey → StaticRightKey → StaticLeftKey", "StaticRightKey → StaticLeftKey → StaticRightKey"]
        #expect(paths.contains { text.contains($0) })
    }
}

// MARK: - Keys that need themselves

private enum WaitingKey: DependencyKey {
    static let make = Locked<(@Sendable () -> Void)?>(nil)
    static let liveValue = 0
    static let testValue: Int = {
        make.withLock { $0 }?()
        return 0
    }()
}

private enum SelfishKey: DependencyKey {
    static var liveValue: Int { testValue }
    static var testValue: Int { read(SelfishHelperKey.self) }
}

private enum SelfishHelperKey: DependencyKey {
    static var liveValue: Int { testValue }
    static var testValue: Int { read(SelfishKey.self) }
}

/// Both threads are inside their `static let` before either reads the other's.
private let bothStarted = Atomic(0)

private func meet() {
    bothStarted.wrappingAdd(1, ordering: .sequentiallyConsistent)
    while bothStarted.load(ordering: .sequentiallyConsistent) < 2 {}
}

private enum StaticLeftKey: DependencyKey {
    static let liveValue = 0
    static let testValue: Int = {
        meet()
        return read(StaticRightKey.self)
    }()
}

private enum StaticRightKey: DependencyKey {
    static let liveValue = 0
    static let testValue: Int = {
        meet()
        return read(StaticLeftKey.self)
    }()
}

// MARK: - Helpers

private func read<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
    @Dependency(Key.self) var value
    return value
}

/// Runs an operation with the defaults of one test of its own.
private func withScope<Result>(_ scope: TestScope, operation: () -> Result) -> Result {
    withDependencies {
        $0[TestScopeKey.self] = TestScopeReference(scope)
    } operation: {
        operation()
    }
}

/// Runs an operation on two threads at once and waits for both.
private func onTwoThreads(_ operation: @escaping @Sendable (_ isFirst: Bool) -> Void) {
    let group = DispatchGroup()
    for isFirst in [true, false] {
        Thread.detachNewThread(in: group) { operation(isFirst) }
    }
    group.wait()
}

extension Thread {
    fileprivate static func detachNewThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        detachNewThread {
            body()
            group.leave()
        }
    }
}
