import Depot

extension ModelWorld {
    func register<Thing: ModelThing>(
        _ type: Thing.Type, _ number: Int, in container: Container, _ making: @escaping ModelMaking<Thing>
    ) {
        let service = services[number]
        switch service.form {
        case .plain: register(type, service.key(number, 0), in: container, making)
        case .named: for variant in 0..<2 { register(type, service.key(number, variant), in: container, making) }
        case .arguments: registerWithArguments(type, number, in: container, making)
        case .contributed: contribute(type, service.key(number, 0), in: container, making)
        }
    }

    /// Puts a mock in its place; what is contributed has another one beside it.
    func replace<Thing: ModelThing>(
        _ type: Thing.Type, _ key: ModelServiceKey, in container: Container, _ making: @escaping ModelMaking<Thing>
    ) -> Replacement? {
        let service = services[key.number]
        switch service.form {
        case .plain, .named:
            if service.isAsync {
                return container.replaceAsync(type, name: key.name) { r in try await self.makeAsync(key, r, isMock: true, making) }
            }
            return container.replace(type, name: key.name) { r in try self.make(key, r, isMock: true, making) }
        case .arguments:
            return container.replace(type) { (r, variant: Int) in try self.make(service.key(key.number, variant), r, isMock: true, making) }
        case .contributed:
            contribute(type, key, in: container, isMock: true, making)
            return nil
        }
    }

    private func register<Thing: ModelThing>(
        _ type: Thing.Type, _ key: ModelServiceKey, in container: Container, _ making: @escaping ModelMaking<Thing>
    ) {
        let name = key.name
        switch (services[key.number].lifetime.way, services[key.number].isAsync) {
        case (.unique(let lifetime), false): container.register(type, name: name, lifetime) { r in try self.make(key, r, making) }
        case (.shared(let lifetime), false): container.register(type, name: name, lifetime) { r in try self.make(key, r, making) }
        case (.unique(let lifetime), true):
            container.registerAsync(type, name: name, lifetime) { r in try await self.makeAsync(key, r, making) }
        case (.shared(let lifetime), true):
            container.registerAsync(type, name: name, lifetime) { r in try await self.makeAsync(key, r, making) }
        }
    }

    private func registerWithArguments<Thing: ModelThing>(
        _ type: Thing.Type, _ number: Int, in container: Container, _ making: @escaping ModelMaking<Thing>
    ) {
        let service = services[number]
        switch service.lifetime.way {
        case .unique(let lifetime):
            container.register(type, lifetime) { (r, variant: Int) in try self.make(service.key(number, variant), r, making) }
        case .shared(let lifetime):
            container.register(type, lifetime) { (r, variant: Int) in try self.make(service.key(number, variant), r, making) }
        }
    }

    private func contribute<Thing: ModelThing>(
        _ type: Thing.Type, _ key: ModelServiceKey, in container: Container, isMock: Bool = false, _ making: @escaping ModelMaking<Thing>
    ) {
        switch services[key.number].lifetime.way {
        case .unique(let lifetime): container.contribute(type, lifetime) { r in try self.make(key, r, isMock: isMock, making) }
        case .shared(let lifetime): container.contribute(type, lifetime) { r in try self.make(key, r, isMock: isMock, making) }
        }
    }
}

extension ModelLifetime {
    fileprivate enum Way {
        case unique(UniqueLifetime)
        case shared(SharedLifetime)
    }

    fileprivate var way: Way {
        switch self {
        case .transient: .unique(.transient)
        case .graph: .unique(.graph)
        case .singleton: .shared(.singleton)
        case .weak: .shared(.weak)
        case .cached: .shared(.cached(for: .seconds(1_000)))
        case .scoped(let scope): .shared(.scoped(scope.kind))
        }
    }
}
