/// What a run resolved in something that its factory has made for itself, and that ends before it: a scope, an override or a child container.
///
/// That is over with it. What is left is noted: what it was made from in what was there before. So it is with a child that was there before and goes
/// later, as soon as that has gone.
extension Ledger {
    /// Notes in a run what an instance was made from that lives in a scope or an override of the run's own.
    ///
    /// Linear in that. What the instance's `Lazy`s resolve later is not followed.
    mutating func noteOrigins(of instance: Instance, at place: Core, on build: Build) {
        var seen: Set<ObjectIdentifier> = []
        var open = [(resolved: DependencyList.Resolved.instance(instance), place: place)]
        while let (resolved, place) = open.popLast() {
            guard case .instance(let instance) = resolved else {
                noteOrigin(resolved, at: place, replacements: [], on: build)
                continue
            }
            guard seen.insert(ObjectIdentifier(instance)).inserted else { continue }
            guard build.hasOpened(instance.owner, or: instance.met?.scope) else {
                note(instance, from: build.container.core, at: place, isIndirect: true, on: build)
                continue
            }
            noteOrigin(.registration(instance.registration), at: place, replacements: instance.replacements, on: build)
            let home = instance.home.overridden
            open += instance.elements.reversed().map { ($0.resolved, $0.place ?? home) }
        }
    }

    /// Notes what is in effect for a run, too.
    private mutating func noteOrigin(
        _ resolved: DependencyList.Resolved, at place: Core, replacements: Handful<ActiveReplacement>, on build: Build
    ) {
        let view = build.container.core
        guard isInEffect(.init(resolved: resolved, place: nil), for: place, in: view) else { return }
        let seen = replacements.filter { registrationInEffect(for: $0.registration.key, home: place, view: view) === $0.registration }
        note(resolved, from: view, at: place, replacements: Handful(seen), owner: nil, isIndirect: true, on: build)
    }

    /// Notes that a run asked for all that is registered for a type, or all of that with a name, which are so many.
    ///
    /// A child container may be the factory's own. The versions of two containers' lists cannot be compared, so the run's own is noted, too.
    mutating func noteCollection(
        of type: any Any.Type, isNamed: Bool, count: Int, owner: Core?, from view: Core, on build: Build?
    ) {
        note(.collection(type, isNamed: isNamed, version: count), from: view, replacements: [], owner: owner, on: build)
        guard let build, build.isOf(family) else { return }
        let home = build.lookupHome
        guard view.overridden !== home, view.overridden.descends(from: home) else { return }
        let own = build.container.core
        let version = collectionVersion(ObjectIdentifier(type), isNamed: isNamed, home: home, view: own)
        note(
            .collection(type, isNamed: isNamed, version: version), from: own, at: home, replacements: [], owner: nil, isIndirect: true,
            on: build)
    }

    /// A run's notes without what has gone with such containers.
    ///
    /// - Parameters:
    ///   - list: What the run has noted.
    ///   - home: The container whose services it is one of.
    /// - Returns: The same list where there is nothing of the kind. Linear in what has gone, and in what that was made from.
    mutating func withoutGone(_ list: DependencyList, for home: Core) -> DependencyList {
        whatIsLeft(of: list, for: home).list
    }

    /// The same, how many of them the list had itself, and whether anything of what has gone was otherwise already.
    mutating func whatIsLeft(of list: DependencyList, for home: Core) -> (list: DependencyList, own: Int, isOutdated: Bool) {
        if !hasGone(list.elements, for: home) { return (list, list.elements.count, false) }
        // What is left out may have no other owner.
        hold(Notes(list, home: home, inner: []))
        var (left, rest, isOutdated) = (DependencyList(), [DependencyList.Element](), false)
        var seen: Set<ObjectIdentifier> = []
        let indirect = list.indirect
        var open = list.elements.indices.reversed().map { (element: list.elements[$0], owner: home, isIndirect: indirect[$0], isOwn: true) }
        while let (element, owner, isIndirect, isOwn) = open.popLast() {
            let place = element.place ?? owner
            var kept: DependencyList.Element?
            if !isClosedChild(place, of: home) {
                kept = .init(resolved: element.resolved, place: place === home ? nil : place, isAside: element.isAside)
            } else if case .instance(let instance) = element.resolved, isClosedChild(instance.home.overridden, of: home) {
                guard seen.insert(ObjectIdentifier(instance)).inserted else { continue }
                if !isInEffect(element, for: owner, in: place) { isOutdated = true }
                open += instance.elements.reversed().map { ($0, instance.home.overridden, true, false) }
            } else if isInEffect(element.resolved, from: home) {
                kept = .init(resolved: element.resolved, place: nil)
            } else if !isInEffect(element, for: owner, in: place) {
                isOutdated = true
            }
            guard let kept else { continue }
            if isOwn { left.insert(kept, isIndirect: isIndirect) } else { rest.append(kept) }
        }
        let own = left.elements.count
        for element in rest { left.insert(element, isIndirect: true) }
        return (left, own, isOutdated)
    }

    func hasGone(_ elements: [DependencyList.Element], for home: Core) -> Bool {
        elements.contains { $0.place.map { isClosedChild($0, of: home) } ?? false }
    }

    /// The replacements that a run has seen, without those that have gone with such containers.
    mutating func withoutGone(_ replacements: Handful<ActiveReplacement>) -> Handful<ActiveReplacement> {
        guard replacements.contains(where: { $0.wentWithContainer }) else { return replacements }
        // As above.
        replacements.forEach { hold($0) }
        return Handful(replacements.filter { !$0.wentWithContainer })
    }

    /// Whether a container is closed on which services of `home` do not stand; it is kept by the element that names it.
    private func isClosedChild(_ place: Core, of home: Core) -> Bool { place.isClosed && !home.descends(from: place) }

    /// Whether a look-up from `home` finds what one from a container below has found.
    private func isInEffect(_ resolved: DependencyList.Resolved, from home: Core) -> Bool {
        switch resolved {
        case .instance(let instance): registrationInEffect(for: instance.registration.key, home: home, view: home) === instance.registration
        case .registration(let found), .handle(let found, _): registrationInEffect(for: found.key, home: home, view: home) === found
        case .absent(let key): registrationInEffect(for: key, home: home, view: home) == nil
        // What the run's own container has is noted beside it.
        case .collection: false
        case .watched: true
        }
    }
}
