/// What is wrong with single edges, and what was noted when it was registered.
extension Validation {
    /// Layer problems, duplicates, async and main-actor problems, in this order.
    var edgeProblems: [Problem] {
        var layer: [Problem] = []
        var async: [Problem] = []
        var mainActor: [Problem] = []
        // In a child container one registration may stand at two places, which say the same.
        var seen: Set<Problem> = []
        for source in wiring.vertices.indices {
            for edge in wiring.edges[source] {
                if let problem = layerProblem(source, edge), seen.insert(problem).inserted { layer.append(problem) }
                if let problem = asyncProblem(source, edge), seen.insert(problem).inserted { async.append(problem) }
                if let problem = mainActorProblem(source, edge), seen.insert(problem).inserted { mainActor.append(problem) }
            }
        }
        return layer + duplicates + async + mainActor
    }

    private func layerProblem(_ source: Int, _ edge: Wiring.Edge) -> Problem? {
        let target = edge.target
        let upper = wiring.registration(target).layer ?? wiring.registration(ends[target]).layer
        guard let lower = wiring.registration(source).layer, let upper, upper > lower else { return nil }
        return problem(
            .layer, "\(name(source)) in the \(lower) layer needs \(name(target)) in the \(upper) layer, which stands above it.",
            path: path(source, target),
            fix: "turn the dependency around, or let \(name(source)) need a protocol that its own layer declares.")
    }

    private func asyncProblem(_ source: Int, _ edge: Wiring.Edge) -> Problem? {
        let end = ends[edge.target]
        guard edge.isImmediate, wiring.registration(end).traits.contains(.async), !wiring[end].isMade else { return nil }
        guard wiring.registration(source).traits.isDisjoint(with: [.async, .alias]) else { return nil }
        let started =
            wiring.registration(end).lifetime.isBuiltByStart ? ", or validate after `try await container.start()`, which builds it" : ""
        return problem(
            .asyncNeededBySync, "\(name(source)) is made synchronously and needs \(name(edge.target)), which has to be awaited.",
            path: path(source, edge.target),
            fix: "register \(name(source)) with registerAsync\(started).")
    }

    private func mainActorProblem(_ source: Int, _ edge: Wiring.Edge) -> Problem? {
        let end = ends[edge.target]
        guard edge.isImmediate, wiring.registration(end).traits.contains(.mainActor) else { return nil }
        guard wiring.registration(source).traits.isDisjoint(with: [.mainActor, .async, .alias]) else { return nil }
        return problem(
            .mainActorNeededByNonisolated,
            "\(name(source)) is made on no actor and needs \(name(edge.target)), which is made on the main actor.",
            path: path(source, edge.target),
            fix: "make \(name(source)) on the main actor, with a @MainActor initializer or onMainActor:, or register it with registerAsync."
        )
    }

    /// From a dependent to its dependency and, where that is an alias, on to what it stands for.
    private func path(_ source: Int, _ target: Int) -> [ResolutionError.Step] {
        [step(source), step(target)] + (ends[target] == target ? [] : [step(ends[target])])
    }
}

extension Validation {
    private var duplicates: [Problem] {
        wiring.survey.levels.reversed().flatMap(\.duplicates).map { duplicate in
            let assemblies = [duplicate.first, duplicate.second].compactMap(\.assembly)
            // Two modules may have assemblies of one name.
            let areNamesakes = Set(assemblies.map(\.name)).count < 2
            let (first, second) = (assemblies[0].name(qualified: areNamesakes), assemblies[1].name(qualified: areNamesakes))
            return problem(
                .duplicate, "\(names.name(of: duplicate.second.key)) is registered by two assemblies, \(first) and \(second).",
                path: [names.step(duplicate.first), names.step(duplicate.second)],
                fix: "remove one of them, or say `overriding: true` in \(second).")
        }
    }

    /// Decorators and replacements that stand alone.
    var listed: [Problem] {
        let levels = wiring.survey.levels
        let decorators = levels.reversed().flatMap(\.pendingDecorators)
        let near = NearMisses(decorators.isEmpty ? [] : wiring.survey.registrations)
        let alone = decorators.map { decorator in
            problem(
                .decoratorWithoutTarget, "A decorator of \(names.name(of: decorator.key)) has nothing to wrap.",
                path: [ResolutionError.Step(name: names.name(of: decorator.key), source: decorator.source)],
                fix: near.nearMiss(of: decorator.key).fix(decorator.key))
        }
        let replacements = levels.indices.reversed().flatMap { level in
            levels[level].bareReplacements.filter { replacement in
                !levels.indices.contains { $0 > level && wiring.survey.find(replacement.key, home: $0) != nil }
            }
        }
        return alone
            + replacements.map { replacement in
                problem(
                    .replacementWithoutTarget, "A replacement of \(names.name(of: replacement.key)) stands in for nothing.",
                    path: [names.step(replacement)], fix: "register what it replaces, or register the replacement itself.")
            }
    }
}
