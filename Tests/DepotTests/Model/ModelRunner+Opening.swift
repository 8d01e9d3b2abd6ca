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
            containers[model.addCopy(of: core)] = try container(core).copy()
        case .drop(let number): try drop(plainCore(number))
        case .close(let number): try close(plainCore(number), step)
        case .override(let number, let steps): try override(plainCore(number), steps)
        case .scope(let number, let kind, let steps): try scope(plainCore(number), kind, steps)
        case .setCurrent(let number, let kind, let id):
            // In an override it would be the override's; those are not in the model.
            guard model.layers.isEmpty else { return }
            let core = plainCore(number)
            model.setCurrent(kind, id: id, of: core)
            try container(core).scopeContext.setCurrent(kind.kind, id: "\(id)")
        case .clear(let number, let kind, let id):
            guard model.layers.isEmpty else { return }
            let core = plainCore(number)
            model.clear(kind, id: id, of: core)
            try container(core).scopeContext.clear(kind.kind, id: id.map { "\($0)" })
        default: break
        }
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
        shared.append(core)
        defer { shared.removeLast() }
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

    private func scope(_ core: Int, _ kind: ModelKind, _ steps: [ModelStep]) throws(ModelDifference) {
        model.beginScope(kind, of: core)
        shared.append(core)
        defer { shared.removeLast() }
        var difference: ModelDifference?
        try container(core).withScope(kind.kind) {
            do throws(ModelDifference) { try run(steps) } catch { difference = error }
        }
        model.endScope()
        if let difference { throw difference }
    }
}
