// How a factory runs.
extension Model {
    mutating func run(
        _ id: Int, in core: Int, isShared: Bool, home: Int, scope: Int?, owner: Int? = nil, saw: Set<Int> = []
    ) throws(Failure) -> (serial: Int, run: Run) {
        let registration = registrations[id]
        tokens += 1
        registeredFirst = registeredFirst ?? registrations.count
        let token = tokens
        runs.append(
            Run(
                token: token, registration: id, isShared: isShared, core: core, home: home, scope: scope, view: view, owner: owner,
                saw: saw))
        let serial: Int
        do throws(Failure) {
            serial = try make(registration, home: home)
        } catch {
            keepForDisposal(ofFailed: runs.removeLast())
            throw error
        }
        let run = runs.removeLast()
        if !registration.isAlias { events.created[asked(registration.key), default: 0] += 1 }
        outcomes[token] = serial
        lastRun = run
        if !registration.isAlias {
            instances[serial] = Instance(registration: id, home: home, notes: run.notes, owner: run.owner, saw: run.saw, time: time)
        }
        return (serial, run)
    }

    private mutating func make(_ registration: Registration, home: Int) throws(Failure) -> Int {
        var outer: Int?
        if registration.isExpected {
            throw Failure(kind: .notProvided, path: Array(path(to: registration.key).dropLast()))
        }
        if let alias = registration.alias {
            outer = try resolve(alias, argument: 0, home: home)
        } else if let parent = registration.parent {
            outer = try resolve(registration.key, argument: 0, home: parent)
        } else {
            let serial = takeSerial()
            let parts = try self.parts(registration.dependencies, home: registration.baseHome ?? home)
            try fail(.factory(registration.key), registration)
            nodes[serial] = Node(parts: parts)
            outer = serial
        }
        for (index, dependencies) in registration.decorators.enumerated() {
            let isOwn = registration.alias == nil && (index > 0 || registration.parent == nil)
            if isOwn, let outer { keepForDisposal(outer, of: registration, home: home) }
            let serial = takeSerial()
            let parts = try self.parts(dependencies, home: index < registration.baseDecorators ? registration.baseHome ?? home : home)
            try fail(.decorator(registration.key), registration)
            nodes[serial] = Node(parts: [outer.map { .one($0) } ?? .none] + parts)
            outer = serial
        }
        return outer ?? 0
    }

    private mutating func fail(_ arm: ModelArm, _ registration: Registration) throws(Failure) {
        if armed.remove(arm) == nil { return }
        let path = path(to: registration.key, contribution: registration.contribution)
        throw Failure(kind: .factoryFailed, path: Array(path.dropLast()))
    }

    private mutating func parts(_ dependencies: [ModelDependency], home: Int) throws(Failure) -> [Part] {
        var parts: [Part] = []
        for dependency in dependencies { parts.append(try part(dependency, home: home)) }
        return parts
    }

    private mutating func part(_ dependency: ModelDependency, home: Int) throws(Failure) -> Part {
        let key = dependency.key
        if key == ModelKey.withArgument, !dependency.form.isLater {
            return .one(try resolve(key, argument: dependency.argument, home: home))
        }
        switch dependency.form {
        case .required: return .one(try resolve(key, argument: 0, home: home))
        case .optional:
            guard lookUp(key, home: home) != nil else {
                note(.absent(key), at: home)
                return .none
            }
            return .one(try resolve(key, argument: 0, home: home))
        case .all:
            let slots = all(key, home: home)
            note(.all(key, count: slots.count), at: home, owner: slots.compactMap { owner($0.core) }.max())
            var serials: [Int] = []
            for (core, id) in slots { serials.append(try instance(of: id, in: core, home: home)) }
            return .all(serials)
        case .injectOnInit where key != ModelKey.withArgument: return propertyOnInit(dependency, home: home)
        case let form where form.isProperty && key != ModelKey.withArgument:
            announce(key, home: home)
            return .later(handle(dependency, home: home))
        case .lazy, .provider, .inject, .injectAll, .injectIfRegistered, .injectOnEveryAccess, .injectOnInit:
            guard let (core, id) = lookUp(key, home: home) else {
                note(.absent(key), at: home)
                throw Failure(kind: .notRegistered, path: path(to: key))
            }
            note(.registration(id), at: home, owner: owner(core), saw: isReplacement(id) ? [id] : [])
            return .later(handle(dependency, home: home))
        case .resolver: return .later(handle(dependency, home: home))
        }
    }

    mutating func handle(_ dependency: ModelDependency, home: Int) -> Int {
        let shared = runs.last { $0.isShared }
        handles.append(
            Handle(
                dependency: dependency, home: home, view: view, shared: shared?.token,
                holder: shared.map { registrations[$0.registration].lifetime }, scope: shared?.scope,
                keeper: shared?.token ?? keeperOfLater))
        return handles.count - 1
    }

    /// Notes what was looked up in the innermost run and in those around it, up to the one that makes something shared.
    mutating func note(_ what: Note.What, at place: Int, isAside: Bool = false, of serial: Int) {
        let instance = instances[serial]
        note(what, at: place, isAside: isAside, owner: instance?.owner, saw: instance?.saw ?? [], met: instance?.met)
    }

    mutating func note(
        _ what: Note.What, at place: Int, isAside: Bool = false, owner: Int? = nil, saw: Set<Int> = [], met: Met? = nil
    ) {
        for index in runs.indices.reversed() {
            let note = Note(what: what, place: place, isAside: isAside || runs[index].view.contains { !view.contains($0) })
            if !runs[index].notes.contains(note) { runs[index].notes.append(note) }
            if let owner { runs[index].owner = max(owner, runs[index].owner ?? owner) }
            runs[index].saw.formUnion(saw)
            if let met, met.kind.rawValue > runs[index].met?.kind.rawValue ?? -1 { runs[index].met = met }
            if runs[index].isShared { return }
        }
    }
}
