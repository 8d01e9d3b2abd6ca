import Depot
import DepotSharing
import DepotValues
import Foundation
import Synchronization

/// The rows about shared state.
func sharingCases() -> [Case] {
    @Shared(.inMemory("count")) var count = 0
    let shared = $count
    let locked = Mutex(0)
    return [
        Case(name: "floor: lock and copy", run: { count in for _ in 0..<count { keep(locked.withLock { $0 }) } }),
        Case(name: "@Shared in memory: read", limit: 2, run: { count in for _ in 0..<count { keep(shared.wrappedValue) } }),
        Case(
            name: "@Shared in memory: withLock", limit: 4,
            run: { count in for _ in 0..<count { shared.withLock { $0 += 1 } } }),
        Case(
            name: "@Shared: a further reference to a live key", limit: 10,
            run: { count in
                for _ in 0..<count {
                    @Shared(.inMemory("count")) var other = 0
                    keep($other)
                }
            }),
    ]
}

/// The row about files; apart and last, because what it writes goes on for a while.
@MainActor
func fileCases() -> [Case] {
    let file = FileManager.default.temporaryDirectory.appending(path: "depot-bench-\(ProcessInfo.processInfo.processIdentifier).json")
    @Shared(.fileStorage(file)) var stored = 0
    let shared = $stored
    return containerCases().filter { $0.name == "c" } + [
        Case(
            name: "@Shared in a file: withLock, written once a second",
            run: { count in for _ in 0..<count { shared.withLock { $0 += 1 } } }, count: 2_000)
    ]
}

@inline(never)
@_optimize(none)
private func keep(_ value: Shared<Int>) {}
