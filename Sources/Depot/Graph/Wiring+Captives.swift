extension Wiring {
    /// The ways from something that lives long to something it must not keep: directly, or through what is made for it.
    ///
    /// Each way is the places of its nodes.
    var captives: [[Int]] {
        let classes = LifetimeClasses(self)
        guard !classes.isEmpty else { return [] }
        let reach = reach(of: classes)
        var captives: [[Int]] = []
        for holder in vertices.indices where registration(holder).lifetime.isShared {
            let forbidden = classes.mask(of: holder)
            guard reach[holder] & forbidden != 0 else { continue }
            captives += ways(from: holder, through: reach, forbidden) {
                registration($0).lifetime.isCaptive(of: registration(holder).lifetime)
            }
        }
        return captives
    }

    /// For each vertex, which classes of lifetimes it keeps, itself or through what is made for it.
    ///
    /// Found from the ends back to the beginnings, so it is linear whatever the shape.
    private func reach(of classes: LifetimeClasses) -> [UInt64] {
        var keepers = Array(repeating: [Int](), count: vertices.count)
        var reach = Array(repeating: UInt64(0), count: vertices.count)
        var open: [Int] = []
        for source in vertices.indices {
            for edge in edges[source] where edge.dependency.isKept {
                if registration(edge.target).lifetime.isShared {
                    reach[source] |= classes.bit(of: edge.target)
                } else {
                    keepers[edge.target].append(source)
                }
            }
            if reach[source] != 0 { open.append(source) }
        }
        while let vertex = open.popLast() {
            guard !registration(vertex).lifetime.isShared else { continue }
            for keeper in keepers[vertex] where reach[keeper] | reach[vertex] != reach[keeper] {
                reach[keeper] |= reach[vertex]
                open.append(keeper)
            }
        }
        return reach
    }

    /// The shortest way to each captive of one holder.
    private func ways(from holder: Int, through reach: [UInt64], _ forbidden: UInt64, _ isCaptive: (Int) -> Bool) -> [[Int]] {
        var cameFrom: [Int: Int] = [holder: holder]
        var queue = [holder]
        var next = 0
        var ways: [[Int]] = []
        while next < queue.count {
            let now = queue[next]
            next += 1
            for edge in edges[now] where edge.dependency.isKept && cameFrom[edge.target] == nil {
                cameFrom[edge.target] = now
                if !registration(edge.target).lifetime.isShared {
                    if reach[edge.target] & forbidden != 0 { queue.append(edge.target) }
                } else if isCaptive(edge.target) {
                    var way = [edge.target]
                    while let last = way.last, last != holder, let before = cameFrom[last] { way.append(before) }
                    ways.append(way.reversed())
                }
            }
        }
        return ways
    }
}

/// The lifetimes that something may not keep, as bits.
///
/// There are few; beyond 64 the last bit stands for all others, which costs time and changes nothing.
private struct LifetimeClasses {
    private var numbers: [String: Int] = [:]
    private var lifetimes: [Lifetime] = []
    private var bits: [UInt64]
    private var masks: [UInt64]

    init(_ wiring: Wiring) {
        var classOf: [Int] = []
        classOf.reserveCapacity(wiring.vertices.count)
        for vertex in wiring.vertices.indices {
            let lifetime = wiring.registration(vertex).lifetime
            let name = lifetime.isShared ? lifetime.className : ""
            if let number = numbers[name] {
                classOf.append(number)
            } else {
                numbers[name] = lifetimes.count
                classOf.append(lifetimes.count)
                lifetimes.append(lifetime)
            }
        }
        let lifetimes = lifetimes
        let shared = lifetimes.indices.filter { lifetimes[$0].isShared }
        let kept = shared.filter { held in shared.contains { lifetimes[held].isCaptive(of: lifetimes[$0]) } }
        var bitOf = Array(repeating: UInt64(0), count: lifetimes.count)
        for (number, held) in kept.enumerated() { bitOf[held] = 1 << UInt64(min(number, 63)) }
        let maskOf = lifetimes.map { holder in
            kept.reduce(UInt64(0)) { lifetimes[$1].isCaptive(of: holder) ? $0 | bitOf[$1] : $0 }
        }
        bits = classOf.map { bitOf[$0] }
        masks = classOf.map { maskOf[$0] }
        isEmpty = kept.isEmpty
    }

    let isEmpty: Bool
    func bit(of vertex: Int) -> UInt64 { bits[vertex] }
    func mask(of vertex: Int) -> UInt64 { masks[vertex] }
}

extension Lifetime {
    /// What is the same for all lifetimes that may keep, and be kept by, the same others.
    fileprivate var className: String {
        guard case .scoped(let kind) = self else { return description }
        return kind.chain.map { "/\($0)" }.joined()
    }
}
