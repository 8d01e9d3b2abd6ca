/// The rows about memory: what a registration takes, and a singleton beyond it.
func byteOutcomes(_ request: Request) -> [Outcome] {
    let types = numberTypes(1_000)
    // The first ones have the runtime make what there is once for each type.
    let first = Unmade(types)
    first.registerAll()
    first.makeAll()
    var objects: [AnyObject] = []
    objects.reserveCapacity(types.count)
    let floor = bytes(for: types.count) { for type in types { objects.append(number(type)) } }
    let unmade = Unmade(types)
    let registered = bytes(for: types.count) { unmade.registerAll() }
    let kept = bytes(for: types.count) { unmade.makeAll() }
    keep(objects.count)
    let rows = [
        Outcome("bytes per registration, of 1,000", figure: registered, unit: "bytes", floor: 0, limit: .atMost(300)),
        Outcome(
            "bytes more per kept singleton, its object included", figure: kept, unit: "bytes", floor: floor, limit: .atMost(130)),
    ]
    // Where the allocator cannot be asked, there are no rows.
    return rows.filter { $0.figure != nil && request.includes($0.name) }
}

/// How many bytes more are in use after an operation, for each of `count`.
private func bytes(for count: Int, _ operation: () -> Void) -> Double? {
    let before = Heap.bytesInUse
    operation()
    let after = Heap.bytesInUse
    return before.flatMap { before in after.map { Double($0 - before) / Double(count) } }
}
