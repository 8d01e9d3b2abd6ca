extension Wiring {
    /// The ways from something that lives long to something it must not keep: directly, or through what is made for it.
    ///
    /// Only what lives in a scope may be a captive. Each kind of scope is a bit; beyond 64 the last bit stands for all others,
    /// which costs time and changes nothing.
    var captives: [[Int]] {
        var kinds: [ScopeKind] = []
        var bits = Array(repeating: UInt64(0), count: vertices.count)
        for vertex in vertices.indices {
            guard let kind = registration(vertex).lifetime.scopeKind else { continue }
            let number = kinds.firstIndex(of: kind) ?? kinds.count
            if number == kinds.count { kinds.append(kind) }
            bits[vertex] = 1 << UInt64(min(number, 63))
        }
        if kinds.isEmpty { return [] }
        let kept = keptBits(bits)
        var captives: [[Int]] = []
        for holder in vertices.indices where registration(holder).lifetime.isShared {
            let lifetime = registration(holder).lifetime
            var forbidden: UInt64 = 0
            for (number, kind) in kinds.enumerated() where kind.isCaptive(of: lifetime) { forbidden |= 1 << UInt64(min(number, 63)) }
            if kept[holder] & forbidden == 0 { continue }
            captives += ways(from: holder) { edge in
                edge.isKept && !registration(edge.target).lifetime.isShared && kept[edge.target] & forbidden != 0
            } to: { edge in
                edge.isKept && registration(edge.target).lifetime.scopeKind?.isCaptive(of: lifetime) ?? false
            }
        }
        return captives
    }

    /// For each vertex, the bits of what it keeps, itself or through what is made for it.
    ///
    /// Found from the ends back to the beginnings, so it is linear whatever the shape.
    private func keptBits(_ bits: [UInt64]) -> [UInt64] {
        var keepers = Array(repeating: [Int](), count: vertices.count)
        var kept = Array(repeating: UInt64(0), count: vertices.count)
        var open: [Int] = []
        for source in vertices.indices {
            for edge in edges(of: source) where edge.isKept {
                kept[source] |= bits[edge.target]
                // What is shared keeps its own.
                if !registration(edge.target).lifetime.isShared { keepers[edge.target].append(source) }
            }
            if kept[source] != 0 { open.append(source) }
        }
        while let vertex = open.popLast() {
            for keeper in keepers[vertex] where kept[keeper] | kept[vertex] != kept[keeper] {
                kept[keeper] |= kept[vertex]
                open.append(keeper)
            }
        }
        return kept
    }
}
