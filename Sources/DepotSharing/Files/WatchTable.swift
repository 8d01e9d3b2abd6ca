/// Which watched paths are concerned by a change of which name in which directory: decisions only.
struct WatchTable: Sendable {
    /// A name in a watched directory.
    struct Hook: Hashable, Sendable {
        let directory: Int32
        let name: String
    }

    /// A path somebody wants to hear of.
    struct Watch: Sendable {
        let path: String
        let changed: @Sendable () -> Void
        let failed: @Sendable (any Error) -> Void
        /// Every name on its way.
        fileprivate(set) var hooks: Set<Hook> = []
        /// The name of the file itself, where its directory is there, and the path by which to look at it.
        fileprivate(set) var file: (hook: Hook, path: String)?
    }

    private(set) var watches: [Int: Watch] = [:]
    private var directories: [Int32: [String: Set<Int>]] = [:]
    private var last = 0

    mutating func add(
        _ path: String, _ changed: @escaping @Sendable () -> Void, _ failed: @escaping @Sendable (any Error) -> Void
    ) -> Int {
        last += 1
        watches[last] = Watch(path: path, changed: changed, failed: failed)
        return last
    }

    /// Has a path watched by these names, and by no others.
    ///
    /// - Returns: The directories that nobody needs any more.
    mutating func hook(_ id: Int, _ hooks: Set<Hook>, file: (hook: Hook, path: String)?) -> [Int32] {
        guard let before = watches[id]?.hooks else { return hooks.map(\.directory).filter { directories[$0] == nil } }
        watches[id]?.hooks = hooks
        watches[id]?.file = file
        for hook in hooks.subtracting(before) { directories[hook.directory, default: [:]][hook.name, default: []].insert(id) }
        return release(before.subtracting(hooks), of: id)
    }

    /// Forgets a path.
    ///
    /// - Returns: What was known of it, and the directories that nobody needs any more.
    mutating func remove(_ id: Int) -> (Watch?, unneeded: [Int32]) {
        let watch = watches.removeValue(forKey: id)
        return (watch, release(watch?.hooks ?? [], of: id))
    }

    private mutating func release(_ hooks: Set<Hook>, of id: Int) -> [Int32] {
        var unneeded: [Int32] = []
        for hook in hooks {
            directories[hook.directory]?[hook.name]?.remove(id)
            if directories[hook.directory]?[hook.name]?.isEmpty == true { directories[hook.directory]?[hook.name] = nil }
            guard directories[hook.directory]?.isEmpty == true else { continue }
            directories[hook.directory] = nil
            unneeded.append(hook.directory)
        }
        return unneeded
    }

    /// The watches that a change of one name concerns: one look-up.
    func concerned(by hook: Hook) -> Set<Int> { directories[hook.directory]?[hook.name] ?? [] }

    /// The watches that a change of a directory itself concerns.
    func concerned(by directory: Int32) -> Set<Int> { (directories[directory] ?? [:]).values.reduce(into: []) { $0.formUnion($1) } }

    /// Whether anybody needs a directory.
    func isNeeded(_ directory: Int32) -> Bool { directories[directory] != nil }

    /// A directory is no longer watched, as it is gone.
    ///
    /// - Returns: The watches that have to find another one.
    mutating func lost(_ directory: Int32) -> Set<Int> {
        let ids = concerned(by: directory)
        directories[directory] = nil
        for id in ids {
            guard var watch = watches[id] else { continue }
            watch.hooks = watch.hooks.filter { $0.directory != directory }
            if watch.file?.hook.directory == directory { watch.file = nil }
            watches[id] = watch
        }
        return ids
    }
}
