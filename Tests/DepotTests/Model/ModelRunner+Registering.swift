import Depot

extension ModelRunner {
    func register(_ step: ModelStep) throws(ModelDifference) {
        switch step {
        case .register(let number, let key, let lifetime, let dependencies):
            let core = core(number)
            model.register(Model.Registration(key: key, lifetime: lifetime, dependencies: dependencies), in: core)
            if world.isAsync(key) {
                ModelKey.all[key].registerAsync(try container(core), lifetime, world, asyncFactory(key, dependencies, in: core))
            } else {
                ModelKey.all[key].register(try container(core), lifetime, world, factory(key, dependencies, in: core))
            }
        case .expect(let number, let key, let lifetime):
            let core = core(number)
            // How a decorator that waits for it is told of is not in the model.
            guard let kind = lifetime.kind, key != ModelKey.withArgument, model.cores[core].decorators[key] == nil,
                !model.isDecorated(key, below: core)
            else { return }
            model.register(Model.Registration(key: key, lifetime: lifetime, isExpected: true), in: core)
            ModelKey.all[key].expect(try container(core), kind)
        case .contribute(let number, let key, let lifetime, let dependencies):
            let core = core(number)
            model.contribute(Model.Registration(key: key, lifetime: lifetime, dependencies: dependencies), in: core)
            ModelKey.all[key].contribute(try container(core), lifetime, world, factory(key, dependencies, in: core))
        case .alias(let number, let key):
            guard let target = ModelKey.named(key) else { return }
            let core = core(number)
            model.register(Model.Registration(key: key, lifetime: .transient, alias: target), in: core)
            ModelKey.all[key].alias(try container(core), "main")
        case .decorate(let number, let key, let dependencies):
            let core = core(number)
            if model.decorate(key, in: core, with: dependencies) {
                ModelKey.all[key].decorate(try container(core), world.decorator(key, dependencies, capturing: captured(in: core)))
            }
        default: break
        }
    }

    private func asyncFactory(_ key: Int, _ dependencies: [ModelDependency], in core: Int) -> ModelAsyncFactory {
        world.asyncFactory(key, dependencies, capturing: captured(in: core))
    }

    func factory(_ key: Int, _ dependencies: [ModelDependency], in core: Int) -> ModelFactory {
        world.factory(key, dependencies, capturing: captured(in: core))
    }

    /// What a factory captures that is put in place in a container or an override; it goes with that.
    private func captured(in core: Int) -> ModelWorld.Captured {
        let captured = world.capture()
        standIns[core, default: []].insert(captured.number)
        return captured
    }

    func replace(_ step: ModelStep) throws(ModelDifference) {
        switch step {
        case .replace(let number, let key, let dependencies):
            let core = core(number)
            guard let target = model.target(key, in: core) else { return }
            // As in the generator: no handles in what is one for a graph.
            if model.registrations[target].lifetime == .graph, dependencies.contains(where: \.form.isLater) { return }
            let id = model.replace(key, in: core, with: dependencies)
            let container = try container(core)
            let replacement =
                world.isAsync(key)
                ? ModelKey.all[key].replaceAsync(container, asyncFactory(key, dependencies, in: core))
                : ModelKey.all[key].replace(container, factory(key, dependencies, in: core))
            replacements.append((replacement, id, core))
        case .replaceByInstance(let number, let key):
            let core = core(number)
            guard key != ModelKey.withArgument, model.target(key, in: core) != nil else { return }
            let serial = model.takeSerial()
            _ = world.takeSerial()
            let id = model.replace(key, in: core, with: [], constant: serial)
            standIns[core, default: []].insert(serial)
            replacements.append((ModelKey.all[key].replaceByInstance(try container(core), serial, world), id, core))
        case .restore(let number):
            guard !replacements.isEmpty else { return }
            let replacement = replacements.remove(at: number % replacements.count)
            let expected = model.restore(replacement.id, in: replacement.core)
            try compare("\(replacement.handle.restore())", with: "\(expected)", of: step)
        default: break
        }
    }
}
