/// A program of which the last steps are taken by two threads at once.
///
/// What they do has to be what they could have done one step after the other, in some order: linearizability, after Herlihy and Wing,
/// "Linearizability: A Correctness Condition for Concurrent Objects", ACM TOPLAS 12(3), 1990.
struct ModelRace: Sendable, CustomStringConvertible {
    var setup: [ModelStep]
    var threads: [[ModelStep]]
    /// Of each type, in the order of their numbers.
    let lifetimes: [ModelLifetime]

    /// The keys that something is registered for in it.
    var keys: [Int] {
        func keys(_ steps: [ModelStep]) -> [Int] {
            steps.flatMap { step -> [Int] in
                if case .register(_, let key, _, _) = step { return [key] }
                return keys(step.inner)
            }
        }
        return Set(([setup] + threads).flatMap(keys)).sorted()
    }

    func lifetime(of key: Int) -> ModelLifetime { lifetimes[ModelKey.all[key].type] }

    /// The same with only such steps as are one decision each.
    var normalized: ModelRace {
        ModelRace(
            setup: setup.compactMap { $0.inRace(lifetimes) }, threads: threads.map { $0.compactMap { $0.inRace(lifetimes) } },
            lifetimes: lifetimes)
    }

    var description: String {
        ([setup] + threads).map { steps in steps.map { "\($0),\n" }.joined() }.joined(separator: "  beside\n")
            + "  lifetimes \(lifetimes)"
    }
}

extension ModelStep {
    /// The same, where it is one decision, or several that are seen as one; nil where it is not, or depends on what only one thread can know.
    fileprivate func inRace(_ lifetimes: [ModelLifetime]) -> ModelStep? {
        func lifetime(_ key: Int) -> ModelLifetime { lifetimes[ModelKey.all[key].type] }
        func allowed(_ dependencies: [ModelDependency], _ key: Int) -> [ModelDependency] {
            let dependencies = dependencies.map(\.inRace)
            if lifetime(key).isShared { return dependencies }
            // Who asks for more than one thing asks at different moments.
            let one = dependencies.first { !$0.form.isLater && $0.form != .all }
            return dependencies.filter(\.form.isLater) + (one.map { [$0] } ?? [])
        }
        switch self {
        case .register(let core, let key, _, let dependencies):
            return .register(core, key: key, lifetime(key), allowed(dependencies, key))
        case .contribute(let core, let key, _, let dependencies):
            return .contribute(core, key: key, lifetime(key), allowed(dependencies, key))
        case .replace(let core, let key, let dependencies): return .replace(core, key: key, allowed(dependencies, key))
        case .decorate(let core, let key, _): return .decorate(core, key: key, [])
        case .override(let core, let steps): return .override(core, steps.compactMap { $0.inRace(lifetimes) })
        case .scope(let core, let kind, _, let steps): return .scope(core, kind, given: [], steps.compactMap { $0.inRace(lifetimes) })
        case .setCurrent(let core, let kind, let id, _): return .setCurrent(core, kind, id: id)
        case .alias, .clear, .replaceByInstance, .restore, .resolve, .keep, .call: return self
        default: return nil
        }
    }
}

extension ModelDependency {
    /// The same without properties, whose reads trap where there is nothing.
    fileprivate var inRace: ModelDependency {
        guard form.isProperty else { return self }
        return ModelDependency(form: ModelKey.named.contains(key) ? .resolver : .lazy, key: key, argument: argument)
    }
}
