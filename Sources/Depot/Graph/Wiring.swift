/// The registrations and what each of them needs, resolved to registrations by the engine's own rules.
///
/// A service that is made for its caller is resolved from wherever it is asked for, so in a child container one
/// registration may stand at two places; `home` tells them apart. Shared services live where they are registered.
struct Wiring: Sendable {
    struct Vertex: Hashable, Sendable {
        let place: Survey.Place
        /// The level it resolves from.
        let home: Int
    }

    struct Edge: Sendable {
        let target: Int
        let dependency: Dependency
        let isObserved: Bool

        /// What is needed before the dependent exists.
        ///
        /// A closure that was seen to pass arguments may have ended a recursion.
        var isImmediate: Bool { dependency.isImmediate && !(isObserved && dependency.key.arguments != nil) }
    }

    /// Something that is asked for and not there.
    struct Gap: Sendable {
        let source: Int
        let dependency: Dependency
    }

    let survey: Survey
    private(set) var vertices: [Vertex] = []
    private(set) var edges: [[Edge]] = []
    private(set) var gaps: [Gap] = []
    /// The first vertex at each place, or -1; and the others, which few places have.
    private var firsts: [Int]
    private var others: [Vertex: Int] = [:]
    /// Where the places of each level begin among the firsts.
    private let offsets: [Int]

    /// Follows every dependency from what the container can resolve.
    ///
    /// Runs no factory; linear in registrations and dependencies.
    init(_ survey: Survey) {
        self.survey = survey
        var count = 0
        offsets = survey.levels.map { level in
            defer { count += level.entries.count }
            return count
        }
        firsts = Array(repeating: -1, count: count)
        for place in survey.visible { _ = vertex(place, askedFrom: 0) }
        var next = 0
        while next < vertices.count {
            connect(next)
            next += 1
        }
    }

    subscript(vertex: Int) -> Survey.Entry { survey[vertices[vertex].place] }

    func registration(_ vertex: Int) -> Registration { self[vertex].registration }
}

extension Wiring {
    private mutating func vertex(_ place: Survey.Place, askedFrom home: Int) -> Int {
        let vertex = Vertex(place: place, home: survey[place].registration.lifetime.isShared ? place.level : home)
        let index = offsets[place.level] + place.index
        let first = firsts[index]
        if first < 0 {
            firsts[index] = vertices.count
        } else if vertices[first].home == vertex.home {
            return first
        } else if let other = others[vertex] {
            return other
        } else {
            others[vertex] = vertices.count
        }
        vertices.append(vertex)
        edges.append([])
        return vertices.count - 1
    }

    private mutating func connect(_ source: Int) {
        let home = vertices[source].home
        let entry = self[source]
        if entry.registration.isConstant { return }
        for dependency in entry.registration.declared ?? [] { connect(source, dependency, home: home, isObserved: false) }
        // What is needed before it exists comes first: of several edges to one service only that is drawn.
        let observed = entry.observed ?? []
        for dependency in observed.filter(\.isImmediate) + observed.filter({ !$0.isImmediate }) {
            connect(source, dependency, home: home, isObserved: true)
        }
    }

    private mutating func connect(_ source: Int, _ dependency: Dependency, home: Int, isObserved: Bool) {
        var dependency = dependency
        var places: [Survey.Place] = []
        if let exact = dependency.exact, let place = survey.find(exact, home: home) {
            dependency = Dependency(key: exact, kind: .required)
            places = [place]
        } else if dependency.kind == .collection {
            places = survey.all(of: dependency.key.typeID, home: home)
        } else if dependency.kind == .named {
            places = survey.all(of: dependency.key.typeID, home: home).filter { survey[$0].registration.key.name != nil }
        } else if let place = survey.find(dependency.key, home: home) {
            places = [place]
        } else if dependency.kind != .optional, !isObserved {
            gaps.append(Gap(source: source, dependency: dependency))
        }
        for place in places {
            let target = vertex(place, askedFrom: home)
            if isObserved, edges[source].contains(where: { $0.target == target }) { continue }
            edges[source].append(Edge(target: target, dependency: dependency, isObserved: isObserved))
        }
    }
}

extension Wiring {
    /// Whether what a service needs is not known: a bare closure that was not seen to run.
    func isOpaque(_ vertex: Int) -> Bool {
        let entry = self[vertex]
        return entry.registration.isOpaque && !entry.registration.isConstant && entry.observed == nil
    }

    /// What an alias stands for in the end, for every vertex; a service that is no alias stands for itself, and so does
    /// an alias that never ends.
    func aliasEnds() -> [Int] {
        var ends = Array(repeating: -1, count: vertices.count)
        var isOnWay = Array(repeating: false, count: vertices.count)
        for start in vertices.indices where ends[start] < 0 {
            var way: [Int] = []
            var now = start
            while ends[now] < 0, !isOnWay[now], registration(now).traits.contains(.alias), let edge = edges[now].first {
                isOnWay[now] = true
                way.append(now)
                now = edge.target
            }
            let isEndless = isOnWay[now] && (ends[now] < 0 || ends[now] == now)
            if !isEndless, ends[now] < 0 { ends[now] = now }
            for vertex in way { ends[vertex] = isEndless ? vertex : ends[now] }
        }
        return ends
    }
}
