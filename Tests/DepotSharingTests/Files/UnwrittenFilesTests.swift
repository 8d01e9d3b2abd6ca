import Depot
import DepotTesting
import DepotValues
import Foundation
import Testing

@testable import DepotSharing

/// A disk on which nothing can be written until there is room.
private final class FullDisk: FileSystem {
    private let memory = MemoryFiles()
    private let isFull = Locked(true)

    func makeRoom() { isFull.withLock { $0 = false } }

    var outlivesProcess: Bool { true }

    func path(of url: URL) -> String { memory.path(of: url) }

    func target(of path: String) -> String { memory.target(of: path) }

    func read(_ path: String) throws -> Data? { try memory.read(path) }

    func write(_ data: Data, _ path: String) throws {
        if isFull.withLock({ $0 }) { throw Failure() }
        try memory.write(data, path)
    }

    func keep(_ data: Data, of path: String, in other: String) throws { try memory.keep(data, of: path, in: other) }

    func remove(_ path: String) throws { try memory.remove(path) }

    func isForbidden(_ path: String) -> Bool { false }

    func move(_ path: String, to other: String) throws { try memory.move(path, to: other) }

    func watch(
        _ path: String, changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable (any Error) -> Void
    ) throws -> SharedSubscription {
        try memory.watch(path, changed: changed, failed: failed)
    }
}

/// The files that have something to be written when the process exits.
@Suite struct UnwrittenFilesTests {
    @Test func `H6 a write does not look at the other files that are not written yet`() async throws {
        let disk = FullDisk()
        try await withDependencies {
            $0.defaultFileStorage = FileStorage(disk)
        } operation: {
            func file(_ name: String) -> Shared<Int> { Shared(wrappedValue: 0, .fileStorage(URL(fileURLWithPath: "/" + name))) }
            func write(_ number: Shared<Int>) -> Double {
                let start = spentTime()
                for _ in 0..<1_000 { number.withLock { $0 += 1 } }
                return spentTime() - start
            }
            let (first, last) = (file("first"), file("last"))
            _ = write(first)
            let alone = write(first)
            let others = (0..<10_000).map { file("other \($0)") }
            for other in others { other.withLock { $0 = 1 } }
            #expect(await eventually { others.allSatisfy { $0.saveError != nil } })
            #expect(write(last) < 8 * alone)
            disk.makeRoom()
            for number in [first, last] + others { try await number.save() }
        }
    }
}
