/// The end of every form of replacement.
extension Container {
    /// Replaces a service, or throws where it is not registered: for those who fail a test rather than the process.
    package func tryReplace<Service>(
        _ type: Service.Type, name: Name?, file: StaticString, line: UInt, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) throws(ResolutionError) -> Replacement {
        try replacing(type, name, file, line, nil, [], nil, Make(plain: factory))
    }

    /// Replaces a service by an instance, or throws where it is not registered.
    package func tryReplace<Service: Sendable>(
        _ type: Service.Type, name: Name?, file: StaticString, line: UInt, with instance: Service
    ) throws(ResolutionError) -> Replacement {
        try replacing(type, name, file, line, .singleton, [.instance], nil, Make(plain: { _ in instance }))
    }

    /// Replaces a service by a main-actor factory, or throws where it is not registered.
    package func tryReplace<Service>(
        _ type: Service.Type, name: Name?, file: StaticString, line: UInt,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service
    ) throws(ResolutionError) -> Replacement {
        try replacing(
            type, name, file, line, nil, [.mainActor], nil,
            Make(plain: { resolver in try MainThread.run { try factory(resolver) } }))
    }

    func replacing<Service>(
        _ type: Service.Type, _ name: Name?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime?, _ traits: Traits,
        _ arguments: (any Any.Type)?, _ make: Make<Service>
    ) throws(ResolutionError) -> Replacement {
        let key = Key(type, name: name, arguments: arguments)
        let target = core.family.decide { $0.target(of: key, in: core) }
        guard let target else { throw replacingFailure(key) }
        var make = make
        if arguments != nil {
            // The key holds the type, so a registration found under it makes that type.
            make.argumentValue = unsafeDowncast(target, to: TypedRegistration<Service>.self).make.argumentValue
        }
        let registration = TypedRegistration<Service>(
            RegistrationDraft(name: name, layer: target.layer, source: SourceLocation(file, line), assembly: target.assembly),
            lifetime: lifetime ?? target.lifetime.whileReplaced, traits: traits.union(.replacement), arguments: arguments, make: make)
        let active = core.family.decide { ledger in
            let active = ActiveReplacement(registration, slot: core.makeSlot(key))
            ledger.begin(active, in: core)
            return active
        }
        core.family.emit(.replaced(ContainerEvent.Service(registration)))
        return Replacement(core: core, active: active)
    }

    /// Why a key cannot be replaced, with what the user may have meant.
    func replacingFailure(_ key: Key) -> ResolutionError {
        if core.family.decide({ _ in core.isClosed }) { return closed(key, []) }
        let error = missing(key, Origin(thread: nil, explicit: nil, family: core.family).path)
        let diagnosis = ResolutionError.Diagnosis(
            what: "\(key) cannot be replaced, because it is not registered.", path: [], fix: error.diagnosis.fix)
        return .notRegistered(diagnosis)
    }
}

extension Ledger {
    /// What a replacement would stand in for.
    func target(of key: Key, in core: Core) -> Registration? {
        core.isClosed ? nil : find(key, home: core, view: core)?.current
    }
}

extension Lifetime {
    /// A replacement of an eager singleton is built when it is asked for.
    fileprivate var whileReplaced: Lifetime {
        if case .eager = self { return .singleton }
        return self
    }
}
