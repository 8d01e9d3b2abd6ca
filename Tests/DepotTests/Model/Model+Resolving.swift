// What a resolve gives.
extension Model {
    mutating func resolve(_ key: Int, argument: Int = 0, from core: Int) throws(Failure) -> Int {
        released = []
        ask(core)
        return try resolve(key, argument: argument, home: cores[core].overrides ?? core)
    }

    mutating func resolveAll(_ key: Int, from core: Int) throws(Failure) -> [Int] {
        let home = cores[core].overrides ?? core
        var serials: [Int] = []
        released = []
        ask(core)
        // Where nothing is registered, the documents do not say whether a closed container fails: it gives nothing.
        for (slot, id) in all(key, home: home) {
            // One outermost resolve, so they share the instances of the graph.
            let graph = graph
            ask(core)
            self.graph = graph
            let registration = registrations[id]
            if isClosed(home) { throw Failure(kind: .closed, path: path(to: registration.key, contribution: registration.contribution)) }
            serials.append(try instance(of: id, in: slot, home: home))
        }
        return serials
    }

    /// Builds what is eager.
    mutating func start(_ core: Int) throws(Failure) {
        let home = cores[core].overrides ?? core
        released = []
        ask(core)
        // A task of its own has nothing that is bound to this one.
        let around = shared
        shared = []
        defer { shared = around }
        let own = view.reversed().filter { cores[$0].overrides == home } + [home]
        var seen: Set<Int> = []
        for core in own {
            for (key, slot) in cores[core].slots.sorted(by: { $0.key < $1.key }) {
                guard let current = slot.current, seen.insert(key).inserted, registrations[current].lifetime == .eager else { continue }
                _ = try resolve(key, argument: 0, home: home)
            }
        }
    }

    mutating func ask(_ core: Int) {
        graph = [:]
        runs = []
        scopeOfHandle = nil
        view = inEffect(for: cores[core].overrides ?? core)
    }

    /// The overrides that are in effect for a container: of it, and of those further up.
    func inEffect(for core: Int) -> [Int] {
        let own = ancestors(core)
        return layers.filter { layer in own.contains { $0 == cores[layer].overrides } }
    }

    /// A serial with all it was made from.
    func written(_ serial: Int) -> String {
        guard let parts = nodes[serial]?.parts, !parts.isEmpty else { return "\(serial)" }
        return "\(serial)(\(parts.map(written).joined(separator: " ")))"
    }

    private func written(_ part: Part) -> String {
        switch part {
        case .one(let serial): written(serial)
        case .none: "-"
        case .all(let serials): "[\(serials.map(written).joined(separator: " "))]"
        case .later: "~"
        }
    }

    /// The way to what is being made, and on to a key.
    func path(to key: Int, contribution: Int? = nil) -> [String] {
        runs.map { run in
            let registration = registrations[run.registration]
            return name(registration.key, registration.contribution)
        } + [name(key, contribution)]
    }

    private func name(_ key: Int, _ contribution: Int?) -> String { ModelKey.all[key].name + (contribution.map { " #\($0)" } ?? "") }
}

extension Model {
    mutating func resolve(_ key: Int, argument: Int, home: Int) throws(Failure) -> Int {
        if isClosed(home) { throw Failure(kind: .closed, path: path(to: key)) }
        guard let (core, id) = lookUp(key, home: home) else {
            note(.absent(key), at: home)
            throw Failure(kind: .notRegistered, path: path(to: key))
        }
        return try instance(of: id, in: core, home: home, argument: argument)
    }

    /// Whether a container has ended, or an override that is in effect for it.
    func isClosed(_ home: Int) -> Bool { cores[home].hasEnded || view.contains { cores[$0].hasEnded } }

    mutating func instance(of id: Int, in core: Int, home: Int, argument: Int = 0) throws(Failure) -> Int {
        let serial = try found(id, in: core, home: home, argument: argument)
        events.resolved[asked(registrations[id].key), default: 0] += 1
        return serial
    }

    /// What observers are told of a key here: with the factory that has asked for it.
    func asked(_ key: Int) -> String {
        ModelKey.all[key].name + (runs.last.map { " for \(ModelKey.all[registrations[$0.registration].key].name)" } ?? "")
    }

    private mutating func found(_ id: Int, in core: Int, home: Int, argument: Int) throws(Failure) -> Int {
        let registration = registrations[id]
        if let constant = registration.constant {
            note(.registration(id), at: home, owner: owner(core), saw: isReplacement(id) ? [id] : [])
            nodes[constant] = nodes[constant] ?? Node(parts: [])
            return constant
        }
        guard registration.lifetime.isShared else { return try unshared(id, in: core, home: home) }
        let scope: Int?
        do throws(Failure) {
            scope = try registration.lifetime.kind.map { kind throws(Failure) in try self.scope(kind, from: home) }
        } catch {
            throw Failure(kind: error.kind, path: path(to: registration.key, contribution: registration.contribution))
        }
        if let scope, let (scope, given) = given(id, in: core, to: scope) {
            guard let constant = given.constant else {
                return try shared(given.maker ?? id, in: core, scope: scope, home: home, argument: nil)
            }
            note(.instance(given.record), at: home, of: given.record)
            (lastPlace, lastGiven) = (nil, given.record)
            return constant
        }
        return try shared(id, in: core, scope: scope, home: home, argument: registration.key == ModelKey.withArgument ? argument : nil)
    }

    private mutating func unshared(_ id: Int, in core: Int, home: Int) throws(Failure) -> Int {
        note(.registration(id), at: home, owner: owner(core), saw: isReplacement(id) ? [id] : [])
        if registrations[id].lifetime == .graph, let known = graph[GraphPlace(registration: id, home: home)], isRight(known, from: home) {
            for note in instances[known]?.notes ?? [] { self.note(note.what, at: note.place, isAside: note.isAside, of: known) }
            return known
        }
        let (serial, run) = try run(id, in: core, isShared: false, home: home, scope: nil)
        if registrations[id].isAlias { return serial }
        if registrations[id].lifetime == .graph { graph[GraphPlace(registration: id, home: home)] = serial }
        instances[serial]?.met = run.met
        keepForDisposal(serial, of: registrations[id], home: home)
        return serial
    }

    /// Whether a graph instance is the one for who asks here.
    private func isRight(_ serial: Int, from home: Int) -> Bool {
        guard let instance = instances[serial] else { return false }
        if let met = instance.met {
            guard let scope = try? scope(met.kind, from: home), met.scope == nil || met.scope == scope else { return false }
        }
        return isValid(serial)
    }

    private mutating func shared(_ id: Int, in core: Int, scope: Int?, home: Int, argument: Int?) throws(Failure) -> Int {
        let registration = registrations[id]
        // Whatever its factory was given.
        defer { lastGiven = nil }
        func place(_ override: Int?) -> Place {
            Place(
                core: core, key: registration.key, contribution: registration.contribution, argument: argument, scope: scope,
                override: override)
        }
        for override in [nil] + view.reversed().map({ $0 as Int? }) {
            for serial in kept[place(override)] ?? []
            where instances[serial]?.registration == id && !isOver(serial) && isValid(serial) {
                if registration.lifetime == .weak, isHeldByReleased(serial) { isUncertain = true }
                note(.instance(serial), at: home, of: serial)
                lastPlace = place(override)
                return serial
            }
        }
        if let serial = metByCaller(id, at: place) {
            note(.instance(serial), at: home, of: serial)
            lastPlace = instances[serial]?.place
            return serial
        }
        let owner = owner(core)
        let base = cores[core].overrides ?? core
        let (serial, run) = try run(
            id, in: core, isShared: true, home: base, scope: scope, owner: owner, saw: isReplacement(id) ? [id] : [])
        if let scope {
            instances[serial]?.scope = scope
            scopes[scope].made += 1
            instances[serial]?.met = Met(kind: scopes[scope].kind, scope: scope)
        } else {
            instances[serial]?.met = run.met
        }
        // What is registered in an override is kept there anyway.
        let here = place(run.owner == owner ? nil : run.owner)
        // What is over goes when another comes.
        let others = (kept[here] ?? []).filter { instances[$0]?.registration != id || !isOver($0) }
        released += (kept[here] ?? []).filter { !others.contains($0) || !isValid($0) }
        kept[here] = others + [serial]
        instances[serial]?.place = here
        instances[serial]?.isMetByCaller = run.owner.map { $0 != owner && !view.contains($0) } ?? false
        lastPlace = here
        if let instance = instances[serial] { keepForDisposal(serial, instance, by: run, in: core) }
        note(.instance(serial), at: home, of: serial)
        return serial
    }

    /// What was made in an override that is in effect for the caller, and not for what is asked.
    private func metByCaller(_ id: Int, at place: (Int?) -> Place) -> Int? {
        for override in layers where !view.contains(override) {
            var model = self
            model.view.append(override)
            let found = (kept[place(override)] ?? []).first { serial in
                guard let instance = instances[serial], instance.isMetByCaller, instance.registration == id else { return false }
                return !isOver(serial) && model.isValid(serial)
            }
            if let found { return found }
        }
        return nil
    }

    /// Whether the time of an instance is over, or nobody holds it any more.
    private func isOver(_ serial: Int) -> Bool {
        guard let instance = instances[serial] else { return true }
        switch registrations[instance.registration].lifetime {
        case .cached: return time >= instance.time + ModelWorld.lifespan
        case .weak: return !isAlive(serial)
        default: return false
        }
    }
}
