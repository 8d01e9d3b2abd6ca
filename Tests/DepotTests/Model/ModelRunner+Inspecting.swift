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
        try compare("\(registered.sorted())", with: "\(known.registered.keys.sorted())", of: step)
        try compare("\(known.missing.subtracting(missing).sorted()) not drawn", with: "\([String]()) not drawn", of: step)
        try compare("\(missing.subtracting(known.missingFurtherUp).sorted()) drawn", with: "\([String]()) drawn", of: step)
        // What a service further up needs is drawn beside what the container itself has of that name.
        let byName = Dictionary(grouping: graph.nodes.filter { !$0.isMissing }, by: \.name)
        for (name, nodes) in byName where nodes.count == 1 { try compare(nodes[0], in: graph, with: known.registered[name], step) }
        try compareScopes(of: core, container, step)
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

    /// Compares what the graph says of a service.
    private func compare(
        _ node: Graph.Node, in graph: Graph, with place: (core: Int, registration: Int)?, _ step: ModelStep
    ) throws(ModelDifference) {
        guard let place else { return }
        let registration = model.registrations[place.registration]
        let isReplaced = model.cores[place.core].slots[registration.key]?.replacements.isEmpty == false && registration.contribution == nil
        try compare("\(node.name) \(node.isReplaced)", with: "\(node.name) \(isReplaced)", of: step)
        // How long what is not handed out any more is there is left open, and what is held weakly.
        let (made, valid) = model.kept(of: place.registration)
        let isOpen = registration.lifetime == .cached || registration.lifetime == .weak
        if !isOpen, node.instances.count > made || node.instances.count < valid {
            throw ModelDifference(description: "\(step) drew \(node.instances.count) of \(node.name), and not \(valid) to \(made).")
        }
        // A closure needs what it asks for, and nothing that this asks for in turn.
        let asked = model.asked(by: registration)
        for edge in graph.edges where edge.from == node.id {
            let name = graph.nodes[edge.to].name
            let type = name.prefix { $0 != " " }
            if !asked.contains(where: { $0.prefix { $0 != " " } == type }) {
                throw ModelDifference(description: "\(step) drew that \(node.name) needs \(name), and not only \(asked.sorted()).")
            }
        }
    }

    /// Compares the scopes that a container lists.
    private func compareScopes(of core: Int, _ container: Container, _ step: ModelStep) throws(ModelDifference) {
        let listed = container.scopes.map { "\($0.kind) \($0.id ?? "-") \($0.isBoundToTask) in \($0.path.map(\.name))" }
        try compare("\(listed.sorted())", with: "\(model.listed(from: core).sorted())", of: step)
    }

    private static func names(of nodes: [Graph.Node]) -> Set<String> { Set(nodes.map(\.name)) }
}

extension Model {
    /// What is registered for a container, as the graph names it, and what its aliases stand for and is not there; likewise for the aliases
    /// of those further up, which their services may use.
    ///
    /// All others are closures, which say nothing of what they need.
    func graph(from core: Int) -> (
        registered: [String: (core: Int, registration: Int)], missing: Set<String>, missingFurtherUp: Set<String>
    ) {
        var model = self
        let home = cores[core].overrides ?? core
        model.view = inEffect(for: home)
        var registered: [String: (core: Int, registration: Int)] = [:]
        for key in ModelKey.all.indices { registered[ModelKey.all[key].name] = model.lookUp(key, home: home) }
        for key in ModelKey.plain {
            for place in model.all(key, home: home) {
                guard let number = registrations[place.registration].contribution else { continue }
                registered["\(ModelKey.all[key].name) #\(number)"] = place
            }
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

    /// How many instances a container keeps of what is registered, and how many of them are handed out outside of every override.
    func kept(of registration: Int) -> (all: Int, valid: Int) {
        let all = kept.filter { $0.key.scope == nil && $0.key.override == nil }.flatMap(\.value)
            .filter { instances[$0]?.registration == registration && instances[$0]?.isLost == false }
        return (all.count, all.filter(mayBeHandedOut).count)
    }

    /// The names of all that a factory and its decorators may ask for, and of what it stands for.
    func asked(by registration: Registration) -> Set<String> {
        let dependencies = registration.dependencies + registration.decorators.flatMap(\.self)
        return Set(dependencies.map { ModelKey.all[$0.key].name } + [registration.alias].compactMap { $0.map { ModelKey.all[$0].name } })
    }

    /// The open scopes of a container, of what it stands on, and of its overrides.
    func listed(from core: Int) -> [String] {
        let home = cores[core].overrides ?? core
        let layers = inEffect(for: home)
        // One that is over may be kept by what was made in it, and its scopes are open for as long.
        let left = cores.indices.filter { cores[$0].overrides == home && layers.allSatisfy(cores[$0].around.contains) }
        let own = ancestors(home) + layers + left
        return scopes.indices.filter { !scopes[$0].hasEnded && own.contains(scopes[$0].core) }.map { id in
            let scope = scopes[id]
            let path = chain(scope: scope.outer).reversed().map { scopes[$0].kind.kind.name }
            return "\(scope.kind.kind) \(scope.id.map { "\($0)" } ?? "-") \(scope.isBound) in \(path)"
        }
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
