import Depot
import DepotValues
import Foundation
import Testing

@testable import DepotSharing

/// The disk, whose changes are told as a test has it.
struct WatchedFiles: FileSystem {
    private let disk = DiskFiles()
    /// Takes what is called after a change, and when there will be no more.
    let watch: @Sendable (@escaping @Sendable () -> Void, @escaping @Sendable (any Error) -> Void) -> SharedSubscription

    var outlivesProcess: Bool { false }

    func path(of url: URL) -> String { disk.path(of: url) }
    func target(of path: String) -> String { disk.target(of: path) }
    func read(_ path: String) throws -> Data? { try disk.read(path) }
    func write(_ data: Data, _ path: String) throws { try disk.write(data, path) }
    func keep(_ data: Data, of path: String, in other: String) throws { try disk.keep(data, of: path, in: other) }
    func remove(_ path: String) throws { try disk.remove(path) }
    func isForbidden(_ path: String) -> Bool { disk.isForbidden(path) }
    func move(_ path: String, to other: String) throws { try disk.move(path, to: other) }

    func watch(
        _ path: String, changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable (any Error) -> Void
    ) throws -> SharedSubscription { watch(changed, failed) }
}

struct FileChannelWatchingTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H9 a watch that fails before it has begun is begun again`() async throws {
        let counts = Locked((begun: 0, ended: 0))
        let files = WatchedFiles { _, failed in
            let number = counts.withLock { counts in
                counts.begun += 1
                return counts.begun
            }
            if number == 1 { failed(CocoaError(.fileReadUnknown)) }
            return SharedSubscription { counts.withLock { $0.ended += 1 } }
        }
        let shared = withDependencies {
            $0.defaultFileStorage = FileStorage(files)
        } operation: {
            Shared(wrappedValue: 0, .fileStorage(folder.file()))
        }
        try Data("1".utf8).write(to: folder.file())
        // What was not heard of is seen when the watch begins.
        #expect(await eventually { shared.wrappedValue == 1 })
        #expect(counts.withLock { $0.begun } == 2)
        #expect(counts.withLock { $0.ended } == 1)
    }
}
