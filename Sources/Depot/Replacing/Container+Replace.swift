// Replacing what is not registered would go unseen: a typo in a test. So it traps, as `resolve` does; in a test with a container of its
// own, by the trait of `DepotTesting`, that test fails instead.
extension Container {
    /// Puts an instance in the place of a registration, whatever its lifetime, until it is restored.
    ///
    /// Every shared instance of this container that depends on the key, through any number of levels, is made anew when it is next resolved;
    /// what a child replaces its parent's services do not see.
    /// Traps where the key is not registered. The cost does not depend on how much is registered or made.
    ///
    /// - Parameters:
    ///   - type: The service to replace.
    ///   - name: The registration's name, if it has one.
    ///   - instance: What every resolve gives meanwhile. The container does not dispose it.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    /// - Returns: The replacement, to restore what was there before.
    @inlinable
    @discardableResult
    public func replace<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, with instance: Service, file: StaticString = #fileID, line: UInt = #line
    ) -> Replacement {
        // Put together here, where nobody may want it: two references less to count.
        let registration = replacement(of: type, name, nil, file, line) { ConstantRegistration(instance, standingInFor: $0, file, line) }
        return Replacement(core: core, registration: registration)
    }

    /// Puts a factory in the place of a registration, until it is restored.
    ///
    /// A shared registration stays shared, with an instance of its own for the time of the replacement. Traps where the key is not
    /// registered. Parameters as in ``replace(_:name:with:file:line:)``.
    @discardableResult
    public func replace<Service>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) -> Replacement {
        replace(type, name, file, line, plain: factory)
    }

    /// Puts a main-actor factory in the place of a registration, until it is restored; with runtime arguments or without.
    ///
    /// Traps where the key is not registered. The arguments' types are part of the key. Parameters as in
    /// ``replace(_:name:with:file:line:)``; leave `closure` out.
    @discardableResult
    public func replace<Service, each Argument>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service = Omitted.mainActorClosure()
    ) -> Replacement {
        replace(type, name, file, line, .mainActor, Make(onMainActor: factory))
    }

    /// Puts a function whose parameters are the dependencies in the place of a registration, until it is restored.
    ///
    /// Traps where the key is not registered. Parameters as in ``replace(_:name:with:file:line:)``; leave `closure` out.
    @discardableResult
    public func replace<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) -> Replacement {
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        return replace(type, name, file, line, [], declaration, plain: Parameters.factory(factory))
    }

    /// Puts a main-actor function whose parameters are the dependencies in the place of a registration, until it is restored.
    ///
    /// Traps where the key is not registered. Parameters as in ``replace(_:name:with:file:line:)``; leave `closure` out.
    @discardableResult
    public func replace<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) -> Replacement {
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        return replace(type, name, file, line, .mainActor, declaration, plain: Parameters.factory(onMainActor: factory))
    }

    /// Puts a factory with runtime arguments in the place of a registration, until it is restored.
    ///
    /// Traps where the key is not registered. The arguments' types are part of the key. Parameters as in
    /// ``replace(_:name:with:file:line:)``.
    @discardableResult
    public func replace<Service, each Argument>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) -> Replacement {
        replace(type, name, file, line, [], Make(taking: factory))
    }

    /// Puts an async factory in the place of a registration, until it is restored.
    ///
    /// Traps where the key is not registered. Parameters as in ``replace(_:name:with:file:line:)``.
    @discardableResult
    public func replaceAsync<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) async throws -> Service
    ) -> Replacement {
        replace(type, name, file, line, .async, Make(async: factory))
    }

    /// Ends every replacement that was made on this container, the latest first.
    public func restoreAll() {
        let active = core.family.decide { _ in core.replacements }
        for replacement in active.reversed() { Replacement(core: core, registration: replacement).restore() }
    }

    /// The replacements that nothing has resolved, as a person would write their keys: a test that mocks more than it uses.
    public var unusedReplacements: [String] {
        core.family.decide { _ in core.replacements.filter { !$0.wasUsed }.map { "\($0.key)" } }
    }

    private func replace<Service>(
        _ type: Service.Type, _ name: Name?, _ file: StaticString, _ line: UInt, _ traits: Traits, _ make: Make<Service>
    ) -> Replacement {
        let registration = replacement(of: type, name, make.argumentTypes, file, line) { target in
            make.argumentValue = target.argumentValue
            return TypedRegistration(standingInFor: target, SourceLine(file, line), traits: traits, make: make)
        }
        return Replacement(core: core, registration: registration)
    }

    private func replace<Service>(
        _ type: Service.Type, _ name: Name?, _ file: StaticString, _ line: UInt, _ traits: Traits = [], _ declaration: Declaration? = nil,
        plain: @escaping @Sendable (Resolver) throws -> Service
    ) -> Replacement {
        let registration = replacement(of: type, name, nil, file, line) {
            TypedRegistration(standingInFor: $0, SourceLine(file, line), traits: traits, declaration: declaration, plain: plain)
        }
        return Replacement(core: core, registration: registration)
    }

    /// Replaces what is registered for a key by what the closure makes of it; where it cannot be, a test is told, or the process ends.
    @usableFromInline
    @inline(never)
    func replacement(
        of type: any Any.Type, _ name: Name?, _ arguments: (any Any.Type)?, _ file: StaticString, _ line: UInt,
        by make: (Registration) -> Registration
    ) -> Registration {
        let key = Key(type, name: name, arguments: arguments)
        do throws(ResolutionError) {
            return try replacement(of: key, by: make)
        } catch {
            misused(error, SourceLine(file, line))
            // In effect nowhere, for a `Replacement` that does nothing.
            return Registration(
                key: key, lifetime: .transient, traits: [], layer: nil, source: SourceLine(file, line), assembly: nil,
                dynamicType: DynamicType(of: Never.self))
        }
    }
}
