internal import Depot

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What is done when the process exits normally, once for each purpose.
enum AtExit {
    enum Purpose: Hashable, Sendable {
        case files
        case userDefaults
    }

    private static let tasks = Locked<[Purpose: @Sendable () -> Void]>([:])

    /// Has a closure run at exit.
    static func run(_ purpose: Purpose, _ body: @escaping @Sendable () -> Void) {
        let isFirst = tasks.withLock { tasks in
            defer { tasks[purpose] = body }
            return tasks.isEmpty
        }
        if isFirst { atexit { AtExit.runAll() } }
    }

    private static func runAll() {
        for task in tasks.withLock({ Array($0.values) }) { task() }
    }
}
