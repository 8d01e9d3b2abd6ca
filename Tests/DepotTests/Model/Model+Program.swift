// What a program does to containers.
extension Model {
    mutating func register(_ registration: Registration, in core: Int) {
        if cores[core].hasEnded { return }
        var registration = registration
        registration.decorators += cores[core].decorators.removeValue(forKey: registration.key) ?? []
        put(registration, in: core)
        decorateBelow(core, registration.key)
    }

    mutating func put(_ registration: Registration, in core: Int) {
        registrations.append(registration)
        let old = cores[core].slots[registration.key]?.base
        cores[core].slots[registration.key, default: Slot()].base = registrations.count - 1
        noteEntry(.key(registration.key), of: registration.key, in: core)
        if let old { lose { $0.registration == old } }
    }

    mutating func contribute(_ registration: Registration, in core: Int) {
        let number = contributions[root(core), default: 0] + 1
        contributions[root(core)] = number
        if cores[core].hasEnded { return }
        var registration = registration
        registration.contribution = number
        registrations.append(registration)
        noteEntry(.contribution(registrations.count - 1), of: registration.key, in: core)
    }

    /// What a replacement would stand in for.
    func target(_ key: Int, in core: Int) -> Int? {
        if cores[core].hasEnded { return nil }
        // The container itself is asked, not what is in effect for it.
        var model = self
        model.view = cores[core].overrides.map(inEffect) ?? []
        return model.lookUp(key, home: core)?.registration
    }

    mutating func replace(_ key: Int, in core: Int, with dependencies: [ModelDependency], constant: Int? = nil) -> Int {
        let target = target(key, in: core).map { registrations[$0] }
        let lifetime = target?.lifetime ?? .transient
        registrations.append(
            Registration(
                key: key, lifetime: lifetime == .eager ? .singleton : lifetime, dependencies: dependencies, constant: constant,
                standsIn: true))
        let id = registrations.count - 1
        cores[core].slots[key, default: Slot()].replacements.append(id)
        noteEntry(.key(key), of: key, in: core)
        return id
    }

    private mutating func noteEntry(_ entry: Entry, of key: Int, in core: Int) {
        let type = ModelKey.all[key].type
        if !(cores[core].entries[type] ?? []).contains(entry) { cores[core].entries[type, default: []].append(entry) }
    }

    /// - Returns: Whether the replacement was still in effect.
    mutating func restore(_ replacement: Int, in core: Int) -> Bool {
        if cores[core].hasEnded { return false }
        let key = registrations[replacement].key
        cores[core].slots[key]?.replacements.removeAll { $0 == replacement }
        lose { $0.saw.contains(replacement) }
        disposals.end([.replacement(replacement)])
        return true
    }

    /// The container or override that has a replacement.
    func core(of replacement: Int) -> Int? {
        let key = registrations[replacement].key
        return cores.firstIndex { $0.slots[key]?.replacements.contains(replacement) ?? false }
    }

    mutating func addChild(of parent: Int) -> Int {
        cores.append(Core(parent: parent, overrides: nil, hasEnded: cores[parent].hasEnded))
        return cores.count - 1
    }

    /// Adds a container with the same registrations: what stands in for one is one there, also in an override that is in effect.
    mutating func addCopy(of core: Int) -> Int {
        let copy = cores.count
        cores.append(Core(parent: cores[core].parent, overrides: nil))
        cores[copy].decorators = cores[core].decorators
        var copied: [Int: Int] = [:]
        for level in [core] + inEffect(for: core).filter({ cores[$0].overrides == core }) {
            for (key, slot) in cores[level].slots {
                // A copy wraps what it finds itself; what was registered since, or what it finds further up, is not in the model.
                if let base = slot.base.map({ registrations[$0] }), let wrapped = base.wrapped {
                    isUncertain = isUncertain || copied[key] != wrapped || base.baseHome != nil
                }
                copied[key] = slot.current
                if isForwarding(key, level) { noteInstance(key, decoratedBy: core) }
                if let id = slot.current { cores[copy].slots[key] = Slot(base: registerCopy(of: id, in: copy)) }
            }
            for (type, entries) in cores[level].entries {
                for entry in entries {
                    switch entry {
                    case .contribution(let id):
                        cores[copy].entries[type, default: []].append(.contribution(registerCopy(of: id, in: copy)))
                    case .key(let key):
                        if cores[copy].slots[key] != nil { noteEntry(entry, of: key, in: copy) }
                    }
                }
            }
        }
        return copy
    }

    private mutating func registerCopy(of id: Int, in copy: Int) -> Int {
        registrations.append(registrations[id])
        contributions[root(copy)] = max(contributions[root(copy), default: 0], registrations[id].contribution ?? 0)
        return registrations.count - 1
    }

    mutating func beginOverride(of core: Int) -> Int {
        cores.append(Core(parent: core, overrides: core, around: layers, hasEnded: cores[core].hasEnded))
        layers.append(cores.count - 1)
        return cores.count - 1
    }

    /// Ends a container or an override, those that stand on it first.
    mutating func end(_ core: Int, inside outer: [Disposals.End] = []) {
        if cores[core].hasEnded { return }
        let path = outer + [.core(core)]
        for other in cores.indices.reversed() where other > core && cores[other].parent == core { end(other, inside: path) }
        if cores[core].overrides == nil { forget(core) }
        cores[core].hasEnded = true
        for scope in scopes.indices.reversed() where scopes[scope].core == core { end(scope: scope, inside: path) }
        let replacements = Set(cores[core].slots.values.flatMap(\.replacements))
        lose { $0.home == core || $0.owner == core || !$0.saw.isDisjoint(with: replacements) }
        disposals.end(path, isOverride: cores[core].overrides != nil, kindOf: kindInOrder)
    }

    /// Takes a container that ends out of what was made from it elsewhere: that is followed no longer, and stays as it is.
    private mutating func forget(_ core: Int) {
        for (id, instance) in instances where instance.place != nil && !ancestors(instance.home).contains(core) {
            guard instance.notes.contains(where: { $0.place == core }) else { continue }
            var (left, open, seen): ([Note], [Note], Set<Int>) = ([], instance.notes.reversed(), [])
            while let note = open.popLast() {
                let here = Note(what: note.what, place: instance.home)
                if note.place != core {
                    left.append(note)
                } else if case .instance(let other) = note.what, let made = instances[other], made.home == core {
                    if !isInEffect(note) { instances[id]?.isLost = true }
                    if seen.insert(other).inserted { open += made.notes.reversed() }
                } else if case .all = note.what {
                    continue
                } else if isInEffect(here) {
                    left.append(here)
                } else if !isInEffect(note) {
                    instances[id]?.isLost = true
                }
            }
            instances[id]?.notes = left
        }
    }

    mutating func lose(where isLost: (Instance) -> Bool) {
        for (id, instance) in instances where isLost(instance) { instances[id]?.isLost = true }
    }
}
