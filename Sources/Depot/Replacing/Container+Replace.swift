// Replacing what is not registered would go unseen: a typo in a test. So it traps, as `resolve` does.
extension Container {
    /// Puts an instance in the place of a registration, whatever its lifetime, until it is restored.
    ///
    /// Every shared instance that depends on the key, through any number of levels, is made anew when it is next resolved.
    /// Traps where the key is not registered. The cost does not depend on how much is registered or made.
    ///
    /// - Parameters:
    ///   - type: The service to replace.
    ///   - name: The registration's name, if it has one.
    ///   - instance: What every resolve gives meanwhile. It stays the caller's own: it is not disposed.
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
    /// Traps where the key is not registered.
    ///
    /// A shared registration stays shared, with an instance of its own for the time of the replacement.
    ///
    /// - Parameters:
    ///   - type: The service to replace.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance.
    /// - Returns: The replacement, to restore what was there before.
    @discardableResult
    public func replace<Service>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) -> Replacement {
        replace(type, name, file, line, [], Make(plain: factory))
    }

    /// Puts a main-actor factory in the place of a registration, until it is restored.
    ///
    /// Traps where the key is not registered.
    ///
    /// - Parameters:
    ///   - type: The service to replace.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance, on the main actor.
    /// - Returns: The replacement, to restore what was there before.
    @discardableResult
    public func replace<Service>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service
    ) -> Replacement {
        replace(type, name, file, line, [.mainActor], Make(plain: { resolver in try MainThread.run { try factory(resolver) } }))
    }

    /// Puts a factory with runtime arguments in the place of a registration, until it is restored.
    ///
    /// Traps where the key is not registered.
    ///
    /// - Parameters:
    ///   - type: The service to replace.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance; its arguments' types are part of the key.
    /// - Returns: The replacement, to restore what was there before.
    @discardableResult
    public func replace<Service, First, each Rest>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver, First, repeat each Rest) throws -> Service
    ) -> Replacement {
        let made = ArgumentFactory<Service, First, repeat each Rest>.make(factory)
        let registration = replacement(of: type, name, (First, repeat each Rest).self, file, line) { target in
            var make = made
            // The key holds the type, so a registration found under it makes that type.
            make.argumentValue = unsafeDowncast(target, to: TypedRegistration<Service>.self).make.argumentValue
            return TypedRegistration(standingInFor: target, SourceLocation(file, line), traits: [], make: make)
        }
        return Replacement(core: core, registration: registration)
    }

    /// Puts an async factory in the place of a registration, until it is restored.
    ///
    /// Traps where the key is not registered.
    ///
    /// - Parameters:
    ///   - type: The service to replace.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance.
    /// - Returns: The replacement, to restore what was there before.
    @discardableResult
    public func replaceAsync<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) async throws -> Service
    ) -> Replacement {
        replace(type, name, file, line, [.async], Make(async: factory))
    }

    /// Ends every replacement that was made on this container, the latest first.
    public func restoreAll() {
        let active = core.family.decide { _ in core.replacements }
        for replacement in active.reversed() { Replacement(core: core, registration: replacement.registration).restore() }
    }

    /// The replacements that nothing has resolved, as a person would write their keys: a test that mocks more than it uses.
    public var unusedReplacements: [String] {
        core.family.decide { _ in core.replacements.filter { !$0.wasResolved }.map { "\($0.registration.key)" } }
    }

    private func replace<Service>(
        _ type: Service.Type, _ name: Name?, _ file: StaticString, _ line: UInt, _ traits: Traits, _ make: Make<Service>
    ) -> Replacement {
        let registration = replacement(of: type, name, nil, file, line) {
            TypedRegistration(standingInFor: $0, SourceLocation(file, line), traits: traits, make: make)
        }
        return Replacement(core: core, registration: registration)
    }

    /// Replaces what is registered for a key by what the closure makes of it, or traps.
    ///
    /// - Returns: What stands in.
    @usableFromInline
    func replacement(
        of type: any Any.Type, _ name: Name?, _ arguments: (any Any.Type)?, _ file: StaticString, _ line: UInt,
        by make: (Registration) -> Registration
    ) -> Registration {
        do throws(ResolutionError) {
            return try replacement(of: Key(type, name: name, arguments: arguments), by: make)
        } catch {
            trap(error, file, line)
        }
    }
}
