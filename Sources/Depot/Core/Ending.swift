/// What the end of instances, scopes and containers leaves to be done outside the lock: releases and disposals.
struct Ending {
    /// The instances that nobody gets any more.
    private var instances = Handful<Instance>()
    /// What their `Lazy`s resolved.
    private var late: [DependencyList] = []
    /// What is to be disposed, first things first.
    var disposables: [Disposables.Entry] = []
    /// Anything else whose last reference may be here: scopes, registrations, arguments.
    var remains: [any AnyObject & Sendable] = []
    /// What observers are to be told of the scopes that closed.
    var events: [ContainerEvent] = []

    /// Takes over instances that were taken out of their place for good: neither they nor what was made from them is valid any more.
    @inline(never)
    mutating func end(_ ended: consuming Handful<Instance>) {
        ended.forEach { instance in
            instance.isLost = true
            instance.cell = nil
            takeRest(of: instance)
        }
        instances.append(ended)
    }

    /// Takes over an instance that was taken out of its place because its time is over: nobody else keeps or disposes it, but what was made
    /// from it stays valid for as long as what it was made from does.
    mutating func drop(_ instance: Instance) {
        takeRest(of: instance)
        instances.append(instance)
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
    mutating func takeDisposal(of instance: Instance) {
        if let entry = instance.disposal.take() { disposables.append(entry) }
    }

    /// Takes over an instance that readers without a lock may have been looking at.
    mutating func release(_ retired: Instance) { instances.append(retired) }

    /// Puts what one owner disposes in order: what was made last comes first; there were some of others before.
    mutating func order(from start: Int) {
        if disposables.count - start > 1 { disposables[start...].sort { $0.order > $1.order } }
    }

    /// Tells of the scopes that closed, and releases the instances; gives what is to be disposed, first things first.
    consuming func release(telling family: Family) -> [Disposables.Entry] {
        if !events.isEmpty { family.emit(each: events) }
        return release()
    }

    /// Releases the instances, those that were made last first; gives what is to be disposed, first things first.
    consuming func release() -> [Disposables.Entry] {
        // What is left is released at the end.
        if instances.hasNoMoreThanOne { return disposables }
        var rest = instances.takeRest()
        rest.sortByBirth()
        while let last = rest.popLast() {
            // The first of the list has its turn as well.
            if let first = instances.first, first.birth > last.birth { instances = Handful() }
            withExtendedLifetime(last) {}
        }
        return disposables
    }
}

extension [Instance] {
    /// Puts those that were made first first.
    @inline(never)
    mutating func sortByBirth() { sort { $0.birth < $1.birth } }
}
