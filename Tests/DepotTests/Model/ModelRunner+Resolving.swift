import Depot

extension ModelRunner {
    func resolve(_ step: ModelStep) throws(ModelDifference) {
        switch step {
        case .resolve(let number, let key, let argument): _ = try resolve(key, argument, from: core(number), step)
        case .resolveAll(let number, let key): try resolveAll(key, from: core(number), step)
        case .keep(let number, let key, let argument):
            if let node = try resolve(key, argument, from: core(number), step) { kept.append(node) }
        case .release(let number): release(number)
        case .inject(let key, let form):
            properties.append((model.property(of: key, form), ModelKey.all[key].inject(form)))
        case .read(let number):
            if properties.isEmpty { break }
            let property = properties[number % properties.count]
            _ = try read(property.id, step) { () throws(ResolutionError) in try property.read(0) }
        case .call(let number, let handle, let argument, let keeps): try call(number, handle, argument, keeps: keeps, step)
        case .start(let number): try start(core(number), step)
        default: break
        }
    }

    private func resolve(
        _ key: Int, _ argument: Int, from core: Int, _ step: ModelStep
    ) throws(ModelDifference) -> (any AnyNode)? {
        let container = try container(core)
        return try compare(step) { (model) throws(Model.Failure) in
            try model.resolve(key, argument: argument, from: core)
        } with: { () throws(ResolutionError) in
            guard world.making.isAsync else { return try ModelKey.all[key].resolve(container, argument) }
            return try waiting { try await ModelKey.all[key].resolveAsync(container, argument) }
        }
    }

    private func resolveAll(_ key: Int, from core: Int, _ step: ModelStep) throws(ModelDifference) {
        let container = try container(core)
        _ = try compareAll(step) { (model) throws(Model.Failure) in
            try model.resolveAll(key, from: core)
        } with: { () throws(ResolutionError) in
            guard world.making.isAsync else { return try ModelKey.all[key].resolveAll(container) }
            return try waiting { try await ModelKey.all[key].resolveAllAsync(container) }
        }
    }

    private func call(_ number: Int, _ handle: Int, _ argument: Int, keeps: Bool, _ step: ModelStep) throws(ModelDifference) {
        guard !kept.isEmpty else { return }
        let node = kept[number % kept.count]
        let (found, known) = (node.handles, model.handles(in: node.serial))
        try compare("\(found.count) handles", with: "\(known.count) handles", of: step)
        guard !known.isEmpty else { return }
        // A property is read where a container is the shared one, which is seldom.
        let properties = model.shared.isEmpty ? [] : known.indices.filter { model.handles[known[$0]].isProperty }
        let index = properties.isEmpty || handle.isMultiple(of: 3) ? handle % known.count : properties[handle % properties.count]
        let (call, id) = (found[index], known[index])
        if model.handles[id].isProperty {
            let result = try read(id, step) { () throws(ResolutionError) in try call(argument) }
            if keeps { kept += result }
            return
        }
        // Whether a `Lazy` goes on giving what it has is left open there.
        if model.isElsewhere(handle: id) || model.isOverdue(handle: id) { return }
        if model.handles[id].dependency.form == .lazy, model.wouldKeepItself(id) { return }
        let result = try compareAll(step, isLater: true) { (model) throws(Model.Failure) in
            [try model.call(id, argument: argument)]
        } with: { () throws(ResolutionError) in
            try call(argument)
        }
        if keeps { kept += result }
    }

    /// Reads a property, where the model knows that it does not trap.
    private func read(
        _ id: Int, _ step: ModelStep, _ read: () throws(ResolutionError) -> [any AnyNode]
    ) throws(ModelDifference) -> [any AnyNode] {
        // Which of several overrides keeps what only the property got is left open.
        guard let core = model.shared.last else { return [] }
        // In the context of another family it keeps what it reads first, as one does that is held by the program.
        let handle = model.handles[id]
        guard handle.keeper == nil || model.root(core) == model.root(handle.home) else { return [] }
        var trial = model
        guard (try? trial.read(id, from: core)) != nil, !model.wouldKeepItself(id) else { return [] }
        return try compareAll(
            step,
            { (model) throws(Model.Failure) in
                try model.read(id, from: core)
            }, with: read)
    }

    private func release(_ number: Int) {
        if kept.isEmpty, properties.isEmpty { return }
        let index = number % (kept.count + properties.count)
        if index < kept.count { kept.remove(at: index) } else { properties.remove(at: index - kept.count) }
    }

    private func start(_ core: Int, _ step: ModelStep) throws(ModelDifference) {
        // A task of its own sees no overrides, so it is asked of an override itself.
        guard model.layers.last.map({ $0 == core }) ?? true else { return }
        var expected = "nothing"
        do throws(Model.Failure) { try model.start(core) } catch {
            expected = error.kind.rawValue
            model.events.failed += 1
        }
        world.choices = model.takeChoices()
        let found = waitFor(try container(core)) { container -> String in
            do {
                try await container.start()
                return "nothing"
            } catch {
                return (error as? ResolutionError)?.kind ?? "\(error)"
            }
        }
        try compare(found, with: expected, of: step)
    }

    /// Compares what a model and a container give: an instance, or a failure with its path.
    private func compare(
        _ step: ModelStep, isLater: Bool = false, _ expected: (inout Model) throws(Model.Failure) -> Int,
        with found: () throws(ResolutionError) -> any AnyNode
    ) throws(ModelDifference) -> (any AnyNode)? {
        try compareAll(step, isLater: isLater) { (model) throws(Model.Failure) in
            [try expected(&model)]
        } with: { () throws(ResolutionError) in
            [try found()]
        }.first
    }

    private func compareAll(
        _ step: ModelStep, isLater: Bool = false, _ expected: (inout Model) throws(Model.Failure) -> [Int],
        with found: () throws(ResolutionError) -> [any AnyNode]
    ) throws(ModelDifference) -> [any AnyNode] {
        var nodes: [any AnyNode] = []
        var (wanted, text): (Outcome, Outcome)
        do throws(Model.Failure) {
            let serials = try expected(&model)
            wanted = Outcome(text: serials.map(model.written).joined(separator: ", "))
        } catch {
            wanted = Outcome(text: error.kind.rawValue, path: error.path)
            model.events.failed += 1
        }
        world.choices = model.takeChoices()
        do throws(ResolutionError) {
            nodes = try found()
            text = Outcome(text: nodes.map(\.written).joined(separator: ", "))
        } catch {
            text = Outcome(text: error.kind, path: error.path)
        }
        // A task cannot know for what it asks the container.
        if world.making == .childTasks { wanted.path = wanted.path.suffix(text.path.count) }
        // The way to an object that asks later is the beginning of the path of what it fails with.
        if isLater { text.path = text.path.suffix(wanted.path.count) }
        try compare("\(text)", with: "\(wanted)", of: step)
        return nodes
    }
}

/// What came of a resolve.
private struct Outcome: CustomStringConvertible {
    let text: String
    var path: [String] = []
    var description: String { path.isEmpty ? text : "\(text) by \(path.joined(separator: " → "))" }
}
