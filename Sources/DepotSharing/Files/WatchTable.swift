/// Which watched paths are concerned by a change of which name in which directory: decisions only.
struct WatchTable: Sendable {
    /// A name in a watched directory; an empty one stands for the directory itself.
    struct Hook: Hashable, Sendable {
        let directory: Int32
        let name: String

        var ofDirectory: Hook { Hook(directory: directory, name: "") }
    }

    /// A path somebody wants to hear of.
    final class Watch: @unchecked Sendable {  // Each `var` is only touched with the table.
        let path: String
        let changed: @Sendable () -> Void
        let failed: @Sendable (any Error) -> Void
        /// Every name on its way, each once.
        fileprivate var hooks: [Hook] = []
        /// The name of the file itself, where its directory is there, and the path by which to look at it.
        fileprivate(set) var file: (hook: Hook, path: String)?
        /// Whether it has been forgotten.
        fileprivate(set) var isOver = false

        init(_ path: String, _ changed: @escaping @Sendable () -> Void, _ failed: @escaping @Sendable (any Error) -> Void) {
            self.path = path
            self.changed = changed
            self.failed = failed
        }
    }

    /// The watches that a change of a name concerns; of a directory itself, one for each of its names on their ways.
    private var watches: [Hook: [Watch]] = [:]
    /// The directories that nobody needs now and that are still watched, the one that was needed last at the end.
    ///
    /// To begin to watch a directory costs the kernel a look at each name in it that it knows of: 9 ms for 100,000 files, 0.1 ms for `/`.
    private var kept: [Int32] = []

    /// How many directories are kept: those of a few ways, while of the watches that the system has others need some too.
    private static let mostKept = 32

    /// Has a path watched by these names, and by no others.
    ///
    /// - Returns: The directories whose watch is to end.
    mutating func hook(_ watch: Watch, _ hooks: [Hook], file: (hook: Hook, path: String)?) -> [Int32] {
        if watch.isOver { return keep(hooks) }
        let before = watch.hooks
        watch.hooks = hooks
        watch.file = file
        for hook in hooks where !before.contains(hook) {
            watches[hook, default: []].append(watch)
            watches[hook.ofDirectory, default: []].append(watch)
        }
        let old = before.filter { !hooks.contains($0) }
        release(old, of: watch)
        return keep(old)
    }

    /// Forgets a path.
    ///
    /// - Returns: The directories whose watch is to end.
    mutating func remove(_ watch: Watch) -> [Int32] {
        defer { watch.isOver = true }
        return hook(watch, [], file: nil)
    }

    private mutating func release(_ hooks: [Hook], of watch: Watch) {
        for hook in hooks {
            release(hook, of: watch)
            release(hook.ofDirectory, of: watch)
        }
    }

    private mutating func release(_ hook: Hook, of watch: Watch) {
        guard let index = watches[hook]?.firstIndex(where: { $0 === watch }) else { return }
        watches[hook]?.remove(at: index)
        if watches[hook]?.isEmpty == true { watches[hook] = nil }
    }

    /// The watches that a change of one name concerns: one look-up.
    func concerned(by hook: Hook) -> [Watch] { watches[hook] ?? [] }

    /// All watches.
    var all: [Watch] { watches.values.reduce(into: []) { $0 += $1 } }

    /// Whether anybody needs a directory.
    func isNeeded(_ directory: Int32) -> Bool { watches[Hook(directory: directory, name: "")] != nil }

    /// A directory is no longer watched, as it is gone.
    ///
    /// - Returns: The watches that have to find another one.
    mutating func lost(_ directory: Int32) -> [Watch] {
        take(directory)
        let concerned = concerned(by: Hook(directory: directory, name: ""))
        for watch in concerned {
            release(watch.hooks.filter { $0.directory == directory }, of: watch)
            watch.hooks.removeAll { $0.directory == directory }
            if watch.file?.hook.directory == directory { watch.file = nil }
        }
        return concerned
    }
}

// MARK: - Directories that are kept

extension WatchTable {
    /// Keeps the directories that nobody needs any more, for those who come back.
    ///
    /// - Returns: Those that there is no room for.
    private mutating func keep(_ hooks: [Hook]) -> [Int32] {
        for hook in hooks where !isNeeded(hook.directory) && !kept.contains(hook.directory) { kept.append(hook.directory) }
        let surplus = kept.prefix(max(kept.count - Self.mostKept, 0))
        kept.removeFirst(surplus.count)
        return Array(surplus)
    }

    /// A directory is no longer only kept: it is needed again, or gone.
    mutating func take(_ directory: Int32) { kept.removeAll { $0 == directory } }

    /// Keeps none any more.
    ///
    /// - Returns: The directories whose watch is to end.
    mutating func keepNone() -> [Int32] {
        defer { kept = [] }
        return kept
    }
}
