/// What a run resolved from a container that has closed since, below the run's own: a child that a factory has made for itself.
///
/// Like what a factory does in a scope or an override of its own, that is over with it. What is left is noted: what it was made from in the
/// containers that are there.
extension Ledger {
    /// A run's notes without what has gone with such containers.
    ///
    /// - Parameters:
    ///   - list: What the run has noted.
    ///   - home: The container whose services it is one of.
    /// - Returns: The same list where there is nothing of the kind. Linear in what has gone, and in what that was made from.
    mutating func withoutGone(_ list: DependencyList, for home: Core) -> DependencyList {
        guard list.elements.contains(where: { $0.place.map { isGone($0, for: home) } ?? false }) else { return list }
        // What is left out may have no other owner.
        hold(Notes(list, home: home, inner: []))
        var left = DependencyList()
        var seen: Set<ObjectIdentifier> = []
        var open = list.elements.indices.reversed().map { index in
            // Beyond the first 64 all count as direct.
            (element: list.elements[index], owner: home, isIndirect: index < 64 && list.indirect & 1 << UInt64(index) != 0)
        }
        while let (element, owner, isIndirect) = open.popLast() {
            let place = element.place ?? owner
            if !isGone(place, for: home) {
                left.insert(.init(resolved: element.resolved, place: place === home ? nil : place), isIndirect: isIndirect)
            } else if case .instance(let instance) = element.resolved, isGone(instance.home.overridden, for: home) {
                guard seen.insert(ObjectIdentifier(instance)).inserted else { continue }
                open += instance.dependencies.elements.reversed().map { ($0, instance.home.overridden, true) }
            } else if isFound(element.resolved, from: home) {
                left.insert(.init(resolved: element.resolved, place: nil), isIndirect: isIndirect)
            }
        }
        return left
    }

    /// The replacements that a run has seen, without those that have gone with such containers.
    mutating func withoutGone(_ replacements: Handful<ActiveReplacement>) -> Handful<ActiveReplacement> {
        guard replacements.contains(where: { $0.wentWithContainer }) else { return replacements }
        // As above.
        replacements.forEach { hold($0) }
        return Handful(replacements.filter { !$0.wentWithContainer })
    }

    /// Whether a container is closed on which services of `home` do not stand; it is kept by the element that names it.
    private func isGone(_ place: Core, for home: Core) -> Bool { place.isClosed && !home.descends(from: place) }

    /// Whether a look-up from `home` finds what one from a container below has found.
    private func isFound(_ resolved: DependencyList.Resolved, from home: Core) -> Bool {
        switch resolved {
        case .instance(let instance): registrationInEffect(for: instance.registration.key, home: home, view: home) === instance.registration
        case .registration(let found), .handle(let found, _): registrationInEffect(for: found.key, home: home, view: home) === found
        case .absent(let key): registrationInEffect(for: key, home: home, view: home) == nil
        // Their versions cannot be compared.
        case .collection: false
        }
    }
}
