internal import Depot
internal import Foundation

/// A file system in memory, for tests and previews.
final class MemoryFiles: FileSystem {
    private let state = Locked(State())

    private struct State {
        var files: [ExactPath: Content] = [:]
        var watchers: [ExactPath: [Watcher]] = [:]
    }

    private final class Content: Sendable {
        let data: Data

        init(_ data: Data) { self.data = data }
    }

    private final class Watcher: Sendable {
        let changed: @Sendable () -> Void

        init(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }
    }

    var outlivesProcess: Bool { false }

    func path(of url: URL) -> String { url.standardizedFileURL.path }

    func target(of path: String) -> String { path }

    func read(_ path: String) throws -> Data? { state.withLock { $0.files[ExactPath(path)] }?.data }

    func write(_ data: Data, _ path: String) throws { set(data, path) }

    func keep(_ data: Data, of path: String, in other: String) throws { set(data, other) }

    func remove(_ path: String) throws { set(nil, path) }

    func isForbidden(_ path: String) -> Bool { false }

    func move(_ path: String, to other: String) throws {
        set(try read(path), other)
        set(nil, path)
    }

    func set(_ data: Data?, _ path: String) {
        let (path, content) = (ExactPath(path), data.map { Content($0.copy) })
        let watchers = state.withLock { state in
            state.files[path] = content
            return state.watchers[path] ?? []
        }
        for watcher in watchers { watcher.changed() }
    }

    func watch(
        _ path: String, changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable (any Error) -> Void
    ) throws -> SharedSubscription {
        let (path, watcher) = (ExactPath(path), Watcher(changed))
        state.withLock { $0.watchers[path, default: []].append(watcher) }
        return SharedSubscription { [weak self] in
            self?.state.withLock { state in
                let others = state.watchers[path]?.filter { $0 !== watcher } ?? []
                state.watchers[path] = others.isEmpty ? nil : others
            }
        }
    }
}
