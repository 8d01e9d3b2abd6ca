import Depot

extension ModelRunner {
    func open(_ step: ModelStep) throws(ModelDifference) {
        switch step {
        case .child(let number):
            let parent = plainCore(number)
            let id = model.addChild(of: parent)
            containers[id] = Container(parent: try container(parent))
        case .copy(let number):
            let core = plainCore(number)
            // What a copy of a closed container is the documents do not say.
            if model.cores[core].hasEnded { return }
            let copy = try container(core).copy()
            copy.reportMisuse { _, _, _ in }
            let id = model.addCopy(of: core)
            containers[id] = copy
            observe(id)
            // A copy has what was put in place.
            for other in model.layers + [core] { standIns[other] = nil }
        case .drop(let number): try drop(plainCore(number))
        case .close(let number): try close(plainCore(number), step)
        case .override(let number, let steps): try override(plainCore(number), steps)
        case .scope(let number, let kind, let given, let steps): try scope(plainCore(number), kind, given, steps)
        case .setCurrent(let number, let kind, let id, let given):
            let core = plainCore(number)
            guard let owner = settingCore(core) else { return }
            let list = model.list(given, to: kind, of: core)
            if let scope = model.set(kind, id: id, of: owner) { model.give(list, to: scope, of: core) }
            try container(core).scopeContext.setCurrent(kind.kind, id: "\(id)") { provide(given, to: &$0, in: core) }
        case .clear(let number, let kind, let id):
            let core = plainCore(number)
            guard settingCore(core) != nil else { return }
            model.clear(kind, id: id, of: core)
            try container(core).scopeContext.clear(kind.kind, id: id.map { "\($0)" })
        case .hold(let number, let kind, let id, let given):
            let core = plainCore(number)
            let list = model.list(given, to: kind, of: core)
            let holder = HeldScope(kind.kind, id: "\(id)", in: try container(core)) { provide(given, to: &$0, in: core) }
            holders.append(ModelHolder(core: core, kind: kind, id: id, holder: holder, given: list))
        case .within(let number, let kind, let given, let steps): try within(number, kind, given, steps)
        case .give(let number, let given): if !holders.isEmpty { give(number % holders.count, given) }
        case .show(let number):
            guard model.layers.isEmpty, !holders.isEmpty else { return }
            show(number % holders.count)
        case .leave(let number, let clears): leave(number, clears: clears)
        default: break
        }
    }

    /// Where scopes of a container are set by hand here: in the innermost of its overrides; where others are overridden, too, that is not in the model.
    private func settingCore(_ core: Int) -> Int? {
        guard let innermost = model.layers.last else { return core }
        return model.layers.allSatisfy { model.cores[$0].overrides == core } ? innermost : nil
    }

    /// Opens a scope inside one that is held, which is opened where it was not.
    private func within(_ number: Int, _ kind: ModelKind, _ given: [ModelGift], _ steps: [ModelStep]) throws(ModelDifference) {
        guard model.layers.isEmpty, !holders.isEmpty else { return }
        let index = number % holders.count
        let held = holders[index]
        guard containers[held.core] != nil else { return }
        let outer = held.scope ?? model.set(held.kind, id: held.id, of: held.core, isCurrent: false)
        holders[index].scope = outer
        if let outer, held.scope == nil { model.give(held.given, to: outer, of: held.core) }
        model.beginScope(kind, of: held.core, in: outer, given: given)
        model.shared.append(held.core)
        defer { model.shared.removeLast() }
        var difference: ModelDifference?
        held.holder.withScope(kind.kind, providing: { provide(given, to: &$0, in: held.core) }) {
            do throws(ModelDifference) { try run(steps) } catch { difference = error }
        }
        model.endScope()
        if let difference { throw difference }
    }

    /// Gives a held scope something else; one that is not open is given it when it is opened.
    private func give(_ index: Int, _ given: [ModelGift]) {
        let held = holders[index]
        let list = model.list(given, to: held.kind, of: held.core)
        holders[index].given.removeAll { old in list.contains { $0.key == old.key } }
        holders[index].given += list
        if let scope = held.scope { model.give(list, to: scope, of: held.core) }
        held.holder.provide { provide(given, to: &$0, in: held.core) }
    }

    /// Provides what a program's scopes are given.
    private func provide(_ given: [ModelGift], to scope: inout ScopeProvisions, in core: Int) {
        for gift in given {
            let key = ModelKey.all[gift.key]
            if let dependencies = gift.dependencies {
                key.provide(&scope, factory(gift.key, dependencies, in: core))
            } else {
                key.provideInstance(&scope, world.takeSerial(), world)
            }
        }
    }

    /// Makes a scope that is held the current one; where that is another now, the one before ends unless another object holds it.
    private func show(_ index: Int) {
        let (before, held) = (holders[index].scope, holders[index])
        let scope = model.set(held.kind, id: held.id, of: held.core)
        holders[index].scope = scope
        if let scope, scope != before { model.give(held.given, to: scope, of: held.core) }
        if let before, !holders.contains(where: { $0.scope == before }) { model.end(scope: before) }
        holders[index].holder.makeCurrent()
    }

    /// Clears a scope that is held, or releases its holder.
    func leave(_ number: Int, clears: Bool) {
        // While its scope is entered, a holder is held by that as well.
        guard !holders.isEmpty, clears || model.bound.isEmpty else { return }
        let index = number % holders.count
        if let scope = holders[index].scope {
            let isShared = holders.indices.contains { $0 != index && holders[$0].scope == scope }
            if clears || !isShared { model.end(scope: scope) }
        }
        if clears { holders[index].holder.clear() } else { holders.remove(at: index) }
    }

    /// Drops a child that nothing stands on.
    private func drop(_ core: Int) throws(ModelDifference) {
        let isRoot = model.cores[core].parent == nil
        let isFree = model.layers.isEmpty && model.bound.isEmpty && !containers.keys.contains { model.cores[$0].parent == core }
        guard !isRoot, isFree else { return }
        replacements.removeAll { $0.core == core }
        ending.append((core, WeakContainer(container: try container(core))))
        containers[core] = nil
    }

    private func close(_ core: Int, _ step: ModelStep) throws(ModelDifference) {
        guard model.layers.isEmpty, model.bound.isEmpty else { return }
        model.end(core)
        waitFor(try container(core)) { await $0.close() }
    }

    private func override(_ core: Int, _ steps: [ModelStep]) throws(ModelDifference) {
        let id = model.beginOverride(of: core)
        model.shared.append(core)
        defer { model.shared.removeLast() }
        var difference: ModelDifference?
        try container(core).withOverrides {
            containers[id] = $0
        } operation: {
            do throws(ModelDifference) { try run(steps) } catch { difference = error }
            ending.append((id, WeakContainer(container: containers[id])))
            containers[id] = nil
            replacements.removeAll { $0.core == id }
        }
        model.layers.removeLast()
        if let difference { throw difference }
    }

    private func scope(_ core: Int, _ kind: ModelKind, _ given: [ModelGift], _ steps: [ModelStep]) throws(ModelDifference) {
        model.beginScope(kind, of: core, given: given)
        model.shared.append(core)
        defer { model.shared.removeLast() }
        var difference: ModelDifference?
        try container(core).withScope(kind.kind, providing: { provide(given, to: &$0, in: core) }) {
            do throws(ModelDifference) { try run(steps) } catch { difference = error }
        }
        model.endScope()
        if let difference { throw difference }
    }
}

/// A holder of a scope, and what the model knows of it.
struct ModelHolder {
    let core: Int
    let kind: ModelKind
    let id: Int
    let holder: HeldScope
    /// What the scope is given when it is opened.
    var given: [Model.Gift]
    /// The scope, once it was used.
    var scope: Int?
}
