import Depot

extension ModelRunner {
    /// Draws the graph and validates: nothing is built by that, and the steps that follow give what they would have given.
    func inspect(_ core: Int, _ step: ModelStep) throws(ModelDifference) {
        // What is drawn of a closed container the documents do not say.
        if model.isClosed(core: core) { return }
        // What a function depends on is declared, and the model's declare nothing.
        if world.making == .functions { return }
        let container = try container(core)
        let before = world.begun
        let (graph, known) = (container.graph, model.graph(from: core))
        let (registered, missing) = (Self.names(of: graph.nodes.filter { !$0.isMissing }), Self.names(of: graph.missing))
        try compare("\(registered.sorted())", with: "\(known.registered.sorted())", of: step)
        try compare("\(known.missing.subtracting(missing).sorted()) not drawn", with: "\([String]()) not drawn", of: step)
        try compare("\(missing.subtracting(known.missingFurtherUp).sorted()) drawn", with: "\([String]()) drawn", of: step)
        try validate(container, expecting: missing.isEmpty ? [] : [.missing], step)
        // What is disposed is compared after the step; a task may release it meanwhile.
        try compare("\(world.begun) instances", with: "\(before) instances", of: step)
    }

    private func validate(
        _ container: Container, expecting known: Set<ValidationError.Problem.Kind>, _ step: ModelStep
    ) throws(ModelDifference) {
        var problems: Set<ValidationError.Problem.Kind> = []
        var report = "nothing"
        do throws(ValidationError) {
            try container.validate()
        } catch {
            problems = Set(error.problems.map(\.kind)).subtracting([.decoratorWithoutTarget])
            report = "\(error)"
        }
        // What a closure was seen to resolve may have another lifetime since, or another factory.
        if model.hasChanged { problems.subtract([.captive, .cycle]) }
        // Else it was there, and was none that the closure's service must not have.
        try compare("\(problems.map(\.rawValue)) in \(report)", with: "\(known.map(\.rawValue)) in \(report)", of: step)
    }

    private static func names(of nodes: [Graph.Node]) -> Set<String> { Set(nodes.map(\.name)) }
}

extension Model {
    /// What is registered for a container, as the graph names it, and what its aliases stand for and is not there; likewise for the aliases
    /// of those further up, which their services may use.
    ///
    /// All others are closures, which say nothing of what they need.
    func graph(from core: Int) -> (registered: Set<String>, missing: Set<String>, missingFurtherUp: Set<String>) {
        var model = self
        let home = cores[core].overrides ?? core
        model.view = inEffect(for: home)
        var registered = Set(ModelKey.all.indices.filter { model.lookUp($0, home: home) != nil }.map { ModelKey.all[$0].name })
        for key in ModelKey.plain {
            let contributions = model.all(key, home: home).compactMap { registrations[$0.registration].contribution }
            for number in contributions { registered.insert("\(ModelKey.all[key].name) #\(number)") }
        }
        let missing = model.ancestors(home).map(model.missingTargets)
        return (registered, missing[0], missing.reduce([]) { $0.union($1) })
    }

    /// Whether a container has ended, or an override that is in effect for it.
    func isClosed(core: Int) -> Bool {
        let home = cores[core].overrides ?? core
        var model = self
        model.view = inEffect(for: home)
        return model.isClosed(home)
    }

    private func missingTargets(for home: Int) -> Set<String> {
        let targets = ModelKey.all.indices.compactMap { lookUp($0, home: home) }.compactMap { registrations[$0.registration].alias }
        return Set(targets.filter { lookUp($0, home: home) == nil }.map { ModelKey.all[$0].name })
    }

    /// Whether a key was registered more than once, in one container or in several, or something scoped after a factory had run; or an
    /// instance stands in for something scoped, which whoever lives longer may be given.
    var hasChanged: Bool {
        if registrations.contains(where: { $0.constant != nil && $0.lifetime.kind != nil }) { return true }
        if registrations[(registeredFirst ?? registrations.count)...].contains(where: { $0.lifetime.kind != nil }) { return true }
        let bases = registrations.indices.filter { id in registrations[id].contribution == nil && !isReplacement(id) }
        return Set(bases.map { registrations[$0].key }).count < bases.count
    }
}
