/// The registrations and what each of them needs, resolved to registrations by the engine's own rules.
///
/// A service that is made for its caller is resolved from wherever it is asked for, so in a child container one
/// registration may stand at two places; `home` tells them apart. Shared services live where they are registered.
struct Wiring: ~Copyable {
    /// A place with the level that it resolves from; and the vertex of the same place that was found before, or -1.
    typealias Vertex = (place: Int, home: Int, sibling: Int)

    /// What a vertex needs: at once, where it is needed before the dependent exists, and for long, where the dependent keeps it.
    typealias Edge = (target: Int, kind: Graph.Edge.Kind, isObserved: Bool, isImmediate: Bool, isKept: Bool)

    /// A vertex that asks for something that is not there, by its place in `missing`.
    typealias Gap = (source: Int, target: Int, kind: Graph.Edge.Kind)

    let survey: Survey
    private(set) var vertices: [Vertex] = []
    /// Those of the first vertex, those of the second, and so on; and where those of each begin.
    private var edges: [Edge] = []
    private var starts: [Int] = []
    private(set) var gaps: [Gap] = []
    /// What is asked for and not there, each key once.
    private(set) var missing: [Key] = []
    private var numbers: [Key: Int] = [:]
    /// The last vertex of each place, or -1.
    private var latest: [Int]

    /// Follows every dependency from what the container can resolve.
    ///
    /// Runs no factory; linear in registrations and dependencies.
    init(_ survey: Survey) {
        self.survey = survey
        latest = Array(repeating: -1, count: survey.entries.count)
        vertices.reserveCapacity(survey.entries.count)
        for place in survey.visible { _ = vertex(place, askedFrom: 0) }
        edges.reserveCapacity(vertices.count)
        starts.reserveCapacity(vertices.count)
        while starts.count < vertices.count {
            starts.append(edges.count)
            connect(starts.count - 1)
        }
    }

    subscript(vertex: Int) -> Survey.Entry { survey.entries[vertices[vertex].place] }

    func registration(_ vertex: Int) -> Registration { survey.entries[vertices[vertex].place].registration }

    func edges(of vertex: Int) -> ArraySlice<Edge> { edges[starts[vertex]..<end(of: vertex)] }

    /// One of the edges of a vertex, counted from 0; nil after the last.
    func edge(_ number: Int, of vertex: Int) -> Edge? {
        let index = starts[vertex] + number
        return index < end(of: vertex) ? edges[index] : nil
    }

    private func end(of vertex: Int) -> Int { vertex + 1 < starts.count ? starts[vertex + 1] : edges.count }
}

extension Wiring {
    private mutating func vertex(_ place: Int, askedFrom asker: Int) -> Int {
        let home = survey.entries[place].registration.lifetime.isShared ? survey.levelOf[place] : asker
        var known = latest[place]
        while known >= 0 {
            if vertices[known].home == home { return known }
            known = vertices[known].sibling
        }
        let vertex = vertices.count
        vertices.append((place, home, latest[place]))
        latest[place] = vertex
        return vertex
    }

    private mutating func connect(_ source: Int) {
        let registration = registration(source)
        for dependency in registration.declared ?? [] { connect(source, dependency, isObserved: false) }
        // Nothing more where nothing was observed, as of most: the loop below costs half of the rest of `validate()`'s share of a service.
        guard let observed = self[source].observed else { return }
        // What is needed before it exists comes first: of several edges to one service only that is drawn.
        for isImmediate in [true, false] {
            for dependency in observed where dependency.isImmediate == isImmediate {
                connect(source, dependency, isObserved: true)
            }
        }
    }

    private mutating func connect(_ source: Int, _ dependency: Dependency, isObserved: Bool) {
        let home = survey.level(of: dependency) ?? vertices[source].home
        if let exact = dependency.exact.first(where: { survey.find($0, home: home) != nil }) {
            return connect(source, Dependency(key: exact, kind: .required, home: dependency.home), isObserved: isObserved)
        }
        // One dependency has each target once, so only the edges of those before it are looked at.
        let known = edges.count
        switch dependency.kind {
        case .collection, .named:
            let places = survey.all(of: dependency.key.typeID, home: home).filter {
                dependency.kind == .collection || survey.entries[$0].registration.key.name != nil
            }
            for place in places { connect(source, dependency, to: place, from: home, isObserved, known) }
            // Of wrappers it is a list where they are registered as such only.
            if places.isEmpty, !isObserved, dependency.key.service is any InjectedWrapper.Type { miss(source, dependency) }
        default:
            if let place = survey.find(dependency.key, home: home) {
                connect(source, dependency, to: place, from: home, isObserved, known)
            } else if !dependency.isOptional, !isObserved {
                miss(source, dependency)
            }
        }
    }

    private mutating func miss(_ source: Int, _ dependency: Dependency) {
        let number = numbers[dependency.key] ?? missing.count
        if number == missing.count {
            numbers[dependency.key] = number
            missing.append(dependency.key)
        }
        gaps.append((source, number, Graph.Edge.Kind(dependency.kind)))
    }

    /// Adds an edge that is not among the first ones of its vertex, which are known.
    @inline(never)
    private mutating func connect(
        _ source: Int, _ dependency: Dependency, to place: Int, from home: Int, _ isObserved: Bool, _ known: Int
    ) {
        let target = vertex(place, askedFrom: home)
        let kind = Graph.Edge.Kind(dependency.kind)
        if edges[starts[source]..<known].contains(where: { $0.target == target && (isObserved || $0.kind == kind) }) { return }
        // A closure that was seen to pass arguments may have ended a recursion.
        let isImmediate = dependency.isImmediate && !(isObserved && dependency.key.arguments != nil)
        edges.append((target, kind, isObserved, isImmediate, dependency.isKept))
    }
}

extension Wiring {
    /// What an alias stands for in the end, for every vertex; a service that is no alias stands for itself, and so does
    /// an alias that never ends.
    func aliasEnds() -> [Int] {
        var ends = Array(repeating: -1, count: vertices.count)
        var isOnWay = Array(repeating: false, count: vertices.count)
        for start in vertices.indices where ends[start] < 0 {
            var way: [Int] = []
            var now = start
            while ends[now] < 0, !isOnWay[now], registration(now).isEitherForm, let edge = edges(of: now).first, edge.kind == .required {
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

    /// The shortest ways from a vertex to the nearest ends, by a search in breadth: each as its vertices, both ends included.
    func ways(from start: Int, atMost limit: Int = .max, through leadsOn: (Edge) -> Bool, to isEnd: (Edge) -> Bool) -> [[Int]] {
        var cameFrom: [Int: Int] = [start: start]
        var queue = [start]
        var next = 0
        var ways: [[Int]] = []
        while next < queue.count, ways.count < limit {
            let now = queue[next]
            next += 1
            for edge in edges(of: now) where cameFrom[edge.target] == nil {
                let isEnd = isEnd(edge)
                guard isEnd || leadsOn(edge) else { continue }
                cameFrom[edge.target] = now
                if !isEnd {
                    queue.append(edge.target)
                    continue
                }
                var way = [edge.target]
                while let last = way.last, last != start, let before = cameFrom[last] { way.append(before) }
                ways.append(way.reversed())
            }
        }
        return ways
    }
}
