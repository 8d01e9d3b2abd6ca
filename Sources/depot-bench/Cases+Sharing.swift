import DepotSharing
import Synchronization

/// The rows about shared state in memory.
func sharingCases() -> [Case] {
    @Shared(.inMemory("count")) var count = 0
    let shared = $count
    let locked = Mutex(0)
    let floor = "floor: lock and copy"
    return [
        unitCase(),
        Case(floor) { count in for _ in 0..<count { keep(locked.withLock { $0 }) } },
        Case("@Shared in memory: read", limit: .atMost(2.6), floor: floor) { count in
            for _ in 0..<count { keep(shared.wrappedValue) }
        },
        Case("@Shared in memory: withLock", limit: .atMost(4.5), floor: floor) { count in
            for _ in 0..<count { shared.withLock { $0 += 1 } }
        },
        Case("@Shared: a further reference to a live key", limit: .atMost(11), count: 5_000) { count in
            for _ in 0..<count {
                @Shared(.inMemory("count")) var other = 0
                keep($other)
            }
        },
    ]
}

@inline(never)
@_optimize(none)
private func keep(_ value: Shared<Int>) {}
