#if canImport(Darwin)
    internal import Darwin
    internal import Depot
    internal import Dispatch
    internal import Foundation

    /// Tells of changes of files, by dispatch sources on the file, on its directory and on the directories of the links to it.
    ///
    /// Each one takes a descriptor, so directories further up are left out.
    final class FileWatcher: Sendable {
        private let path: String
        private let changed: @Sendable () -> Void
        private let failed: @Sendable (any Error) -> Void
        private let queue = DispatchQueue(label: "depot.sharing.watch")
        private let state = Locked(State())

        private struct State {
            var sources: [Source] = []
            var isOver = false
        }

        /// What tells of changes of one file or directory.
        private struct Source: @unchecked Sendable {  // A dispatch source may be cancelled by any thread.
            let object: any DispatchSourceFileSystemObject
        }

        private init(
            _ path: String, _ changed: @escaping @Sendable () -> Void, _ failed: @escaping @Sendable (any Error) -> Void
        ) {
            self.path = path
            self.changed = changed
            self.failed = failed
        }

        /// Has a closure called after each change of a file; parameters as in ``FileSystem/watch(_:changed:failed:)``.
        static func watch(
            _ path: String, changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable (any Error) -> Void
        ) throws -> SharedSubscription {
            let watcher = FileWatcher(path, changed, failed)
            try watcher.arm()
            return SharedSubscription { watcher.use([], isOver: true) }
        }
    }

    extension FileWatcher {
        /// Watches the way to the file, as it is now.
        private func arm() throws {
            var route = Route(path)
            while true {
                var made: [Source] = []
                let directories = Set(route.steps.filter(\.isDecisive).map(\.directory))
                for place in directories.union([route.target]) {
                    if let source = source(place) {
                        made.append(source)
                    } else if errno != ENOENT && errno != ENOTDIR && place == route.steps.last?.directory {
                        // The others are left out where they may not be opened: a sandbox allows none of its links' directories.
                        let error = SharedError.posix(path, "watched")
                        end(made)
                        throw error
                    }
                }
                use(made, isOver: false)
                // What was changed before the watch began would not be told of.
                let now = Route(path)
                if now == route { return }
                route = now
            }
        }

        private func source(_ path: String) -> Source? {
            let descriptor = open(path, O_EVTONLY)
            if descriptor < 0 { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .attrib, .link], queue: queue)
            source.setCancelHandler { close(descriptor) }
            source.setEventHandler { [weak self] in self?.look() }
            source.activate()
            return Source(object: source)
        }

        private func look() {
            do {
                try arm()
                changed()
            } catch {
                failed(error)
            }
        }

        /// Puts sources in the place of those there are; none, once it is over.
        private func use(_ sources: [Source], isOver: Bool) {
            let before = state.withLock { state in
                if isOver { state.isOver = true }
                if state.isOver {
                    defer { state.sources = [] }
                    return state.sources + sources
                }
                defer { state.sources = sources }
                return state.sources
            }
            end(before)
        }

        private func end(_ sources: [Source]) { for source in sources { source.object.cancel() } }
    }
#endif
