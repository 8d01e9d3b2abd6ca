#if os(Linux)
    internal import Depot
    internal import Foundation

    /// Tells of changes of files, by inotify, on one thread for the process.
    ///
    /// It is directories that are watched: a file that is replaced atomically, removed or moved is another file afterwards.
    /// Every name on the way to a file counts, so a link or a directory that is replaced is followed; where a name is missing, it
    /// is waited for. A directory further up that may not be listed is left out.
    final class FileWatcher: Sendable {
        private static let shared = Locked<FileWatcher?>(nil)

        private let descriptor: Int32
        /// A directory is entered into the table in the same step as it is given to the kernel or taken from it.
        private let table = Locked(WatchTable())

        private init(for path: String) throws {
            descriptor = inotify_init1(Int32(IN_CLOEXEC))
            if descriptor < 0 { throw SharedError.ofWatching(path, errno) }
            let thread = Thread { [self] in run() }
            thread.name = "depot.sharing.watch"
            thread.stackSize = 512 << 10
            thread.start()
        }

        /// Has a closure called after each change of a file; parameters as in ``FileSystem/watch(_:changed:failed:)``.
        static func watch(
            _ path: String, changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable (any Error) -> Void
        ) throws -> SharedSubscription {
            // If it cannot be made, the next caller tries again.
            let watcher = try shared.withLock { shared in
                let watcher = try shared ?? FileWatcher(for: path)
                shared = watcher
                return watcher
            }
            let watch = WatchTable.Watch(path, changed, failed)
            do {
                try watcher.arm(watch)
            } catch {
                watcher.remove(watch)
                throw error
            }
            return SharedSubscription { watcher.remove(watch) }
        }
    }

    // MARK: - Directories

    extension FileWatcher {
        private static var structure: Int32 {
            IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        }

        /// Watches every name on the way to a file, as the way is now.
        private func arm(_ watch: WatchTable.Watch) throws {
            let path = watch.path
            var route = Route(path)
            while true {
                var isStale = false
                try table.withLock { table in
                    var hooks: [WatchTable.Hook] = []
                    var file: (hook: WatchTable.Hook, path: String)?
                    for step in route.steps {
                        let number = start(step, &table)
                        if number < 0 {
                            if errno == EACCES && !step.isDecisive { continue }
                            isStale = errno == ENOENT || errno == ENOTDIR
                            if isStale { break }
                            let error = SharedError.ofWatching(path, errno)
                            stop(hooks.map(\.directory).filter { !table.isNeeded($0) })
                            throw error
                        }
                        let hook = WatchTable.Hook(directory: number, name: step.name)
                        if !hooks.contains(hook) { hooks.append(hook) }
                        if FileName.path(step.name, in: step.directory) == route.target { file = (hook, route.target) }
                    }
                    stop(table.hook(watch, hooks, file: file))
                }
                // What was changed before the watch began would not be told of.
                let now = Route(path)
                if now == route && !isStale { return }
                route = now
            }
        }

        private func start(_ step: Route.Step, _ table: inout WatchTable) -> Int32 {
            var number = add(step)
            if number < 0 && errno == ENOSPC {
                // The user's watches are all in use: those that are only kept make room.
                stop(table.keepNone())
                number = add(step)
            }
            if number >= 0 { table.take(number) }
            return number
        }

        private func add(_ step: Route.Step) -> Int32 {
            let content = step.isDecisive ? IN_CLOSE_WRITE | IN_MODIFY : 0
            return inotify_add_watch(descriptor, step.directory, UInt32(Self.structure | content) | UInt32(IN_MASK_ADD))
        }

        private func stop(_ directories: [Int32]) { for directory in directories { _ = inotify_rm_watch(descriptor, directory) } }

        private func remove(_ watch: WatchTable.Watch) { table.withLock { stop($0.remove(watch)) } }
    }

    extension SharedError {
        /// The error of a file that cannot be watched.
        ///
        /// What the system says of its own limits is about disks and open files.
        static func ofWatching(_ path: String, _ code: Int32) -> SharedError {
            let reason =
                switch code {
                case ENOSPC: "The user's watches of directories are all in use. Raise fs.inotify.max_user_watches (sysctl)."
                case EMFILE: "The user or the process has too many files open: fs.inotify.max_user_instances (sysctl), or ulimit -n."
                default: String(cString: strerror(code))
                }
            return .file(path: path, action: "watched", reason: reason)
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
                // One file that is replaced makes five events. What comes meanwhile is told of at once: waking up for each took 60 µs a write.
                usleep(20_000)
            }
        }

        /// A path that is concerned, and whether the way to the file may be another one.
        private typealias Concern = (watch: WatchTable.Watch, isMoved: Bool)

        /// Finds who is concerned by a batch of events, each once, and tells them.
        private func handle(_ events: UnsafeRawBufferPointer) {
            var concerns: [ObjectIdentifier: Concern] = [:]
            var offset = 0
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= events.count {
                let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + header
                let name = String(decoding: events[start..<start + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
                offset = start + Int(event.len)
                note(event, WatchTable.Hook(directory: event.wd, name: name), in: &concerns)
            }
            for (watch, isMoved) in concerns.values { tell(watch, isMoved) }
        }

        private func note(_ event: inotify_event, _ hook: WatchTable.Hook, in concerns: inout [ObjectIdentifier: Concern]) {
            let (watches, mayMove) = table.withLock { table -> ([WatchTable.Watch], Bool) in
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return (table.all, true) }
                if event.mask & UInt32(IN_IGNORED) != 0 { return (table.lost(event.wd), true) }
                // A directory that is only kept is not to wake this thread again.
                if !table.isNeeded(event.wd) { stop([event.wd]) }
                return (table.concerned(by: hook), hook.name.isEmpty || event.mask & UInt32(Self.structure) != 0)
            }
            for watch in watches {
                var isMoved = mayMove
                // The file itself may come, go and be replaced; only a link in its place leads elsewhere.
                if isMoved, let file = table.withLock({ _ in watch.file }), file.hook == hook { isMoved = Route.isLink(file.path) }
                let id = ObjectIdentifier(watch)
                if isMoved || concerns[id] == nil { concerns[id] = (watch, isMoved) }
            }
        }

        private func tell(_ watch: WatchTable.Watch, _ isMoved: Bool) {
            if table.withLock({ _ in watch.isOver }) { return }
            do {
                if isMoved { try arm(watch) }
                watch.changed()
            } catch {
                watch.failed(error)
            }
        }
    }
#endif
