/// The check of a container's registrations: one list of problems from the wiring.
final class Validation {
    let wiring: Wiring
    let names: Names
    /// What an alias stands for, by vertex.
    let ends: [Int]

    init(_ wiring: consuming Wiring) {
        let (entries, missing) = (wiring.survey.entries, wiring.missing)
        names = Names { entries.map(\.registration.key) + missing }
        ends = wiring.aliasEnds()
        self.wiring = wiring
    }

    /// The problems as an error; nil where there are none.
    var error: ValidationError? {
        let problems = problems
        if problems.isEmpty { return nil }
        // Each registration once, although it may stand at several places.
        let registrations = wiring.vertices.indices.filter { wiring.vertices[$0].sibling < 0 }
        return ValidationError(
            problems: problems, opaque: registrations.filter { wiring[$0].isOpaque }.map(step), registrationCount: registrations.count)
    }

    /// All problems, by kind.
    var problems: [Problem] { missing + cycles + captives + edgeProblems + listed }

    typealias Problem = ValidationError.Problem

    @inline(never)  // As `Names`.
    func step(_ vertex: Int) -> ResolutionError.Step { names.step(wiring.registration(vertex)) }

    @inline(never)
    func name(_ vertex: Int) -> String { names.name(of: wiring.registration(vertex).key) }
}

extension Validation {
    /// What is needed and not registered, one problem for each key.
    private var missing: [Problem] {
        if wiring.missing.isEmpty { return [] }
        var needers = Array(repeating: [Int](), count: wiring.missing.count)
        for gap in wiring.gaps { needers[gap.target].append(gap.source) }
        let near = NearMisses(wiring.survey.entries.map(\.registration))
        // For each place the key that its last vertex needs: a registration that stands at several places needs it once.
        var latest = Array(repeating: -1, count: wiring.survey.entries.count)
        return wiring.missing.indices.map { number in
            var steps: [ResolutionError.Step] = []
            for needer in needers[number] where latest[wiring.vertices[needer].place] != number {
                latest[wiring.vertices[needer].place] = number
                steps.append(step(needer))
            }
            return missing(wiring.missing[number], neededBy: steps, wiring.registration(needers[number][0]), near)
        }
    }

    private func missing(_ key: Key, neededBy steps: [ResolutionError.Step], _ first: Registration, _ near: NearMisses) -> Problem {
        let asked = names.name(of: key)
        let path = [steps[0], ResolutionError.Step(name: asked, source: nil)]
        let others = Array(steps.dropFirst())
        guard let place = wiring.survey.find(key, home: 0) else {
            let near = near.nearMiss(of: key)
            let fix = near.fix(key, neededBy: first)
            return Problem(kind: .missing, what: near.what(key, named: asked), path: path, alsoNeededBy: others, fix: fix)
        }
        let needer = path[0].name
        return Problem(
            kind: .missing, what: "\(asked) is not registered where \(needer) lives.", path: path, alsoNeededBy: others,
            fix: wiring.survey.entries[place].registration.adviceForParent(needer))
    }

    private var cycles: [Problem] {
        wiring.cycles().map { cycle in
            let path = (cycle + [cycle[0]]).map(step)
            let fix = ResolutionError.adviceOnCycle(of: cycle.map { wiring.registration($0) })
            return Problem(kind: .cycle, what: "\(path[0].name) needs itself before it exists.", path: path, fix: fix)
        }
    }

    private var captives: [Problem] {
        wiring.captives.map { way in
            let path = way.map(step)
            let (holder, held) = (wiring.registration(way[0]), wiring.registration(way[way.count - 1]))
            let (long, short) = (path[0].name, path[path.count - 1].name)
            // An alias has no parameter.
            let taker = way.dropLast().lastIndex { !wiring.registration($0).isEitherForm } ?? 0
            let taken = wiring.registration(way[taker + 1]).key
            let later = taken.later ?? "a Provider<\(names.code(of: taken))>"
            return Problem(
                kind: .captive,
                what: "\(long) (\(holder.writtenLifetime)) would keep \(short) (\(held.writtenLifetime)) for longer than that lives.",
                path: path,
                fix: "let \(path[taker]) take \(later), or give \(long) a lifetime that is no longer.")
        }
    }
}
