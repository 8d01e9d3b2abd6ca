// What a scope is given.
extension Model {
    /// What a program provides: an instance, or else a factory.
    struct Gift {
        let key: Int
        let constant: Int?
        let dependencies: [ModelDependency]
    }

    /// What a scope has in the place of what is registered.
    struct Given {
        /// What was registered when it was given, and stands there for as long as that does.
        let registration: Int
        /// What makes it; nil for an instance.
        let maker: Int?
        /// The record of the instance.
        let record: Int
        let constant: Int?
    }

    /// Where a service is registered.
    struct SlotPlace: Hashable {
        let core: Int
        let key: Int
    }

    /// Where something is registered that may be provided to scopes of a kind, under all that replaces it.
    private func giftTarget(_ key: Int, _ kind: ModelKind, home: Int) -> (core: Int, registration: Int)? {
        if isClosed(home) { return nil }
        for core in chain(home: home) {
            // What a child decorates is its parent's.
            guard let base = cores[core].slots[key]?.base, cores[core].overrides != nil || !isForwarding(key, core) else { continue }
            return registrations[base].lifetime.kind == kind ? (core, base) : nil
        }
        return nil
    }

    /// What is provided, of two for one key the last; an instance exists also where it cannot be provided.
    mutating func list(_ gifts: [ModelGift], to kind: ModelKind, of core: Int) -> [Gift] {
        view = inEffect(for: core)
        var list: [Gift] = []
        for gift in gifts {
            let serial = gift.dependencies == nil ? takeSerial() : nil
            guard giftTarget(gift.key, kind, home: core) != nil else { continue }
            list.removeAll { $0.key == gift.key }
            list.append(Gift(key: gift.key, constant: serial, dependencies: gift.dependencies ?? []))
        }
        return list
    }

    /// Gives a scope what is provided; what was made for what stood there before is gone for good.
    mutating func give(_ gifts: [Gift], to scope: Int, of core: Int) {
        view = inEffect(for: core)
        let kind = scopes[scope].kind
        for gift in gifts where !scopes[scope].hasEnded {
            guard let (core, registration) = giftTarget(gift.key, kind, home: core), !registrations[registration].standsIn else { continue }
            let place = SlotPlace(core: core, key: gift.key)
            let inner = scopes.indices.filter { inner in
                let isGiven = scopes[inner].given[place].map { $0.registration == registration } ?? false
                return inner != scope && scopes[inner].kind == kind && !isGiven && !scopes[inner].hasEnded && isInside(inner, scope)
            }
            endInstances(at: place, in: [scope] + inner)
            if let old = scopes[scope].given[place] { instances[old.record]?.isLost = true }
            scopes[scope].given[place] = given(gift, inPlaceOf: registration, at: place, to: scope)
        }
    }

    /// Whether a scope is closed with another.
    private func isInside(_ inner: Int, _ scope: Int) -> Bool {
        var next = scopes[inner].parent
        while let now = next {
            if now == scope { return true }
            next = scopes[now].parent
        }
        return false
    }

    private mutating func endInstances(at place: SlotPlace, in scopes: [Int]) {
        let replacements = cores[place.core].slots[place.key]?.replacements ?? []
        let ending = instances.filter { _, instance in
            guard let kept = instance.place, let scope = kept.scope, !replacements.contains(instance.registration) else { return false }
            return kept.core == place.core && kept.key == place.key && kept.contribution == nil && scopes.contains(scope)
        }
        for serial in ending.keys { instances[serial]?.isLost = true }
        disposals.end(Set(ending.keys))
    }

    private mutating func given(_ gift: Gift, inPlaceOf registration: Int, at place: SlotPlace, to scope: Int) -> Given {
        guard let constant = gift.constant else {
            var maker = Registration(key: gift.key, lifetime: registrations[registration].lifetime, dependencies: gift.dependencies)
            maker.inPlaceOf = registration
            registrations.append(maker)
            return Given(registration: registration, maker: registrations.count - 1, record: 0, constant: nil)
        }
        tokens += 1
        var record = Instance(registration: registration, home: place.core, time: time)
        record.owner = owner(place.core)
        record.scope = scope
        record.met = Met(kind: scopes[scope].kind, scope: scope)
        instances[-tokens] = record
        nodes[constant] = Node(parts: [])
        return Given(registration: registration, maker: nil, record: -tokens, constant: constant)
    }

    /// What a scope, or one of the same kind around it, was given in the place of what is in effect.
    func given(_ registration: Int, in core: Int, to scope: Int) -> (scope: Int, given: Given)? {
        let key = registrations[registration].key
        guard cores[core].slots[key]?.current == registration, cores[core].slots[key]?.base == registration else { return nil }
        for scope in chain(scope: scope) where scopes[scope].kind == registrations[registration].lifetime.kind && !scopes[scope].hasEnded {
            guard let given = scopes[scope].given[SlotPlace(core: core, key: key)], given.registration == registration else { continue }
            return (scope, given)
        }
        return nil
    }
}
