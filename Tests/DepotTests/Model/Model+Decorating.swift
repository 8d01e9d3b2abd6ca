// How registrations are decorated.
extension Model {
    /// Wraps what is registered in the container itself, else what is in effect further up or, for an override, outside of it; a container
    /// waits for what is not there.
    ///
    /// - Returns: Whether that is in the model.
    mutating func decorate(_ key: Int, in core: Int, with dependencies: [ModelDependency]) -> Bool {
        if cores[core].hasEnded { return false }
        if let base = cores[core].slots[key]?.base {
            if isOpaque(base) { return false }
            var registration = registrations[base]
            registration.decorators.append(dependencies)
            put(registration, in: core)
            return true
        }
        if cores[core].overrides != nil { return decorateOutside(key, by: core, with: dependencies) }
        if let found = further(up: key, from: core), registrations[found].isExpected { return false }
        cores[core].decorators[key, default: []].append(dependencies)
        wrapAbove(key, in: core)
        return true
    }

    /// Whether it is an instance, as a copy has in place of a replacement, whose decoration is not in the model, or has nothing to wrap.
    private func isOpaque(_ id: Int) -> Bool { registrations[id].constant != nil || registrations[id].isExpected }

    /// What is in effect for a container further up.
    private func further(up key: Int, from core: Int) -> Int? {
        var model = self
        model.view = []
        return cores[core].parent.flatMap { model.lookUp(key, home: $0)?.registration }
    }

    /// Whether a container further down wraps what is registered for a key, or waits for it.
    func isDecorated(_ key: Int, below core: Int) -> Bool {
        cores.indices.contains { ancestors($0).dropFirst().contains(core) && (cores[$0].decorators[key] != nil || isForwarding(key, $0)) }
    }

    /// Whether all that a container has for a key is a decorator of what its parent has.
    func isForwarding(_ key: Int, _ core: Int) -> Bool {
        cores[core].slots[key]?.base.map { registrations[$0].parent != nil } ?? false
    }

    /// Has the children of a container wrap what was registered in it just now.
    mutating func decorateBelow(_ core: Int, _ key: Int) {
        for child in cores.indices where cores[child].parent == core && cores[child].overrides == nil && !cores[child].hasEnded {
            // What has its own does not see what is further up.
            if cores[child].slots[key]?.base != nil, !isForwarding(key, child) { continue }
            wrapAbove(key, in: child)
            decorateBelow(child, key)
        }
    }

    /// Wraps what is in effect further up by a child's decorators; nothing where there are none, or there is nothing.
    private mutating func wrapAbove(_ key: Int, in child: Int) {
        let old = isForwarding(key, child) ? cores[child].slots[key]?.base : nil
        let decorators = (old.map { registrations[$0].decorators } ?? []) + (cores[child].decorators[key] ?? [])
        guard !decorators.isEmpty, let parent = cores[child].parent, let lifetime = lifetime(of: key, in: parent) else { return }
        noteInstance(key, decoratedBy: child)
        cores[child].decorators[key] = nil
        put(Registration(key: key, lifetime: lifetime, parent: parent, decorators: decorators), in: child)
    }

    /// What an instance stands in for when a child decorates it may have to be awaited later: the error that tells that is not in the model.
    mutating func noteInstance(_ key: Int, decoratedBy child: Int) {
        if let found = further(up: key, from: child), isOpaque(found) { isUncertain = true }
    }

    /// That of what is registered, under all that replaces it.
    private func lifetime(of key: Int, in core: Int) -> ModelLifetime? {
        ancestors(core).compactMap { cores[$0].slots[key]?.base }.first.map { registrations[$0].lifetime }
    }

    /// Wraps what an override finds in effect outside of it.
    private mutating func decorateOutside(_ key: Int, by override: Int, with dependencies: [ModelDependency]) -> Bool {
        guard let container = cores[override].overrides else { return false }
        var model = self
        model.view = inEffect(for: container).filter { $0 != override }
        guard let found = model.lookUp(key, home: container), var registration = model.plain(found) else { return false }
        registration.wrapped = found.registration
        // What others share is made from what is registered where it is.
        if registration.lifetime.isShared, cores[found.core].overrides ?? found.core != container { settle(&registration, found.core) }
        registration.decorators.append(dependencies)
        put(registration, in: override)
        return true
    }

    /// A registration that an override may wrap: of what a child decorates the parent's, with the child's decorators.
    private func plain(_ found: (core: Int, registration: Int)) -> Registration? {
        if isOpaque(found.registration) { return nil }
        let registration = registrations[found.registration]
        guard let parent = registration.parent, cores[found.core].overrides == nil else { return registration }
        guard let next = lookUp(registration.key, home: parent), var base = plain(next) else { return nil }
        settle(&base, next.core)
        base.decorators += registration.decorators
        return base
    }

    /// Has a registration, with the decorators that it has, look up what it needs from where it is.
    private func settle(_ registration: inout Registration, _ core: Int) {
        if registration.baseHome != nil { return }
        registration.baseHome = cores[core].overrides ?? core
        registration.baseDecorators = registration.decorators.count
    }
}
