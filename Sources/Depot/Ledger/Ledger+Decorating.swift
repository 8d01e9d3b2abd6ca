/// How registrations are decorated: in their own container, and from further down.
extension Ledger {
    /// Wraps what is registered for a type and a name, with whatever arguments, here or further up.
    ///
    /// What is registered later is wrapped when it is.
    mutating func decorate(with decorator: Decorator, in core: Core) {
        if core.isClosed { return }
        core.writable.decorators.append(decorator)
        for key in keys(for: decorator, in: core) { wrap(key, in: core) }
        if core.parentCore != nil { typesDecoratedBelow.insert(decorator.key.typeID) }
    }

    /// Wraps what is registered for a key, here or further up, by the decorator that was added last.
    mutating func wrap(_ key: Key, in core: Core) {
        let annex = core.writable
        let last = annex.decorators.count - 1
        if let slot = core.slot(key)?.takeUnretainedValue(), let base = slot.base {
            annex.decorators[last].wrapped[key] = true
            if !base.isOnlyExpected { replace(slot, of: core, with: annex.decorators[last].decorated(base, .here)) }
        } else {
            wrapAbove(key, in: core)
        }
    }

    /// A registration with the decorators that have waited for it; those of the one that it takes the place of end.
    func decorated(_ registration: Registration, in core: Core) -> Registration {
        guard let annex = core.readable else { return registration }
        let key = registration.key
        annex.keysWrappedAbove.remove(key)
        var decorated = registration
        for index in annex.decorators.indices where annex.decorators[index].isFor(key) {
            let isFirst = annex.decorators[index].wrapped[key] == nil
            annex.decorators[index].wrapped[key] = isFirst
            if isFirst, !registration.isOnlyExpected { decorated = annex.decorators[index].decorated(decorated, .here) }
        }
        // What is registered now still has the closures of those that go: they are not released here.
        annex.decorators.removeAll { $0.isOver }
        return decorated
    }

    /// Has the children that decorate a key wrap what was registered for it just now, and the overrides that have waited for it.
    ///
    /// An override that has wrapped something keeps that to its end.
    mutating func decorateBelow(_ core: Core, _ key: Key) {
        var rest = core.children
        while let child = rest.popLast() {
            // Its last owner may release it meanwhile.
            hold(child)
            let isWrapping = !child.isOverride && child.readable?.keysWrappedAbove.contains(key) ?? false
            // What has its own does not see what is further up, nor does what stands on it.
            if child.isClosed || (!isWrapping && child.slot(key)?.takeUnretainedValue().base != nil) { continue }
            wrapAbove(key, in: child)
            rest += child.children
        }
    }

    /// Wraps what is in effect for a key further up by the decorators of a child or an override; nothing where it has none for it.
    ///
    /// A child wraps what its parent has. An override makes its own: what is shared further up from what is registered there (C8), anything else
    /// as what it overrides would.
    private mutating func wrapAbove(_ key: Key, in core: Core) {
        guard let annex = core.readable, let parent = core.parentCore, let slot = find(key, home: parent, view: parent),
            let found = slot.current, let registration = core.isOverride ? plain(found, at: slot, in: parent) : found
        else { return }
        let isElsewhere = registration.lifetime.isShared && slot.core.overridden !== core.overridden
        let registered = registeredSlot(key, in: parent)?.base ?? found
        let base: DecoratedBase =
            core.isOverride ? (isElsewhere ? .above(slot.core) : .here) : .parent(parent, registered: registered)
        guard let decorated = wrapped(registration, at: base, by: annex) else { return }
        annex.keysWrappedAbove.insert(key)
        replace(core.makeSlot(key).takeUnretainedValue(), of: core, with: decorated)
    }

    /// A registration that an override may wrap: what a child decorates of its parent without the look-up there, which would find the override's.
    ///
    /// Nil for what each scope is given.
    private func plain(_ registration: Registration, at slot: Slot, in view: Core) -> Registration? {
        let (core, key) = (slot.core, slot.key)
        if registration.isOnlyExpected { return nil }
        guard slot.replacement == nil, !core.isOverride, let annex = core.readable, annex.keysWrappedAbove.contains(key),
            let parent = core.parentCore, let next = find(key, home: parent, view: view), let found = next.current
        else { return registration }
        return plain(found, at: next, in: view).flatMap { wrapped($0, at: .above(next.core), by: annex) }
    }

    /// A registration with all decorators of one container that are for it, in order; nil where there is none.
    private func wrapped(_ registration: Registration, at base: DecoratedBase, by annex: CoreAnnex) -> Registration? {
        let key = registration.key
        var decorated: Registration?
        for index in annex.decorators.indices where annex.decorators[index].isFor(key) && annex.decorators[index].wrapped[key] != false {
            annex.decorators[index].wrapped[key] = true
            decorated = annex.decorators[index].decorated(decorated ?? registration, decorated == nil ? base : .here)
        }
        return decorated
    }

    mutating func replace(_ slot: Slot, of core: Core, with registration: Registration) {
        if let ending = put(registration, in: slot, of: core) { leftover.ending.take(ending) }
    }

    /// The keys of what a decorator finds to wrap.
    private func keys(for decorator: Decorator, in core: Core) -> Set<Key> {
        var keys: Set<Key> = []
        let (type, name) = (decorator.key.typeID, decorator.key.name)
        for slot in core.slots(of: type, named: name) where slot.base != nil { keys.insert(slot.key) }
        guard let parent = core.parentCore else { return keys }
        for level in lookupChain(home: parent, view: parent) {
            for slot in level.slots(of: type, named: name) where slot.isInUse { keys.insert(slot.key) }
        }
        return keys
    }
}
