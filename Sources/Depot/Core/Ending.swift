/// What the end of instances, scopes and containers leaves to be done outside the lock: releases and disposals.
struct Ending {
    /// The instances that nobody gets any more.
    private var instances = Handful<Instance>()
    /// What their `Lazy`s resolved.
    private var late: [DependencyList] = []
    /// What is to be disposed; nil where there is nothing.
    private(set) var disposal: Disposal?
    /// Anything else whose last reference may be here: scopes, registrations, arguments.
    var remains: [AnyObject] = []
    /// What observers are to be told of the scopes that closed and the replacements that ended.
    var events: [ContainerEvent] = []

    /// Takes over instances that were taken out of their place for good: neither they nor what was made from them is valid any more.
    @inline(never)
    mutating func end(_ ended: consuming Handful<Instance>) {
        // A constant, whose objects are not counted once more while they are looked through.
        let ended = consume ended
        ended.forEach { instance in
            instance.isLost = true
            instance.cell = nil
            takeRest(of: instance)
        }
        instances.append(ended)
    }

    /// Takes over an instance that was taken out of its place because its time is over: nobody else keeps or disposes it, but what was made
    /// from it stays valid for as long as what it was made from does.
    @inline(never)
    mutating func drop(_ instance: Instance) {
        takeRest(of: instance)
        instances.append(instance)
    }

    /// Takes over all that another leaves to be done.
    mutating func take(_ other: consuming Ending) {
        instances.append(other.instances)
        late += other.late
        if let disposal { if let others = other.disposal { disposal.take(others) } } else { disposal = other.disposal }
        remains += other.remains
        events += other.events
    }

    /// Takes over what refers to an instance and what it refers to; not inlined, for each of its callers would be as long.
    @inline(never)
    private mutating func takeRest(of instance: Instance) {
        if !instance.replacements.isEmpty { for replacement in instance.replacements { replacement.forget(instance) } }
        // They may lead back to the instance.
        if let list = instance.takeLateDependencies() { late.append(list) }
        takeDisposal(of: instance)
    }

    /// Takes over the disposal of an instance that is kept until later.
    @inline(never)
    mutating func takeDisposal(of instance: Instance) {
        guard instance.hasDisposals else { return }
        let own = instance.disposal.take()
        take((own.map { [$0] } ?? []) + instance.parts, in: instance.metScope, of: instance.owner ?? instance.home)
        instance.parts = []
    }

    /// Takes over disposals of what was kept in a scope, or else in a container.
    mutating func take(_ entries: [Disposables.Entry], in scope: Scope?, of core: Core) {
        if entries.isEmpty { return }
        let known = disposal ?? Disposal()
        known.take(entries, in: scope, of: core)
        disposal = known
    }

    /// How much is to be disposed.
    var disposalCount: Int { disposal?.entries.count ?? 0 }

    /// Takes its turn among the disposals, where there is something to dispose; see ``Disposal/lineUp(in:at:isAwaited:)``.
    func lineUp(in family: Family, at root: DisposalPlace?, isAwaited: Bool = false) {
        disposal?.lineUp(in: family, at: root, isAwaited: isAwaited)
    }

    /// Takes the disposal out, for one who begins it before the rest is released.
    mutating func takeDisposal() -> Disposal? { disposal.take() }

    /// Takes over an instance that readers without a lock may have been looking at.
    mutating func release(_ retired: Instance) { instances.append(retired) }

    /// Puts what one owner disposes in order: what was made last comes first; there were some of others before.
    mutating func order(from start: Int) {
        disposal?.order(from: start)
    }

    /// Tells of the scopes that closed and the replacements that ended, and releases the instances; gives what is to be disposed.
    consuming func release(telling family: Family) -> Disposal? {
        if let turn = disposal?.turn { return (consume self).release(telling: family, inside: turn) }
        if !events.isEmpty { family.emit(each: events) }
        return release()
    }

    /// The same where there is something to dispose: what a deinit or an observer ends is part of that, and is disposed first.
    private consuming func release(telling family: Family, inside turn: DisposalTurn) -> Disposal? {
        let events = events
        // Nobody else has what it holds, so the instances are released in order.
        var rest = Optional(consume self)
        return Context.bind(.context(.disposing(turn))) {
            if !events.isEmpty { family.emit(each: events) }
            return rest.take()?.release()
        }
    }

    /// Releases the instances, those that were made last first; gives what is to be disposed.
    @inline(never)
    consuming func release() -> Disposal? {
        if let disposal, disposal.turn != nil { disposal.releasePlaces() }
        // What is left is released at the end.
        if instances.hasNoMoreThanOne { return disposal }
        var rest = instances.takeRest()
        rest.sortByBirth()
        while let last = rest.popLast() {
            // The first of the list has its turn as well.
            if let first = instances.first, first.birth > last.birth { instances = Handful() }
            withExtendedLifetime(last) {}
        }
        return disposal
    }
}

/// A value as an object, whose last reference goes outside the lock.
final class Remains<Value> {
    private let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension [Instance] {
    /// Puts those that were made first first.
    mutating func sortByBirth() { self = ordered { $0.birth } }
}
