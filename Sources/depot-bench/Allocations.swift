import Depot
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Counts the objects, boxes and closure contexts that the runtime makes, also those that are freed at once.
///
/// The runtime lets instruments stand before `swift_allocObject`, by a pointer that it looks at while a flag is set. What is
/// allocated by hand is not counted.
private enum AllocationCounter {
    typealias Allocate = @convention(c) (UnsafeRawPointer, Int, Int) -> UnsafeMutableRawPointer

    static let count = Atomic(0)
    // The symbols have these types (stdlib/public/runtime/HeapObject.cpp), and are written by one thread while no other runs.
    nonisolated(unsafe) static let hook = dlsym(nil, "_swift_allocObject")?.assumingMemoryBound(to: Allocate.self)
    // As above.
    nonisolated(unsafe) static let isEnabled = dlsym(
        nil, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")?.assumingMemoryBound(to: Bool.self)
    // As above.
    nonisolated(unsafe) static var original: Allocate?

    /// How often something is allocated in an operation; nil where the runtime cannot be asked.
    static func count(during operation: () -> Void) -> Int? {
        guard let hook, let isEnabled else { return nil }
        original = hook.pointee
        hook.pointee = { metadata, size, alignment in
            AllocationCounter.count.add(1, ordering: .relaxed)
            return AllocationCounter.original.unsafelyUnwrapped(metadata, size, alignment)
        }
        let before = count.load(ordering: .relaxed)
        isEnabled.pointee = true
        operation()
        isEnabled.pointee = false
        let after = count.load(ordering: .relaxed)
        hook.pointee = original.unsafelyUnwrapped
        return after - before
    }
}

/// The rows about allocations: how many one resolve makes.
func allocationOutcomes() -> [Outcome] {
    let container = benchContainer()
    let overridden = benchContainer()
    let mock = Plain(number: 2)
    let rows: [Outcome?] = [
        allocations("allocations: floor, init of a class") { keep(TransientPlain()) },
        allocations("allocations: settled singleton", limit: 0) { keep(container.resolve((any Service).self)) },
        allocations("allocations: transient class", limit: 1) { keep(container.resolve((any TransientService).self)) },
        allocations("allocations: override, resolve a mock, leave") {
            overridden.withOverrides {
                $0.replace((any Service).self, with: mock)
            } operation: {
                keep(Container.shared.resolve((any Service).self))
            }
        },
    ]
    return rows.compactMap(\.self)
}

private func allocations(_ name: String, limit: Double? = nil, _ body: () -> Void) -> Outcome? {
    let runs = 1_000
    for _ in 0..<runs { body() }
    let count = AllocationCounter.count { for _ in 0..<runs { body() } }
    return count.map { Outcome(name: name, nanoseconds: 0, ratio: Double($0) / Double(runs), limit: limit, unit: "") }
}
