/// The check of a container's registrations: one list of problems from the wiring.
struct Validation {
    let wiring: Wiring
    let names: Names
    /// What an alias stands for, by vertex.
    let ends: [Int]

    /// - Parameter wiring: What is registered, and what it needs.
    init(_ wiring: Wiring) {
        self.wiring = wiring
        names = Names { wiring.survey.registrations.map(\.key) + wiring.gaps.map(\.dependency.key) }
        ends = wiring.aliasEnds()
    }

    /// The problems as an error; nil where there are none.
    var error: ValidationError? {
        let problems = problems
        if problems.isEmpty { return nil }
        let places = Set(wiring.vertices.map(\.place))
        return ValidationError(problems: problems, opaque: opaque, registrationCount: places.count)
    }

    /// The registrations that nothing is known of, each once, in registration order.
    var opaque: [ResolutionError.Step] {
        var seen: Set<Survey.Place> = []
        return wiring.vertices.indices.filter { wiring.isOpaque($0) && seen.insert(wiring.vertices[$0].place).inserted }.map(step)
    }

    /// All problems, by kind.
    var problems: [Problem] { missing + cycles + captives + edgeProblems + listed }

    typealias Problem = ValidationError.Problem

    func step(_ vertex: Int) -> ResolutionError.Step { names.step(wiring.registration(vertex)) }

    func name(_ vertex: Int) -> String { names.name(of: wiring.registration(vertex).key) }

    func problem(
        _ kind: Problem.Kind, _ what: String, path: [ResolutionError.Step], also: [ResolutionError.Step] = [], fix: String
    ) -> Problem {
        Problem(kind: kind, what: what, path: path, alsoNeededBy: also, fix: fix)
    }
}

extension Validation {
    /// What is needed and not registered, one problem for each key.
    private var missing: [Problem] {
        guard !wiring.gaps.isEmpty else { return [] }
        let nearMisses = NearMisses(wiring.survey.registrations)
        var keys: [Key] = []
        var gaps: [Key: [Wiring.Gap]] = [:]
        for gap in wiring.gaps {
            let key = gap.dependency.key
            if gaps[key] == nil { keys.append(key) }
            gaps[key, default: []].append(gap)
        }
        return keys.map { key in
            let gaps = gaps[key] ?? []
            var seen: Set<Survey.Place> = []
            let needers = gaps.filter { seen.insert(wiring.vertices[$0.source].place).inserted }.map { step($0.source) }
            let path = needers.prefix(1) + [ResolutionError.Step(name: names.name(of: key), source: nil)]
            if let place = wiring.survey.find(key, home: 0), let needer = gaps.first {
                let what = "\(names.name(of: key)) is not registered where \(name(needer.source)) lives."
                let fix =
                    "it is registered in a child (\(wiring.survey[place].registration.source)), which a parent's shared service never sees: "
                    + "register it in the parent, or \(name(needer.source)) in the child."
                return problem(.missing, what, path: Array(path), also: Array(needers.dropFirst()), fix: fix)
            }
            let near = nearMisses.nearMiss(of: key)
            let what = near.what(key, named: names.name(of: key))
            let dependent = gaps.first.map { wiring.registration($0.source) }
            return problem(.missing, what, path: Array(path), also: Array(needers.dropFirst()), fix: near.fix(key, neededBy: dependent))
        }
    }

    private var cycles: [Problem] {
        wiring.cycles().map { cycle in
            let path = (cycle + cycle.prefix(1)).map(step)
            let isAliases = cycle.allSatisfy { wiring.registration($0).traits.contains(.alias) }
            let fix =
                isAliases
                ? "let one of the aliases stand for a service that is made."
                : "break the cycle: let one of them take a Lazy or a Provider of the next."
            return problem(.cycle, "\(name(cycle[0])) needs itself before it exists.", path: path, fix: fix)
        }
    }

    private var captives: [Problem] {
        var seen: Set<[Survey.Place]> = []
        return wiring.captives.filter { seen.insert($0.map { wiring.vertices[$0].place }).inserted }.compactMap { way in
            guard let holder = way.first, let held = way.last, let taker = way.dropLast().last else { return nil }
            let (long, short) = (wiring.registration(holder).writtenLifetime, wiring.registration(held).writtenLifetime)
            return problem(
                .captive, "\(name(holder)) (\(long)) would keep \(name(held)) (\(short)) for longer than that lives.", path: way.map(step),
                fix: "let \(step(taker)) take a Provider<\(name(held))>, or give \(name(holder)) a lifetime that is no longer.")
        }
    }
}
