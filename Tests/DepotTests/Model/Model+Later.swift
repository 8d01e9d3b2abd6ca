// What is called after the factory that got it has returned.
extension Model {
    /// The handles in an instance and in all that it was made from, in order.
    func handles(in serial: Int) -> [Int] {
        var found: [Int] = []
        var seen: Set<Int> = []
        collect(serial, into: &found, &seen)
        return found
    }

    private func collect(_ serial: Int, into found: inout [Int], _ seen: inout Set<Int>) {
        guard seen.insert(serial).inserted else { return }
        for part in nodes[serial]?.parts ?? [] {
            switch part {
            case .one(let other): collect(other, into: &found, &seen)
            case .all(let others): for other in others { collect(other, into: &found, &seen) }
            case .later(let handle): found.append(handle)
            case .none: break
            }
        }
    }

    /// Whether something that has just been released holds an instance: when that goes, only the container knows.
    func isHeldByReleased(_ serial: Int) -> Bool {
        var seen: Set<Int> = []
        var open = released
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            if next == serial { return true }
            for part in nodes[next]?.parts ?? [] {
                switch part {
                case .one(let other): open.append(other)
                case .all(let others): open += others
                case .later(let handle):
                    if let own = handles[handle].own { open.append(own.serial) }
                    open += handles[handle].ownList?.map(\.serial) ?? []
                    open += handles[handle].inOverrides.values.map(\.serial)
                case .none: break
                }
            }
        }
        return false
    }

    /// Whether a handle that was made under overrides is called under one that was opened elsewhere, or a `Lazy` of what only it gets under
    /// overrides of several containers: which of them is found first, or keeps that, is left open.
    func isElsewhere(handle id: Int) -> Bool {
        let (home, own) = origin(of: handles[id])
        let others = inEffect(for: home, under: own).filter { !own.contains($0) } + below(id, home: home)
        if !own.isEmpty { return !others.isEmpty }
        guard handles[id].dependency.form == .lazy, Set(others.map { cores[$0].overrides }).count > 1 else { return false }
        var model = self
        model.view = others
        return model.lookUp(handles[id].dependency.key, home: home).map { !registrations[$0.registration].lifetime.isShared } ?? false
    }

    /// Whether a `Lazy` has a cached instance whose time is over, or is itself in what is outdated: whether it goes on giving what it has is
    /// left open.
    func isOverdue(handle id: Int) -> Bool {
        guard handles[id].dependency.form == .lazy else { return false }
        if let holder = handles[id].shared.flatMap({ outcomes[$0] }) {
            let (home, own) = origin(of: handles[id])
            var model = self
            model.view = inEffect(for: home, under: own) + below(id, home: home)
            if !model.isValid(holder) { return true }
        }
        guard let known = handles[id].own, let instance = instances[known.record] else { return false }
        return registrations[instance.registration].lifetime == .cached && time >= instance.time + ModelWorld.lifespan
    }

    /// Whether a call would have a `Lazy` keep something that only it gets, and that keeps the `Lazy`: such a ring never goes.
    func wouldKeepItself(_ id: Int) -> Bool {
        guard handles[id].dependency.form == .lazy || handles[id].isProperty else { return false }
        var trial = self
        let called = handles[id].isProperty ? try? trial.read(id, from: shared.last ?? 0) : try? [trial.call(id, argument: 0)]
        var seen: Set<Int> = []
        return called != nil && trial.handles[id].alone.contains { trial.keeps($0, handle: id, &seen) }
    }

    private func keeps(_ serial: Int, handle id: Int, _ seen: inout Set<Int>) -> Bool {
        guard seen.insert(serial).inserted else { return false }
        for part in nodes[serial]?.parts ?? [] {
            switch part {
            case .one(let other): if keeps(other, handle: id, &seen) { return true }
            case .all(let others): for other in others where keeps(other, handle: id, &seen) { return true }
            case .later(let other):
                if other == id { return true }
                for own in handles[other].alone where keeps(own, handle: id, &seen) { return true }
            case .none: break
            }
        }
        return false
    }

    /// Calls a handle.
    mutating func call(_ id: Int, argument: Int) throws(Failure) -> Int {
        let handle = handles[id]
        let (home, own) = origin(of: handle)
        graph = [:]
        released = []
        runs = []
        view = inEffect(for: home, under: own) + below(id, home: home)
        scopeOfHandle = handle.scope
        let isFactory = handle.dependency.key == ModelKey.withArgument
        if handle.dependency.form == .lazy, !isFactory { return try callLazy(id, home: home, own: own) }
        return try resolve(handle.dependency.key, argument: argument, home: home)
    }

    /// What a handle resolves from: an instance that turned out to be everyone's, or a wider override's, resolves as what it belongs to does.
    func origin(of handle: Handle) -> (home: Int, view: [Int]) {
        let instance = (handle.isProperty ? handle.keeper : handle.shared).flatMap { outcomes[$0] }.flatMap { instances[$0] }
        guard let instance else { return (handle.home, handle.view) }
        // What a child's decorator wraps resolves further up than what it is part of.
        guard let owner = instance.owner else { return (handle.home, []) }
        if cores[owner].hasEnded { return (handle.home, handle.view) }
        // That override, on those that it was opened on.
        let base = ancestors(cores[owner].overrides ?? handle.home)
        let below = cores[owner].around.filter { layer in base.contains { $0 == cores[layer].overrides } }
        return (handle.home, handle.view.filter { $0 == owner || below.contains($0) })
    }

    /// The overrides that are in effect for someone who resolves from a container as some overrides have it.
    private func inEffect(for home: Int, under own: [Int]) -> [Int] {
        // Where the container is overridden already, only what was opened on that override is seen beside it.
        let top = own.last
        let others = inEffect(for: home).filter { layer in
            if own.contains(layer) { return false }
            guard let top, cores[layer].overrides == home else { return true }
            return cores[layer].around.contains(top)
        }
        return own + others
    }

    /// The overrides as a container has them in effect: those of a child stand on those of its parent, whichever was opened first.
    func innermostFirst(_ layers: [Int], for home: Int) -> [Int] {
        let above = ancestors(home)
        let others = layers.reversed().filter { layer in !above.contains { $0 == cores[layer].overrides } }
        return others + above.flatMap { base in layers.reversed().filter { cores[$0].overrides == base } }
    }

    /// The overrides of containers below that are in effect for a handle in a shared instance, or in what one keeps: inside them, too, that is the
    /// same one.
    private func below(_ id: Int, home: Int) -> [Int] {
        guard handles[id].keeper != nil else { return [] }
        return layers.filter { layer in
            guard let base = cores[layer].overrides else { return false }
            return base != home && !cores[base].hasEnded && ancestors(base).contains(home)
        }
    }

    private mutating func callLazy(_ id: Int, home: Int, own: [Int]) throws(Failure) -> Int {
        let handle = handles[id]
        if let own = handle.own, isKept(own), isRightLater(own, from: home) { return own.serial }
        for layer in view.reversed() {
            guard let known = handle.inOverrides[layer] else { continue }
            if isValid(known.record), isOfScopeNow(known, from: home) { return known.serial }
            break
        }
        let target = lookUp(handle.dependency.key, home: home)
        keeperOfLater = handle.keeper
        defer { keeperOfLater = nil }
        let serial = try resolve(handle.dependency.key, argument: 0, home: home)
        guard let (core, registration) = target else { return serial }
        var kept = record(serial, of: registration, in: core, home: home, under: own)
        switch keeper(of: &kept, for: handle, own: own, at: home) {
        case .handle: handles[id].own = kept
        case .override(let override): handles[id].inOverrides[override] = kept
        case .nobody: break
        }
        return serial
    }

    /// What a `Lazy` knows of what it has resolved.
    mutating func record(_ serial: Int, of id: Int, in core: Int, home: Int, under own: [Int]) -> Kept {
        let registration = registrations[id]
        if registration.lifetime.isShared, registration.constant == nil {
            return Kept(serial: serial, record: lastGiven ?? serial, place: lastPlace)
        }
        tokens += 1
        var record = Instance(registration: id, home: home, time: time)
        if registration.constant == nil, let run = lastRun {
            record.notes = run.notes
            record.owner = run.owner
            record.saw = run.saw
            record.met = run.met
        }
        // Made while an override is in effect that is none of the handle's, it is that override's.
        let innermost = innermostFirst(view, for: home).first { !own.contains($0) }
        record.owner = record.owner ?? owner(core) ?? (registration.constant == nil ? innermost : nil)
        if isReplacement(id) { record.saw.insert(id) }
        instances[-tokens] = record
        return Kept(serial: serial, record: -tokens, place: nil)
    }

    /// Whether what a `Lazy` keeps is there: what the container keeps, that drops when its time is over.
    private func isKept(_ known: Kept) -> Bool {
        guard let place = known.place, let instance = instances[known.record] else { return true }
        if registrations[instance.registration].lifetime == .weak { return isAlive(known.serial) }
        return kept[place]?.contains(known.serial) ?? false || known.holder.map(isKept) ?? false
    }

    /// Whether the container keeps an instance.
    private func isKept(_ serial: Int) -> Bool { !(instances[serial]?.isLost ?? true) && isThere(serial) }

    /// Whether an instance is where it was put, though it may be lost.
    private func isThere(_ serial: Int) -> Bool { instances[serial]?.place.flatMap { kept[$0]?.contains(serial) } ?? false }

    /// Whether it is still right: in the scope that is open now, too, and nothing that it is resolved from is closed.
    private func isRightLater(_ known: Kept, from home: Int) -> Bool {
        !isClosed(home) && isOfScopeNow(known, from: home) && isFound(known.record, from: home)
    }

    /// Whether the scope that it was resolved in, if any, is the one that is in effect now, and not one around that.
    private func isOfScopeNow(_ known: Kept, from home: Int) -> Bool {
        guard let met = instances[known.record]?.met, let scope = met.scope else { return true }
        return (try? self.scope(met.kind, from: home)) == scope
    }

    enum Keeper {
        case handle
        case override(Int)
        case nobody
    }

    /// Who keeps what a `Lazy` has resolved: nothing longer than it is right.
    mutating func keeper(of kept: inout Kept, for handle: Handle, own: [Int], at home: Int) -> Keeper {
        guard let instance = instances[kept.record] else { return .handle }
        let elsewhere = instance.owner.map { Keeper.override($0) } ?? .nobody
        let isInjected = handle.isProperty
        var place = home
        if isInjected, let holder = handle.keeper {
            let running = runs.first { $0.token == holder }
            let own = running?.home ?? outcomes[holder].flatMap { instances[$0]?.home }
            guard mayKeep(of: instance.home, holder), let own else { return elsewhere }
            // What a child finds in the service's own container does not depend on the child.
            if !mayKeep(of: home, holder) { place = own }
            guard place == home || isInEffect(instance.registration, registrations[instance.registration], home: own) else {
                return elsewhere
            }
            // While the owner is being made, all that it resolves is noted anyway.
            if let running {
                guard let made = instance.owner else { return .handle }
                return running.owner.map { $0 == made || cores[$0].around.contains(made) } ?? false ? .handle : elsewhere
            }
        }
        let lifetime =
            handle.holder
            ?? handle.keeper.flatMap { outcomes[$0] }.flatMap { instances[$0] }.map { registrations[$0.registration].lifetime }
        if let lifetime, let met = instance.met, lifetime.isCaptor(of: met.kind) { return isInjected ? elsewhere : .nobody }
        guard let token = isInjected ? handle.keeper : handle.shared else {
            if isInjected { return instance.owner == nil ? .handle : elsewhere }
            return instance.owner.map { own.contains($0) } ?? true ? .handle : elsewhere
        }
        let around = handle.scope ?? outcomes[token].flatMap { instances[$0]?.scope }
        if let scope = instance.met?.scope, !lasts(scope, for: token, in: around) { return elsewhere }
        // When a container drops what is outdated, or a scope what was registered anew, is its own affair; it is told by what that has read
        // then, where this saw a replacement or is an override's.
        let isBounded = !instance.saw.isEmpty || instance.owner != nil
        if isBounded, let holder = outcomes[token], isThere(holder), !isValid(holder) { isUncertain = true }
        guard let holder = outcomes[token], let known = instances[holder], isKept(holder) else {
            // Nobody asks any more whether it is right.
            return instance.owner == nil && instance.saw.isEmpty ? .handle : elsewhere
        }
        guard instance.owner == known.owner || instance.owner == nil, instance.saw.isSubset(of: known.saw) else { return elsewhere }
        let note = Note(what: .instance(kept.record), place: place)
        if !known.notes.contains(note) { instances[holder]?.notes.append(note) }
        kept.holder = holder
        return .handle
    }

    /// Whether what is made in a scope may be kept by something in another one: not where that scope ends before that.
    private func lasts(_ scope: Int, for token: Int, in own: Int?) -> Bool {
        // One that was opened in an override is of the container that this overrides.
        let core = scopes[scope].core
        guard mayKeep(of: cores[core].overrides ?? core, token) else { return false }
        guard let own, !chain(scope: own).contains(scope) else { return true }
        return !scopes[scope].isBound && scopes[scope].kind != scopes[own].kind
    }
}
