import Synchronization

// Which container answers: the one that was asked, or an override of it, or of one that it falls back to, that the running task is in.
extension Container {
    /// The container to resolve from.
    var effective: Container {
        guard core.mayBeOverridden else { return self }
        return effective(in: Context.bound)
    }

    /// The same in a context that has been read already.
    func effective(in bound: Bound) -> Container {
        let overrides = bound.overrides(for: core)
        guard let innermost = overrides.first else { return self }
        // An override is opened under those that are in effect.
        if overrides.count == 1, innermost.core.isOverride(of: core) { return innermost }
        return core.family.decide { _ in effective(under: overrides) }
    }

    /// This container under several overrides, or under one of a container further up.
    ///
    /// Those of a container further up are looked at later, so they lie below; of one container's the innermost is on top.
    private func effective(under overrides: [Container]) -> Container {
        // Where this is an override itself, what overrides a container further up lies below it, also when it was opened later.
        let layers = ([core] + overrides.map(\.core).reversed()).openedLayers
        var view = core.overridden
        for base in view.ancestors.map(\.overridden).reversed() {
            for layer in layers where layer.base === base && !view.descends(from: layer) { view = layer.rebased(onto: view) }
        }
        // What overrides a container below this one is seen first of all.
        for layer in layers where !view.descends(from: layer) && core.descends(from: layer) { view = layer.rebased(onto: view) }
        if view === core { return self }
        if let whole = overrides.first(where: { $0.core === view }) { return whole }
        return Container(core: view, owner: .shows(override: overrides[0], of: self))
    }
}

extension Container {
    /// This container as the overrides have it that are in effect, those of containers below it too.
    ///
    /// A run that began under an override, but resolves from a container that does not have it, is not to meet it: others share what it makes.
    /// What is made for the caller alone meets it, as the caller does.
    func underOverridesBelow(askedBy run: Build?) -> Container {
        let bound = Context.bound
        let run = run?.nearestShared == nil ? nil : run
        let overrides = bound.overrides(below: core.overridden).filter { override in
            run.map { $0.container.core.descends(from: override.core) || !$0.isIn(override.core) } ?? true
        }
        guard let innermost = overrides.first else { return self }
        let here = effective(in: bound)
        return core.family.decide { _ in
            // An override of a container further down is seen first, as it is from there.
            let layers = ([here.core] + overrides.map(\.core).reversed()).openedLayers.ordered { $0.depth }
            var view = here.core.overridden
            for layer in layers where !view.descends(from: layer) { view = layer.rebased(onto: view) }
            return view === here.core ? here : Container(core: view, owner: .shows(override: innermost, of: here))
        }
    }

    /// What such a container shows; another one itself.
    var withoutOverridesBelow: Container {
        guard let base = kept.1, core.layers.contains(where: { $0.base.map { !core.descends(from: $0) } ?? false }) else { return self }
        return base
    }
}

extension Bound {
    /// The overrides that are bound here and in effect for containers below another, the innermost first.
    fileprivate func overrides(below home: Core) -> [Container] {
        var found: [Container] = []
        for container in containers where container.core.isOverride {
            let base = container.core.overridden
            // One that has closed while its override is bound gives nothing any more, and is not what is asked.
            guard base !== home, base.descends(from: home), !base.isShut.load(ordering: .acquiring) else { continue }
            found += overrides(for: base).filter { override in !found.contains { $0 === override } }
        }
        return found
    }

    /// The containers that are bound here, the innermost first.
    private var containers: [Container] {
        guard case .context(let context) = self else { return container.map { [$0] } ?? [] }
        return sequence(first: context) { $0.outer }.compactMap(\.container)
    }

    /// The overrides that are bound here and in effect for a container, the innermost first: of it, and of those that it falls back to.
    func overrides(for core: Core) -> [Container] {
        if case .context(let context) = self { return context.overrides(for: core) }
        guard let container, container.core.isInEffect(for: core) else { return [] }
        return [container]
    }
}

extension Context {
    /// The overrides that are bound here and in effect for a container, the innermost first.
    ///
    /// Where a container is bound as it is, what overrides it further out is not in effect inside.
    fileprivate func overrides(for core: Core) -> [Container] {
        var found: [Container] = []
        // The cores that may still be overridden, from the lowest up: up to, and without, one that was bound as it is.
        var end: Core?
        for context in sequence(first: self, next: { $0.outer }) {
            guard let container = context.container else { continue }
            let bound = container.core
            if bound === core { break }
            if bound.isInEffect(for: core, upTo: end) {
                if !found.contains(where: { $0.core.descends(from: bound) }) { found.append(container) }
            } else if !bound.isOverride, core.descends(from: bound), end.map({ !bound.descends(from: $0) }) ?? true {
                end = bound
            }
        }
        return found
    }
}

extension [Core] {
    /// The overrides that are in effect in one of them, as they were opened, the outermost of the first one first.
    fileprivate var openedLayers: [Core] {
        var opened: [Core] = []
        for core in self {
            for layer in Array<Core>(core.layers).reversed() {
                let layer = layer.opened
                if !opened.contains(where: { $0 === layer }) { opened.append(layer) }
            }
        }
        return opened
    }
}

extension Core {
    /// How many containers there are above the one that this override is of.
    fileprivate var depth: Int { base?.ancestors.reduce(0) { count, core in core.isOverride ? count : count + 1 } ?? 0 }

    /// Whether this is an override of a container, or of one that it falls back to: not of what it overrides itself, and only up to a container
    /// further up, if any.
    fileprivate func isInEffect(for core: Core, upTo end: Core? = nil) -> Bool {
        guard isOverride, self !== core else { return false }
        if isOverride(of: core) { return true }
        return core.overridden.ancestors.dropFirst().prefix { $0 !== end }.contains { isOverride(of: $0) }
    }
}
