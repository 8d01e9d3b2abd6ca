/// What is wrong with single edges, and what was noted when it was registered.
extension Validation {
    /// Layer problems, duplicates, async and main-actor problems, in this order.
    var edgeProblems: [Problem] {
        var problems: [Problem] = []
        for source in wiring.vertices.indices {
            for edge in wiring.edges(of: source) { check(edge, from: source, &problems) }
        }
        // In a child container one registration may stand at two places, which say the same.
        var known: [String: Int] = [:]
        problems = problems.filter { known.updateValue(0, forKey: $0.description) == nil }
        func only(_ kind: Problem.Kind) -> [Problem] { problems.filter { $0.kind == kind } }
        return only(.layer) + duplicates + only(.asyncNeededBySync) + only(.mainActorNeededByNonisolated)
    }

    private func check(_ edge: Wiring.Edge, from source: Int, _ problems: inout [Problem]) {
        let end = ends[edge.target]
        let (needer, needed) = (wiring.registration(source), wiring.registration(end))
        @inline(never)
        func add(_ kind: Problem.Kind, _ what: String, fix: String) {
            problems.append(Problem(kind: kind, what: what, path: path(source, edge.target), fix: fix))
        }
        if let lower = needer.layer, let upper = wiring.registration(edge.target).layer ?? needed.layer, upper > lower {
            add(
                .layer,
                "\(name(source)) in the \(lower) layer needs \(name(edge.target)) in the \(upper) layer, which stands above it.",
                fix: "turn the dependency around, or let \(name(source)) need a protocol that its own layer declares.")
        }
        guard edge.isImmediate, !needer.traits.contains(.async), !needer.isEitherForm else { return }
        if needed.traits.contains(.async), !wiring[end].isMade {
            let start = needed.lifetime.isBuiltByStart ? ", or validate after `try await container.start()`, which builds it" : ""
            let isDecorated = needer.traits.contains(.decorated) && needer.key == wiring.registration(edge.target).key
            add(
                .asyncNeededBySync, "\(name(source)) is made synchronously and needs \(name(edge.target)), which has to be awaited.",
                fix: isDecorated
                    ? ResolutionError.decoratedBeforeAsync
                    : needer.key.mayBeAsync
                        ? "register \(name(source)) with registerAsync\(start)."
                        : needed.lifetime.isShared
                            ? "let \(name(source)), which cannot be awaited, take a Lazy or a Provider of it and call that once it "
                                + "exists\(start)."
                            : Key.adviceOnAwaiting(name(edge.target), neededBy: name(source)))
        }
        // A decorator may need the main actor where what it wraps, which may be an alias, does not.
        let isOnMainActor = needed.traits.union(wiring.registration(edge.target).traits).contains(.mainActor)
        if isOnMainActor, !needer.traits.contains(.mainActor) {
            add(
                .mainActorNeededByNonisolated,
                "\(name(source)) is made on no actor and needs \(name(edge.target)), which is made on the main actor.",
                fix: needer.key.adviceOnMainActor(name(source)))
        }
    }

    /// From a dependent to its dependency and, where that is an alias, on to what it stands for.
    private func path(_ source: Int, _ target: Int) -> [ResolutionError.Step] {
        [step(source), step(target)] + (ends[target] == target ? [] : [step(ends[target])])
    }

    private var duplicates: [Problem] {
        wiring.survey.levels.reversed().flatMap(\.duplicates).compactMap { duplicate in
            guard let first = duplicate.first.assembly, let second = duplicate.second.assembly else { return nil }
            // Two modules may have assemblies of one name.
            let areNamesakes = first.name == second.name
            let (earlier, later) = (first.name(qualified: areNamesakes), second.name(qualified: areNamesakes))
            let path = [names.step(duplicate.first), names.step(duplicate.second)]
            return Problem(
                kind: .duplicate, what: "\(path[1].name) is registered by two assemblies, \(earlier) and \(later).", path: path,
                fix: "remove one of them, or say `overriding: true` in \(later).")
        }
    }

    /// Decorators and replacements that stand alone.
    var listed: [Problem] {
        var problems: [Problem] = []
        let levels = wiring.survey.levels
        let decorators = levels.reversed().flatMap(\.idleDecorators)
        let near = NearMisses(decorators.isEmpty ? [] : wiring.survey.entries.map(\.registration))
        for (decorator, expected) in decorators {
            let path = [ResolutionError.Step(name: names.name(of: decorator.key), source: decorator.source)]
            var (reason, fix) = ("", near.nearMiss(of: decorator.key).fixForDecorating(decorator.key))
            if let expected, let kind = expected.lifetime.scopeKind {
                reason = ": it is given to each \(kind) scope, and what is given is not decorated"
                fix = "wrap it where it is provided, or register a service with .scoped(\(kind.expression)) that is made from it."
            }
            problems.append(
                Problem(
                    kind: .decoratorWithoutTarget, what: "A decorator of \(path[0].name) has nothing to wrap\(reason).", path: path,
                    fix: fix))
        }
        for (level, facts) in levels.enumerated().reversed() {
            for replacement in facts.bareReplacements {
                if levels.indices.contains(where: { $0 > level && wiring.survey.find(replacement.key, home: $0) != nil }) { continue }
                let step = names.step(replacement)
                problems.append(
                    Problem(
                        kind: .replacementWithoutTarget, what: "A replacement of \(step.name) stands in for nothing.", path: [step],
                        fix: "register what it replaces, or register the replacement itself."))
            }
        }
        return problems
    }
}
