/// The end of every form of replacement.
extension Container {
    /// Replaces a service, or throws where it is not registered: for those who fail a test rather than the process.
    package func tryReplace<Service>(
        _ type: Service.Type, name: Name?, file: StaticString, line: UInt, isOnMainActor: Bool = false,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) throws(ResolutionError) -> Replacement {
        let registration = try replacement(of: Key(type, name: name)) {
            TypedRegistration(
                standingInFor: $0, SourceLine(file, line), traits: isOnMainActor ? .mainActor : [], declaration: nil, plain: factory)
        }
        return Replacement(core: core, registration: registration)
    }

    /// Replaces a service by an instance, or throws where it is not registered.
    package func tryReplace<Service: Sendable>(
        _ type: Service.Type, name: Name?, file: StaticString, line: UInt, with instance: Service
    ) throws(ResolutionError) -> Replacement {
        let registration = try replacement(of: Key(type, name: name)) { ConstantRegistration(instance, standingInFor: $0, file, line) }
        return Replacement(core: core, registration: registration)
    }

    /// Replaces a service by a main-actor factory, or throws where it is not registered.
    package func tryReplace<Service>(
        _ type: Service.Type, name: Name?, file: StaticString, line: UInt,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service
    ) throws(ResolutionError) -> Replacement {
        try tryReplace(type, name: name, file: file, line: line, isOnMainActor: true) { resolver in
            try MainThread.run { try factory(resolver) }
        }
    }

    /// Replaces what is registered for a key by what the closure makes of it.
    ///
    /// One lock for looking and replacing. The closure runs under it, so it only makes the registration.
    func replacement(of key: Key, by make: (Registration) -> Registration) throws(ResolutionError) -> Registration {
        let registration: Registration? = core.decide { ledger in
            if ledger.isClosed(core, nil) { return nil }
            guard let target = ledger.registrationInEffect(for: key, home: core, view: core) else { return nil }
            let registration = make(target)
            ledger.begin(registration, in: core)
            return registration
        }
        guard let registration else { throw replacingFailure(key) }
        if core.isObserved { core.family.emit(.replaced(ContainerEvent.Service(registration))) }
        return registration
    }

    /// Why a key cannot be replaced, with what the user may have meant.
    func replacingFailure(_ key: Key) -> ResolutionError {
        if core.family.decide({ $0.isClosed(core, nil) }) { return closed(key, [], isReplacing: true) }
        let registrations = core.family.decide { $0.registrations(from: core) }
        let fix =
            registrations.isEmpty
            ? "the container is empty: " + (misuseHandler != nil ? "name one by `copying:`, or assemble first." : "assemble it first.")
            : NearMisses(registrations).nearMiss(of: key).fixForReplacing(key)
        return .notRegistered(.init(what: "\(key) cannot be replaced, because it is not registered.", path: [], fix: fix))
    }
}
