#if os(Linux)
    internal import Depot
    internal import Foundation

    #if canImport(Glibc)
        internal import Glibc
    #elseif canImport(Musl)
        internal import Musl
    #endif

    /// Tells of changes of files, by inotify, on one thread for the process.
    ///
    /// It is the directory of a file that is watched: a file that is replaced atomically, removed or moved is another file
    /// afterwards. Where the directory does not exist yet, the nearest one above it is watched until it does.
    final class FileWatcher: Sendable {
        private static let shared = Result { try FileWatcher() }

        private let descriptor: Int32
        private let state = Locked(State())

        private struct State {
            var watches: [Int: Watch] = [:]
            var last = 0
        }

        private struct Watch: Sendable {
            let path: String
            let directory: String
            let changed: @Sendable () -> Void
            /// The inotify watch, -1 while there is none.
            var number: Int32 = -1
            /// Whether it is the directory of the file, and not one above it.
            var isNear = false

            var name: Substring { path.dropFirst(directory.count).drop { $0 == "/" } }
        }

        private init() throws {
            descriptor = inotify_init1(Int32(IN_CLOEXEC))
            if descriptor < 0 { throw SharedError.posix("inotify", "watched") }
            let thread = Thread { [self] in run() }
            thread.name = "depot.sharing.watch"
            thread.stackSize = 512 << 10
            thread.start()
        }

        /// Has a closure called after each change of a file.
        static func watch(_ path: String, _ changed: @escaping @Sendable () -> Void) throws -> SharedSubscription {
            try shared.get().add(path, changed)
        }
    }

    extension FileWatcher {
        private func add(_ path: String, _ changed: @escaping @Sendable () -> Void) throws -> SharedSubscription {
            var target = path
            if let resolved = realpath(path, nil) {
                target = String(cString: resolved)
                free(resolved)
            }
            let directory = (target as NSString).deletingLastPathComponent
            let id = state.withLock { state in
                state.last += 1
                state.watches[state.last] = Watch(path: target, directory: directory, changed: changed)
                return state.last
            }
            try arm(id)
            return SharedSubscription { [self] in
                guard let watch = state.withLock({ $0.watches.removeValue(forKey: id) }) else { return }
                release(watch.number)
            }
        }

        /// Watches the directory of a file, or the nearest one above that is there.
        private func arm(_ id: Int) throws {
            guard let watch = state.withLock({ $0.watches[id] }) else { return }
            var directory = watch.directory
            var number = start(directory)
            while number < 0 {
                if errno != ENOENT && errno != ENOTDIR { throw SharedError.posix(watch.path, "watched") }
                directory = (directory as NSString).deletingLastPathComponent
                number = start(directory.isEmpty ? "/" : directory)
            }
            let isNear = directory == watch.directory
            state.withLock { state in
                state.watches[id]?.number = number
                state.watches[id]?.isNear = isNear
            }
            if watch.number != number { release(watch.number) }
            // What was made before the watch began would not be told of.
            if !isNear, access(watch.directory, F_OK) == 0 { try arm(id) }
        }

        private func start(_ directory: String) -> Int32 {
            let events =
                IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
            return inotify_add_watch(descriptor, directory, UInt32(events))
        }

        /// Ends an inotify watch that nobody needs any more.
        private func release(_ number: Int32) {
            guard number >= 0 else { return }
            state.withLock { state in
                if !state.watches.values.contains(where: { $0.number == number }) { _ = inotify_rm_watch(descriptor, number) }
            }
        }
    }

    // MARK: - The thread

    extension FileWatcher {
        private func run() {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
            defer { buffer.deallocate() }
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                handle(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }

        /// Finds who is concerned by a batch of events, each once, and tells them.
        private func handle(_ events: UnsafeRawBufferPointer) {
            var concerned: Set<Int> = []
            var offset = 0
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= events.count {
                let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + header
                let name = String(decoding: events[start..<start + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
                offset = start + Int(event.len)
                let overflowed = event.mask & UInt32(IN_Q_OVERFLOW) != 0
                state.withLock { state in
                    for (id, watch) in state.watches {
                        let isOwn = watch.number == event.wd && (!watch.isNear || name.isEmpty || watch.name == name)
                        if overflowed || isOwn { concerned.insert(id) }
                    }
                }
            }
            for id in concerned {
                guard let watch = state.withLock({ $0.watches[id] }) else { continue }
                try? arm(id)
                watch.changed()
            }
        }
    }
#endif
