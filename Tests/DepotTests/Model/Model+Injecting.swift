// Properties with `@Inject`, of the program itself and of what factories make.
extension Model {
    /// Makes a property that the program itself holds.
    mutating func property(of key: Int, _ form: ModelDependency.Form) -> Int {
        handles.append(
            Handle(
                dependency: ModelDependency(form: form, key: key), home: 0, view: [], shared: nil, holder: nil, scope: nil, keeper: nil))
        return handles.count - 1
    }

    /// Notes that what is being made has a property, which may be read in the context of its own container and in the one that is in effect.
    mutating func announce(_ key: Int, home: Int) {
        noteHandle(of: key, home: home)
        guard let shared = shared.last, root(shared) == root(home) else { return }
        let (own, others) = (view, inEffect(for: shared))
        // Itself it may see otherwise there, too: without the overrides of containers below.
        if shared == home, own == others { return }
        // What a child of the keeper's container makes is asked for at each read.
        if let keeper = runs.last(where: \.isShared) {
            if !mayKeep(of: shared, by: keeper.core, in: keeper.scope) { return }
        } else if let keeper = keeperOfLater, !mayKeep(of: shared, keeper) {
            return
        }
        // What an override makes is not made from what that has replaced, although the caller of a handle may have it in effect.
        let above = ancestors(shared)
        if own.contains(where: { !others.contains($0) && above.contains(cores[$0].overrides ?? $0) }) { return }
        view = others
        noteHandle(of: key, home: shared)
        view = own
    }

    private mutating func noteHandle(of key: Int, home: Int) {
        guard let (core, id) = lookUp(key, home: home) else { return }
        note(.registration(id), at: home, owner: owner(core), saw: isReplacement(id) ? [id] : [])
    }

    /// Whether the instance of a run may keep what is made in a container: not where it lives longer, in one above that.
    func mayKeep(of home: Int, _ token: Int) -> Bool {
        if let run = runs.first(where: { $0.token == token }) { return mayKeep(of: home, by: run.home, in: run.scope) }
        guard let holder = outcomes[token].flatMap({ instances[$0] }) else { return false }
        return mayKeep(of: home, by: holder.home, in: holder.scope)
    }

    private func mayKeep(of home: Int, by core: Int, in scope: Int?) -> Bool {
        if ancestors(cores[core].overrides ?? core).contains(home) { return true }
        return scope.map { !scopes[$0].hasEnded && ancestors(scopes[$0].core).contains(home) } ?? false
    }

    /// Reads a property where a container is the shared one: one object, a list, or nothing where one may be missing.
    mutating func read(_ id: Int, from home: Int) throws(Failure) -> [Int] {
        if handles[id].isList { return try readList(id, from: home) }
        if let own = handles[id].own { return [own.serial] }
        released = []
        ask(home)
        for layer in innermostFirst(view, for: home) {
            guard let known = handles[id].inOverrides[layer] else { continue }
            if isFound(known.record, from: home) { return [known.serial] }
            break
        }
        let handle = handles[id]
        let target = lookUp(handle.dependency.key, home: home)
        if target == nil, handle.dependency.form == .injectIfRegistered, !isClosed(home) { return [] }
        let isForGood = handle.dependency.form != .injectOnEveryAccess
        keeperOfLater = isForGood ? handle.keeper : nil
        defer { keeperOfLater = nil }
        let serial = try resolve(handle.dependency.key, argument: 0, home: home)
        guard let (core, registration) = target else { return [serial] }
        let (kept, keeper) = keeper(of: serial, by: registration, in: core, for: handle, home: home)
        if !isForGood { return [serial] }
        keep(kept, by: keeper, in: id)
        return [serial]
    }

    private mutating func keeper(
        of serial: Int, by registration: Int, in core: Int, for handle: Handle, home: Int
    ) -> (kept: Kept, keeper: Keeper) {
        // What belongs to an override is kept by that alone; nobody asks again whether the rest is right.
        let own = isOwnView(of: handle, home: home) ? view : []
        var kept = record(serial, of: registration, in: core, home: home, under: own)
        let keeper = keeper(of: &kept, for: handle, own: own, at: home)
        return (kept, keeper)
    }

    /// Whether a property is read as what has it resolves: in the same container, and in the same overrides.
    private func isOwnView(of handle: Handle, home: Int) -> Bool {
        guard let keeper = handle.keeper else { return true }
        // After the override that its object belongs to, all others are none of the handle's.
        if let owner = outcomes[keeper].flatMap({ instances[$0] })?.owner, cores[owner].hasEnded { return view.isEmpty }
        let own = runs.first { $0.token == keeper }.map { ($0.home, $0.view) } ?? origin(of: handle)
        return own.0 == home && Set(own.1) == Set(view)
    }

    mutating func takeChoices() -> [Bool] {
        defer { choices = [] }
        return choices
    }

    /// A property that is resolved when it is made; none where that would fail, which traps.
    mutating func propertyOnInit(_ dependency: ModelDependency, home: Int) -> Part {
        var trial = self
        trial.choices.append(true)
        trial.announce(dependency.key, home: home)
        let id = trial.handle(dependency, home: home)
        guard let context = shared.last, root(context) == root(home), (try? trial.readOnInit(id, from: context)) != nil else {
            choices.append(false)
            return .none
        }
        self = trial
        return .later(id)
    }

    private mutating func readOnInit(_ id: Int, from home: Int) throws(Failure) {
        let outer = view
        view = inEffect(for: home)
        defer { view = outer }
        let handle = handles[id]
        let target = lookUp(handle.dependency.key, home: home)
        let serial = try resolve(handle.dependency.key, argument: 0, home: home)
        guard let (core, registration) = target else { return }
        let (kept, keeper) = keeper(of: serial, by: registration, in: core, for: handle, home: home)
        if case .nobody = keeper { released.append(serial) }
        keep(kept, by: keeper, in: id)
    }

    private mutating func keep(_ kept: Kept, by keeper: Keeper, in id: Int) {
        switch keeper {
        case .handle: handles[id].own = kept
        case .override(let override): handles[id].inOverrides[override] = kept
        case .nobody: break
        }
    }

    /// Inside an override a list is asked for each time, and so is what a child has.
    private mutating func readList(_ id: Int, from home: Int) throws(Failure) -> [Int] {
        if let own = handles[id].ownList { return own.map(\.serial) }
        let (handle, key) = (handles[id], handles[id].dependency.key)
        released = []
        ask(home)
        keeperOfLater = handle.keeper
        defer { keeperOfLater = nil }
        let slots = all(key, home: home)
        var isKept = view.isEmpty && (handle.keeper.map { mayKeep(of: home, $0) } ?? true)
        var list: [(serial: Int, kept: Kept?)] = []
        for (core, registration) in slots {
            let graph = graph
            ask(home)
            self.graph = graph
            if isClosed(home) { throw Failure(kind: .closed, path: []) }
            let serial = try instance(of: registration, in: core, home: home)
            // What the record is made of is known now alone.
            let kept = isKept ? record(serial, of: registration, in: core, home: home, under: []) : nil
            list.append((serial, kept))
        }
        let holder = handle.keeper.flatMap { outcomes[$0] }.flatMap { instances[$0] == nil ? nil : $0 }
        if isKept, let holder {
            let note = Note(what: .all(key, count: slots.count), place: home)
            if instances[holder]?.notes.contains(note) == false { instances[holder]?.notes.append(note) }
            for var kept in list.compactMap(\.kept) where isKept {
                if case .handle = keeper(of: &kept, for: handle, own: [], at: home) { continue }
                isKept = false
            }
        }
        if isKept { handles[id].ownList = list.compactMap(\.kept) }
        return list.map(\.serial)
    }
}
