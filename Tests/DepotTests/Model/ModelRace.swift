/// A program of which the last steps are taken by two threads at once.
///
/// What they do has to be what they could have done one step after the other, in some order: linearizability, after Herlihy and Wing,
/// "Linearizability: A Correctness Condition for Concurrent Objects", ACM TOPLAS 12(3), 1990.
struct ModelRace: Sendable, CustomStringConvertible {
    var setup: [ModelStep]
    var threads: [[ModelStep]]
    /// Of each type, in the order of their numbers.
    let lifetimes: [ModelLifetime]
    /// Whether it has properties with `@Inject`: then nothing in it can fail, for their reads would trap.
    let hasProperties: Bool

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

    /// The types of what lives only for as long as others keep it.
    var weakTypes: Set<Int> { Set(lifetimes.indices.filter { lifetimes[$0] == .weak }) }

    /// The same with only such steps as are one decision each.
    var normalized: ModelRace {
        // In the root, before anything is resolved.
        var registered: Set<Int> = []
        for step in setup {
            if case .child = step { continue }
            guard case .register(let core, let key, _, _) = step else { break }
            if core == 0 { registered.insert(key) }
        }
        let rules = ModelRaceRules(lifetimes: lifetimes, readable: hasProperties ? registered : nil)
        return ModelRace(
            setup: rules.allowed(setup), threads: threads.map { Self.withOneChange(rules.allowed($0)) }, lifetimes: lifetimes,
            hasProperties: hasProperties)
    }

    /// The same with the first step alone that another thread may see: a caller that has looked a key up before the first of two changes may be
    /// making what that gave after the second.
    private static func withOneChange(_ steps: [ModelStep]) -> [ModelStep] {
        var isChanged = false
        func first(_ steps: [ModelStep]) -> [ModelStep] {
            steps.compactMap { step in
                if step.isSeenByOthers {
                    defer { isChanged = true }
                    return isChanged ? nil : step
                }
                return step.with(inner: first(step.inner))
            }
        }
        return first(steps)
    }

    /// The same where the factories are async, and without what has to wait for a task.
    var forTasks: ModelRace {
        func made(_ steps: [ModelStep]) -> [ModelStep] { steps.map { $0.made(by: .asyncClosures) } }
        return ModelRace(
            setup: made(setup), threads: threads.map(made), lifetimes: lifetimes.map { $0 == .weak ? .singleton : $0 }, hasProperties: false
        ).normalized
    }

    /// Every race with one step less, with a step's own steps in its place, or with a dependency less.
    var shorter: [ModelRace] {
        func with(_ setup: [ModelStep], _ threads: [[ModelStep]]) -> ModelRace {
            ModelRace(setup: setup, threads: threads, lifetimes: lifetimes, hasProperties: hasProperties).normalized
        }
        return ModelShrinker.shorter(setup).map { with($0, threads) }
            + threads.indices.flatMap { index in
                ModelShrinker.shorter(threads[index]).map { steps in
                    var threads = threads
                    threads[index] = steps
                    return with(setup, threads)
                }
            }
    }

    var description: String {
        ([setup] + threads).map { steps in steps.map { "\($0),\n" }.joined() }.joined(separator: "  beside\n")
            + "  lifetimes \(lifetimes.map { "." + String(describing: $0) })\(hasProperties ? ", with properties" : "")"
    }
}

extension ModelStep {
    fileprivate var isSeenByOthers: Bool {
        switch self {
        case .register, .expect, .contribute, .alias, .decorate, .replace, .replaceByInstance, .restore, .setCurrent, .clear, .give, .show,
            .leave, .turn, .arm, .drop, .close:
            true
        default: false
        }
    }
}

/// What a race may have.
private struct ModelRaceRules {
    let lifetimes: [ModelLifetime]
    /// The keys whose reads by a property cannot fail; nil where there are no properties.
    let readable: Set<Int>?

    private func lifetime(_ key: Int) -> ModelLifetime { lifetimes[ModelKey.all[key].type] }

    func allowed(_ steps: [ModelStep], isInner: Bool = false) -> [ModelStep] { steps.compactMap { allowed($0, isInner) } }

    /// The same, where it is one decision, or several that are seen as one; nil where it is not, or depends on what only one thread can know.
    private func allowed(_ step: ModelStep, _ isInner: Bool) -> ModelStep? {
        switch step {
        case .register(_, let key, _, _) where !isRegistered(key), .replace(_, let key, _) where !isRegistered(key): return nil
        case .register(let core, let key, _, let dependencies):
            return .register(core, key: key, lifetime(key), allowed(dependencies, of: key))
        case .contribute(let core, let key, _, let dependencies):
            return .contribute(core, key: key, lifetime(key), allowed(dependencies, of: key))
        case .replace(let core, let key, let dependencies): return .replace(core, key: key, allowed(dependencies, of: key))
        case .decorate(let core, let key, let dependencies): return .decorate(core, key: key, allowed(dependencies, of: key))
        case .alias: return readable == nil ? step : nil
        case .drop: return isInner ? nil : step
        case .close: return readable == nil && !isInner ? step : nil
        case .inject(let key, let form): return readable != nil ? .inject(key: key, readable(form, key)) : nil
        // A property is read where a container is the shared one.
        case .read: return readable != nil && isInner ? step : nil
        case .call: return readable == nil || isInner ? step : nil
        // Several are made one after the other.
        case .resolveAll, .start, .expect, .arm, .release: return nil
        default:
            let gifts = step.given.map { gift in
                ModelGift(key: gift.key, dependencies: gift.dependencies.map { allowed($0, of: gift.key) })
            }
            return step.with(given: gifts).with(inner: allowed(step.inner, isInner: true))
        }
    }

    private func isRegistered(_ key: Int) -> Bool { readable == nil || key != ModelKey.withArgument }

    private func allowed(_ dependencies: [ModelDependency], of key: Int) -> [ModelDependency] {
        // In a ring what is made is in part of before a change and in part of after it; and a captive may be there only in between.
        let dependencies = dependencies.filter { $0.key > key && ($0.form.isLater || !isCaptive($0.key, of: key)) }.compactMap {
            allowed($0)
        }
        if lifetime(key).isShared { return dependencies }
        // Who asks for more than one thing asks at different moments.
        let one = dependencies.first { !$0.form.isLater && $0.form != .all }
        return dependencies.filter(\.form.isLater) + (one.map { [$0] } ?? [])
    }

    /// Whether what a service must not keep may be among what it gets: what the caller alone gets may be on its way to anybody.
    private func isCaptive(_ dependency: Int, of key: Int) -> Bool {
        guard let kind = lifetime(dependency).kind else { return false }
        return !lifetime(key).isShared || lifetime(key).isCaptor(of: kind)
    }

    private func allowed(_ dependency: ModelDependency) -> ModelDependency? {
        let (form, key) = (dependency.form, dependency.key)
        func with(_ form: ModelDependency.Form) -> ModelDependency {
            ModelDependency(form: form, key: key, argument: dependency.argument)
        }
        guard readable != nil else {
            return form.isProperty ? with(ModelKey.named.contains(key) ? .resolver : .lazy) : dependency
        }
        if key == ModelKey.withArgument { return nil }
        return with(form == .required ? .optional : readable(form, key))
    }

    /// A form that needs no registration, where there may be none.
    private func readable(_ form: ModelDependency.Form, _ key: Int) -> ModelDependency.Form {
        if readable?.contains(key) ?? true { return form }
        return form.isPropertyOfOne ? .injectIfRegistered : form == .lazy || form == .provider ? .resolver : form
    }
}
