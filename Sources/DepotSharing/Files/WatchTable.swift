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

    /// Has a path watched by these names, and by no others.
    ///
    /// - Returns: The directories that nobody needs any more.
    mutating func hook(_ watch: Watch, _ hooks: [Hook], file: (hook: Hook, path: String)?) -> [Int32] {
        if watch.isOver { return hooks.map(\.directory).filter { !isNeeded($0) } }
        let before = watch.hooks
        watch.hooks = hooks
        watch.file = file
        for hook in hooks where !before.contains(hook) {
            watches[hook, default: []].append(watch)
            watches[hook.ofDirectory, default: []].append(watch)
        }
        return release(before.filter { !hooks.contains($0) }, of: watch)
    }

    /// Forgets a path.
    ///
    /// - Returns: The directories that nobody needs any more.
    mutating func remove(_ watch: Watch) -> [Int32] {
        watch.isOver = true
        defer { watch.hooks = [] }
        return release(watch.hooks, of: watch)
    }

    private mutating func release(_ hooks: [Hook], of watch: Watch) -> [Int32] {
        var unneeded: [Int32] = []
        for hook in hooks {
            release(hook, of: watch)
            release(hook.ofDirectory, of: watch)
            if !isNeeded(hook.directory) { unneeded.append(hook.directory) }
        }
        return unneeded
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
        let concerned = concerned(by: Hook(directory: directory, name: ""))
        for watch in concerned {
            _ = release(watch.hooks.filter { $0.directory == directory }, of: watch)
            watch.hooks.removeAll { $0.directory == directory }
            if watch.file?.hook.directory == directory { watch.file = nil }
        }
        return concerned
    }
}
