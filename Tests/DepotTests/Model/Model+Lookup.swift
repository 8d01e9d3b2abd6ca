// What is in effect where.
extension Model {
    func owner(_ core: Int) -> Int? { cores[core].overrides == nil ? nil : core }

    func isReplacement(_ id: Int) -> Bool {
        cores.contains { $0.slots[registrations[id].key]?.replacements.contains(id) ?? false }
    }

    func ancestors(_ core: Int) -> [Int] {
        var cores: [Int] = []
        var next: Int? = core
        while let now = next {
            cores.append(now)
            next = self.cores[now].parent
        }
        return cores
    }

    /// The outermost of a container's relatives.
    func root(_ core: Int) -> Int { ancestors(core).last ?? core }

    /// A container's own overrides first, then itself, then likewise further up; what overrides a container below comes first of all.
    func chain(home: Int) -> [Int] {
        let home = cores[home].overrides ?? home
        let own = ancestors(home)
        let below = view.reversed().filter { layer in !own.contains(where: { $0 == cores[layer].overrides }) }
        let inOrder = below.sorted { ancestors(cores[$0].overrides ?? 0).count > ancestors(cores[$1].overrides ?? 0).count }
        // Those of containers that have nothing to do with it are not in effect.
        return inOrder.filter { ancestors(cores[$0].overrides ?? 0).contains(home) }
            + own.flatMap { core in view.reversed().filter { cores[$0].overrides == core } + [core] }
    }

    func lookUp(_ key: Int, home: Int) -> (core: Int, registration: Int)? {
        for core in chain(home: home) where !cores[core].hasEnded {
            if let current = cores[core].slots[key]?.current { return (core, current) }
        }
        return nil
    }

    func all(_ key: Int, home: Int) -> [(core: Int, registration: Int)] {
        var found: [(core: Int, registration: Int)] = []
        for core in chain(home: home).reversed() {
            let above = found.count
            for entry in cores[core].entries[ModelKey.all[key].type] ?? [] {
                switch entry {
                case .contribution(let id): found.append((core, id))
                case .key(let key):
                    guard let id = cores[core].slots[key]?.current else { continue }
                    // A registration stands where one of its key further up did.
                    let index = found[..<above].firstIndex {
                        registrations[$0.registration].contribution == nil && registrations[$0.registration].key == key
                    }
                    if let index { found[index] = (core, id) } else { found.append((core, id)) }
                }
            }
        }
        return found
    }

    /// Whether an instance is valid, and what a look-up finds from a container: that may be a child of where it was made, with its own.
    func isFound(_ serial: Int, from home: Int) -> Bool {
        guard let id = instances[serial]?.registration else { return false }
        return isInEffect(id, registrations[id], home: home) && isValid(serial)
    }

    func isValid(_ serial: Int) -> Bool {
        var seen: Set<Int> = []
        return isValid(serial, &seen)
    }

    /// What reaches itself by a `Lazy` is valid if the rest is.
    private func isValid(_ serial: Int, _ seen: inout Set<Int>) -> Bool {
        guard seen.insert(serial).inserted else { return true }
        guard let instance = instances[serial], !instance.isLost else { return false }
        if let scope = instance.met?.scope, scopes[scope].hasEnded { return false }
        let registration = registrations[instance.registration]
        guard isInEffect(instance.registration, registration, home: instance.home) else { return false }
        return instance.notes.allSatisfy { note in
            guard isInEffect(note) else { return false }
            if case .instance(let other) = note.what { return asSeen(by: note).isValid(other, &seen) }
            return true
        }
    }

    /// Whether a look-up finds what it found, whatever that was made from.
    func isInEffect(_ note: Note) -> Bool {
        let model = asSeen(by: note)
        return switch note.what {
        case .instance(let id):
            instances[id].map { model.isInEffect($0.registration, registrations[$0.registration], home: note.place) } ?? false
        case .registration(let id): model.isInEffect(id, registrations[id], home: note.place)
        case .absent(let key): model.lookUp(key, home: note.place) == nil
        case .all(let key, let count): model.all(key, home: note.place).count == count
        }
    }

    /// With only the overrides in effect that a container had which was asked itself.
    private func asSeen(by note: Note) -> Model {
        guard note.isAside else { return self }
        var model = self
        let own = ancestors(note.place)
        model.view.removeAll { layer in !own.contains { $0 == cores[layer].overrides } }
        return model
    }

    func isInEffect(_ id: Int, _ registration: Registration, home: Int) -> Bool {
        let id = registration.inPlaceOf ?? id
        guard registration.contribution != nil else { return lookUp(registration.key, home: home)?.registration == id }
        let type = ModelKey.all[registration.key].type
        return chain(home: home).contains { cores[$0].entries[type]?.contains(.contribution(id)) ?? false }
    }
}
