import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Synchronization
import Testing

/// Two threads that each stop in their midst until the other has come as far.
private enum Both {
    private static let come = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private static let number = Atomic(0)

    static func meet() {
        let isFirst = number.add(1, ordering: .relaxed).oldValue == 0
        let (own, other) = isFirst ? (come.0, come.1) : (come.1, come.0)
        other.signal()
        own.wait()
    }

    /// Runs two functions until both have ended, for ten minutes at most.
    static func run(_ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void) {
        let ends = DispatchSemaphore(value: 0)
        for body in [first, second] {
            Thread.detachNewThread {
                body()
                ends.signal()
            }
        }
        for _ in 0..<2 where ends.wait(timeout: .now() + 600) == .timedOut { print("Two threads wait for each other.") }
    }
}

private final class Store: Sendable {}

/// What one part of a program needs from another.
private struct World: Sendable {
    let number = Shared(value: 1)
    let text = Shared(value: "")
    let container = Container()

    func write() { number.withLock { $0 += 1 } }

    func resolve() {
        do { _ = try container.tryResolve(Store.self) } catch { fatalError("\(error)") }
    }

    /// Resolves while it writes, once the other thread makes what it resolves.
    func resolveInsideWrite() {
        number.withLock { _ in
            Both.meet()
            resolve()
        }
    }

    func read() {
        withDependencies {
            $0.context = .live
        } operation: {
            @Dependency(CountKey.self) var count
            _ = count
        }
    }
}

private enum CountKey: DependencyKey {
    static let make = Mutex<(@Sendable () -> Void)?>(nil)

    /// As it is most often written: who makes it a second time waits in the language's own lock.
    static let liveValue: Int = {
        make.withLock { $0 }?()
        return 1
    }()

    static var testValue: Int { 1 }
}

@Suite struct WriteRingTests {
    /// What a process says that is expected to stop.
    private func lastWords(of result: ExitTest.Result) -> String { String(decoding: result.standardErrorContent, as: UTF8.self) }

    @Test func `H3 writes inside each other in two orders stop with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let world = World()
            Both.run {
                world.number.withLock { value in
                    Both.meet()
                    world.text.withLock { $0 += "\(value)" }
                }
            } _: {
                world.text.withLock { value in
                    Both.meet()
                    world.number.withLock { $0 += value.count }
                }
            }
        }
        let text = lastWords(of: result)
        #expect(text.contains("Depot: a shared value is written by a thread that waits for what waits for this write"))
        let ways = [
            ["a write of Int", "a write of String", "a write of Int"], ["a write of String", "a write of Int", "a write of String"],
        ]
        #expect(ways.contains { text.contains("Waits:  " + $0.joined(separator: " → ") + "\n") })
    }

    /// Whether a process has told of a ring: the one that closes it does, by an error of its own.
    private func tellsOfRing(_ result: ExitTest.Result, through names: String...) -> Bool {
        let text = lastWords(of: result)
        let begins = ["Depot: a shared value is written", "Store needs itself."]
        return begins.contains { text.contains($0) } && names.allSatisfy { text.contains($0) }
    }

    @Test func `H3 C3 a write whose thread resolves what is made by a factory that writes the same stops with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let world = World()
            world.container.register(Store.self, .singleton) { _ in
                Both.meet()
                world.write()
                return Store()
            }
            Both.run {
                world.resolveInsideWrite()
            } _: {
                world.resolve()
            }
        }
        #expect(tellsOfRing(result, through: "a write of Int", "Store (DepotSharingTests/WriteRingTests.swift:"))
    }

    @Test func `H3 C3 so does one that leads through a transient, a part and an async factory of the service`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let world = World()
            world.container.register(Int.self) { _ in
                Both.meet()
                world.write()
                return 1
            }
            world.container.register(String.self, .singleton) { "\(try $0.resolve(Int.self))" }
            world.container.register(Store.self, .singleton) {
                _ = try $0.resolve(String.self)
                return Store()
            }
            world.container.registerAsync(Data.self, .singleton) {
                _ = try $0.resolve(Store.self)
                return Data()
            }
            Both.run {
                world.resolveInsideWrite()
            } _: {
                let isOver = DispatchSemaphore(value: 0)
                Task {
                    _ = try? await world.container.resolveAsync(Data.self)
                    isOver.signal()
                }
                isOver.wait()
            }
        }
        #expect(tellsOfRing(result, through: "a write of Int", "Store (DepotSharingTests/WriteRingTests.swift:"))
    }

    @Test func `H3 V5 a write whose thread reads a default that writes the same stops with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let world = World()
            CountKey.make.withLock {
                $0 = {
                    Both.meet()
                    world.write()
                }
            }
            Both.run {
                world.number.withLock { _ in
                    Both.meet()
                    world.read()
                }
            } _: {
                world.read()
            }
        }
        let text = lastWords(of: result)
        let waits = "Waits:  a write of Int → CountKey → a write of Int\n"
        #expect(text.contains(waits) || text.contains("Path:  CountKey → a write of Int → CountKey\n"))
    }

    @Test func `V5 C3 a default and a service that need each other from two threads are a cycle`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let world = World()
            CountKey.make.withLock {
                $0 = {
                    Both.meet()
                    world.resolve()
                }
            }
            world.container.register(Store.self, .singleton) { _ in
                Both.meet()
                world.read()
                return Store()
            }
            Both.run {
                world.read()
            } _: {
                world.resolve()
            }
        }
        let text = lastWords(of: result)
        #expect(text.contains("Store needs itself.") || text.contains("Depot: the default of a dependency needs itself."))
        #expect(text.contains("CountKey") && text.contains("Store (DepotSharingTests/WriteRingTests.swift:"))
    }

    @Test func `H3 C3 writes, services and those inside them in one order never stop, from eight threads`() {
        let values = (0..<4).map { Shared(value: $0) }
        for round in 0..<200 {
            let container = Container()
            for level in 1..<4 {
                container.register(Int.self, name: "\(level)", .singleton) { resolver in
                    try values[level].withLock { _ in try resolver.resolve(Int.self, name: "\(level - 1)") + 1 }
                }
            }
            container.register(Int.self, name: "0", .singleton) { _ in values[0].withLock { _ in 0 } }
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                let level = (thread + round) % 4
                if thread.isMultiple(of: 2) {
                    #expect(container.resolve(Int.self, name: "\(level)") == level)
                } else if level > 0 {
                    values[level].withLock { _ in #expect(container.resolve(Int.self, name: "\(level - 1)") == level - 1) }
                }
            }
        }
    }
}
