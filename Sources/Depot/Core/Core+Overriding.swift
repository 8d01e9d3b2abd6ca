/// How a container stands to those further up, and an override to those it overrides.
extension Core {
    /// Whether `other` is this core or further up.
    func descends(from other: Core) -> Bool {
        var core: Core? = self
        while let now = core {
            if now === other || now.original === other { return true }
            core = now.parentCore
        }
        return false
    }

    /// This core, or what the override stands on.
    var overridden: Core {
        var core = self
        while core.isOverride, let base = core.parentCore { core = base }
        return core
    }

    /// Whether this core is an override of `base`, directly or of an override of it.
    func isOverride(of base: Core) -> Bool {
        var core: Core? = self
        while let now = core, now.isOverride {
            if now.parentCore === base { return true }
            core = now.parentCore
        }
        return false
    }

    /// This override, as the services of a container further up see it.
    func projected(onto home: Core) -> Core {
        if parentCore === home { return self }
        if let known = readable?.projections[ObjectIdentifier(home)] { return known }
        let outer = parentCore?.overriding
        let base = outer.map { $0 === home ? home : $0.projected(onto: home) } ?? home
        let made = Core(parent: base.inner(), isOverride: true, original: original ?? self)
        writable.projections[ObjectIdentifier(home)] = made
        return made
    }

    /// Breaks the ties between an override and its projections.
    func forgetOverride() {
        readable?.projections = [:]
        readable?.verdicts = [:]
        for pair in readable?.owned.values ?? [:].values { pair.home.forget(self) }
        readable?.owned = [:]
    }
}
