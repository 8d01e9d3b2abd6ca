import Synchronization

/// How a container stands to those further up, and an override to those it overrides.
extension Core {
    /// The cores from this one up.
    var ancestors: some Sequence<Core> { sequence(first: self) { $0.parentCore } }

    /// The overrides that are in effect in this core, the innermost first.
    var layers: some Sequence<Core> { sequence(state: overriding, next: Core.nextLayer) }

    private static func nextLayer(_ next: inout Core?) -> Core? {
        let layer = next
        next = layer?.parentCore?.overriding
        return layer
    }

    /// This override as it was opened: the same for all containers that see it.
    var opened: Core { original ?? self }

    /// The innermost of them, as it was opened.
    var innermostOverride: Core? { overriding?.opened }

    /// Whether an override, as it was opened, is in effect in this core.
    func isUnder(_ override: Core) -> Bool { layers.contains { $0.opened === override } }

    /// Whether an override that is in effect here replaces what a view shows, which it is not in effect in.
    func replaces(in view: Core) -> Bool {
        layers.contains { layer in !view.isUnder(layer.opened) && layer.base.map { view.descends(from: $0) } ?? false }
    }

    /// Whether `other` is this core or further up.
    func descends(from other: Core) -> Bool { ancestors.contains { $0 === other || $0.original === other } }

    /// This core, or what the override stands on.
    var overridden: Core { unretainedOverridden.takeUnretainedValue() }
    var unretainedOverridden: Unmanaged<Core> {
        // An override keeps what it overrides.
        var core = Unmanaged.passUnretained(self)
        while let base = core._withUnsafeGuaranteedRef({ $0.isOverride ? $0.unretainedParent : nil }) { core = base }
        return core
    }

    /// Whether this core is an override of `base`, directly or of an override of it, or of one that stands for `base` on the same container.
    func isOverride(of base: Core) -> Bool {
        // Unretained, because an override keeps what it overrides.
        var core = Unmanaged.passUnretained(self)
        while let next = core._withUnsafeGuaranteedRef({ $0.isOverride ? $0.unretainedParent : nil }) {
            if next.toOpaque() == base.address || next._withUnsafeGuaranteedRef({ $0.stands(for: base) }) { return true }
            core = next
        }
        return false
    }

    /// Whether this is another override as it is under one that was opened later of a container further up.
    private func stands(for other: Core) -> Bool { original.map { $0 === other && overridden === other.overridden } ?? false }

    /// The container whose registrations this override replaces.
    var base: Core? { unretainedBase?.takeUnretainedValue() }

    /// This override, as the services of another container see it: one further up, or a child of what it overrides.
    ///
    /// With the other overrides that are in effect here.
    func projected(onto home: Core) -> Core {
        var view = home
        for layer in Array(layers).reversed() { view = layer.rebased(onto: view) }
        return view
    }

    /// This view with only those overrides that are in effect for a container which is asked directly: not those of other ones.
    func narrowed(to place: Core) -> Core {
        let all = Array(layers)
        let own = all.filter { layer in layer.base.map { place.descends(from: $0) } ?? false }
        if own.count == all.count { return self }
        return own.reversed().reduce(place) { $1.rebased(onto: $0) }
    }

    /// This override alone on another container, or on an override of that.
    func rebased(onto base: Core) -> Core {
        let source = opened
        if source.parentCore === base { return source }
        if let known = source.readable?.projections[ObjectIdentifier(base)] { return known }
        let made = Core(parent: base, isOverride: true, original: source)
        // Of one that has ended nobody would take it out again.
        if !source.isClosed { source.writable.projections[ObjectIdentifier(base)] = made }
        return made
    }

    /// What a container or an override shows, with this override in effect as well.
    func added(to view: Core) -> Core { view.descends(from: self) ? view : rebased(onto: view) }

    /// Breaks the ties between an override and its projections, and with the places of its instances.
    ///
    /// The containers that the projections' instances kept, and what it kept for others, go outside the lock. A projection has nothing else that
    /// is the user's, and what has ended above it has nothing any more.
    func forgetOverride(into ending: inout Ending) {
        guard let annex = readable else { return }
        ending.remains += Array(annex.keepsakes.values)
        annex.keepsakes = [:]
        for projection in annex.projections.values { projection.dropInner(into: &ending) }
        annex.projections = [:]
        for pair in annex.owned.values {
            pair.home.forget(self)
            pair.home.place?.removeIfUnused(into: &ending)
        }
        annex.owned = [:]
    }
}

extension Core {
    /// Whether an override of this container, or of one further up that it does not override itself, may be in effect.
    ///
    /// Without the lock.
    var mayBeOverridden: Bool {
        if openOverrides.load(ordering: .relaxed) > 0 { return true }
        // Unretained, because a core keeps its parent's.
        var core = Unmanaged.passUnretained(self)
        while let base = core._withUnsafeGuaranteedRef({ $0.isOverride ? $0.unretainedParent : nil }) { core = base }
        var next = core._withUnsafeGuaranteedRef { $0.unretainedParent }
        while let now = next {
            if now._withUnsafeGuaranteedRef({ $0.openOverrides.load(ordering: .relaxed) > 0 }) { return true }
            next = now._withUnsafeGuaranteedRef { $0.unretainedParent }
        }
        return false
    }
}
