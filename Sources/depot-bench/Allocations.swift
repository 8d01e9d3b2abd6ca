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
func allocationOutcomes(_ request: Request) -> [Outcome] {
    let container = benchContainer()
    let overridden = benchContainer()
    let mock = Plain(number: 2)
    let floor = allocations { keep(TransientPlain()) }
    let rows = [
        Outcome("allocations: floor, init of a class", figure: floor, unit: ""),
        Outcome(
            "allocations: settled singleton", figure: allocations { keep(container.resolve((any Service).self)) }, unit: "", floor: 0,
            limit: .atMost(0)),
        Outcome(
            "allocations: transient class", figure: allocations { keep(container.resolve((any TransientService).self)) }, unit: "",
            floor: floor, limit: .atMost(1)),
        Outcome(
            "allocations: kept singleton, beyond its own object", figure: allocationsOfSingletons(), unit: "", floor: 0, limit: .atMost(2)),
        Outcome(
            "allocations: override, resolve a mock, leave",
            figure: allocations {
                overridden.withOverrides {
                    $0.replace((any Service).self, with: mock)
                } operation: {
                    keep(Container.shared.resolve((any Service).self))
                }
            }, unit: ""),
    ]
    // Where the runtime cannot be asked, there are no rows.
    return rows.filter { $0.figure != nil && request.includes($0.name) }
}

/// How many one run makes, when it has run often.
private func allocations(_ body: () -> Void) -> Double? {
    let runs = 1_000
    for _ in 0..<runs { body() }
    return AllocationCounter.count { for _ in 0..<runs { body() } }.map { Double($0) / Double(runs) }
}

/// How many the first resolve of a singleton makes, beside the object itself.
private func allocationsOfSingletons() -> Double? {
    let types = numberTypes(1_000)
    // The first container has the runtime make what there is once for each type.
    let first = Unmade(types)
    first.registerAll()
    first.makeAll()
    let unmade = Unmade(types)
    unmade.registerAll()
    return AllocationCounter.count { unmade.makeAll() }.map { Double($0) / Double(types.count) - 1 }
}
