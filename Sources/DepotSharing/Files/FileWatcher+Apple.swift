#if canImport(Darwin)
    internal import Darwin
    internal import Depot
    internal import Dispatch
    internal import Foundation

    /// Tells of changes of files, by a dispatch source on the file and one on its directory.
    final class FileWatcher: Sendable {
        private let path: String
        private let changed: @Sendable () -> Void
        private let queue = DispatchQueue(label: "depot.sharing.watch")
        private let sources = Locked<[any DispatchSourceFileSystemObject]>([])

        private init(_ path: String, _ changed: @escaping @Sendable () -> Void) {
            self.path = path
            self.changed = changed
        }

        /// Has a closure called after each change of a file.
        static func watch(_ path: String, _ changed: @escaping @Sendable () -> Void) throws -> SharedSubscription {
            let watcher = FileWatcher(path, changed)
            watcher.arm()
            return SharedSubscription { watcher.disarm() }
        }
    }

    extension FileWatcher {
        private func arm() {
            var directory = (path as NSString).deletingLastPathComponent
            while access(directory, F_OK) != 0 { directory = (directory as NSString).deletingLastPathComponent }
            let made = [source(directory), source(path)].compactMap { $0 }
            let before = sources.withLock { sources in
                defer { sources = made }
                return sources
            }
            for source in before { source.cancel() }
            for source in made { source.activate() }
        }

        private func source(_ path: String) -> (any DispatchSourceFileSystemObject)? {
            let descriptor = open(path, O_EVTONLY)
            if descriptor < 0 { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .attrib, .link], queue: queue)
            source.setCancelHandler { close(descriptor) }
            source.setEventHandler { [weak self] in
                self?.arm()
                self?.changed()
            }
            return source
        }

        private func disarm() {
            let before = sources.withLock { sources in
                defer { sources = [] }
                return sources
            }
            for source in before { source.cancel() }
        }
    }
#endif
