// A `resolve` that cannot be answered is a bug in the app's bootstrap: it stops the process with the full diagnosis.
// `fatalError` and not `precondition`, because release builds drop the latter's message.
extension Container {
    /// Resolves a service.
    ///
    /// A settled singleton costs no lock and no dynamic cast. Traps with the full diagnosis where the service cannot be
    /// resolved: a missing registration is a bug. ``tryResolve(_:name:)`` throws instead.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that a trap names.
    ///   - line: The place that a trap names.
    /// - Returns: The instance.
    @inlinable
    public func resolve<Service>(
        _ type: Service.Type = Service.self, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> Service {
        if let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), named: name) {
            // The key holds the type, so what is published under it is of that type.
            if let instance = settled(slot, from: nil) { return value(at: instance, as: type) }
            return resolveUnsettled(type, name, slot, file, line)
        }
        return resolveUnsettled(type, name, nil, file, line)
    }

    /// Resolves what is not a settled singleton, or stops the process.
    ///
    /// Apart from `resolve`, so that a call site of that stays small.
    @inlinable
    @inline(never)
    func resolveUnsettled<Service>(
        _ type: Service.Type, _ name: Name?, _ slot: Unmanaged<Slot>?, _ file: StaticString, _ line: UInt
    ) -> Service {
        do throws(ResolutionError) {
            return try unsettled(type, name, slot)
        } catch {
            trap(error, file, line)
        }
    }

    /// Resolves what is not a settled singleton.
    @inlinable
    func unsettled<Service>(_ type: Service.Type, _ name: Name?, _ slot: Unmanaged<Slot>?) throws(ResolutionError) -> Service {
        if let slot, let registration = published(slot) {
            return try call(registration, as: type, name, by: Resolver(self))
        }
        if let slot, let instance = try sharedAtOnce(slot) { return value(of: instance, as: type) }
        if name == nil {
            let word = shownInOverride(type)
            if word != 0 { return value(shown: word, as: type) }
        }
        return try resolvedUnderLock(type, name: name)
    }

    /// Stops the process with a diagnosis.
    @usableFromInline
    @inline(never)
    func trap(_ error: ResolutionError, _ file: StaticString, _ line: UInt) -> Never { error.trap(file, line) }

    /// Resolves a service from a runtime argument.
    ///
    /// The type of the argument is part of the key; `types` is what it has in the call. Without that parameter Swift would open an `any P` and
    /// resolve by the type of what is in it. Parameters and traps as in ``resolve(_:name:file:line:)``.
    ///
    /// ```swift
    /// let user = container.resolve(UserViewModel.self, arguments: UserID(7))
    /// ```
    @inlinable
    public func resolve<Service, Argument>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments argument: Argument,
        file: StaticString = #fileID, line: UInt = #line, types: Argument.Type = Argument.self
    ) -> Service {
        do throws(ResolutionError) {
            return try Resolver(self).resolve(type, name: name, arguments: argument)
        } catch {
            trap(error, file, line)
        }
    }

    /// Resolves a service from several runtime arguments.
    ///
    /// The types of the arguments are part of the key. Parameters and traps as in ``resolve(_:name:arguments:file:line:types:)``.
    public func resolve<Service, First, Second, each Rest>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments first: First, _ second: Second, _ rest: repeat each Rest,
        file: StaticString = #fileID, line: UInt = #line, types: (First, Second).Type = (First, Second).self
    ) -> Service {
        do throws(ResolutionError) {
            return try Resolver(self).resolve(type, name: name, arguments: first, second, repeat each rest)
        } catch {
            trap(error, file, line)
        }
    }

    /// Resolves a service, or gives nil where nothing is registered for the type itself.
    ///
    /// Traps on every other failure. Parameters as in ``resolve(_:name:file:line:)``.
    @inlinable
    public func resolveIfRegistered<Service>(
        _ type: Service.Type = Service.self, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> Service? {
        if let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), named: name), let instance = settled(slot, from: nil) {
            // As in `resolve`.
            return value(at: instance, as: type)
        }
        return resolveUnsettledIfRegistered(type, name, file, line)
    }

    @usableFromInline
    @inline(never)
    func resolveUnsettledIfRegistered<Service>(
        _ type: Service.Type, _ name: Name?, _ file: StaticString, _ line: UInt
    ) -> Service? {
        do throws(ResolutionError) {
            return try Resolver(self).resolveIfRegistered(type, name: name)
        } catch {
            trap(error, file, line)
        }
    }

    /// Resolves a service, or throws the diagnosis.
    ///
    /// Parameters as in ``resolve(_:name:file:line:)``.
    public func tryResolve<Service>(_ type: Service.Type = Service.self, name: Name? = nil) throws(ResolutionError) -> Service {
        let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), named: name)
        // The key holds the type, so what is published under it is of that type.
        if let slot, let instance = settled(slot, from: nil) { return value(at: instance, as: type) }
        return try unsettled(type, name, slot)
    }

    /// Resolves a service from one runtime argument, or throws the diagnosis.
    ///
    /// Parameters as in ``resolve(_:name:arguments:file:line:types:)``.
    public func tryResolve<Service, Argument>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments argument: Argument,
        types: Argument.Type = Argument.self
    ) throws(ResolutionError) -> Service {
        try Resolver(self).resolve(type, name: name, arguments: argument)
    }

    /// Resolves a service from several runtime arguments, or throws the diagnosis.
    ///
    /// Parameters as in ``resolve(_:name:arguments:_:_:file:line:types:)``.
    public func tryResolve<Service, First, Second, each Rest>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments first: First, _ second: Second, _ rest: repeat each Rest,
        types: (First, Second).Type = (First, Second).self
    ) throws(ResolutionError) -> Service {
        try Resolver(self).resolve(type, name: name, arguments: first, second, repeat each rest)
    }

    /// Resolves all that is registered for a type, in registration order, a parent's first; none where nothing is.
    ///
    /// Traps on a failure. Parameters as in ``resolve(_:name:file:line:)``.
    public func resolveAll<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line
    ) -> [Service] {
        do throws(ResolutionError) {
            return try resolvedAll(type, from: nil)
        } catch {
            trap(error, file, line)
        }
    }

    /// Whether a service is registered here or further up, where a resolve would find it.
    public func isRegistered<Service>(_ type: Service.Type, name: Name? = nil) -> Bool {
        isRegistered(Key(type, name: name), from: nil)
    }
}

extension Container {
    /// Whether something is registered for a key; that nothing is, is noted.
    func isRegistered(_ key: Key, from build: Build?) -> Bool {
        let view = effective.core
        let origin = Origin(thread: ThreadState.current, explicit: build)
        return view.family.decide { ledger in
            if ledger.find(key, home: view, view: view) != nil { return true }
            ledger.noteAbsence(of: key, from: view, on: origin.noting)
            return false
        }
    }

    /// Resolves everything that is registered for a type.
    func resolvedAll<Service>(_ type: Service.Type, from build: Build?) throws(ResolutionError) -> [Service] {
        let (keys, graph) = collect(type, from: build)
        return try keys.map { key throws(ResolutionError) in try resolved(key, as: type, from: build, graph: graph) }
    }

    /// The keys of everything that is registered for a type, or of all of that with a name, noted as asked for.
    ///
    /// Asked for from outside they are one outermost resolve, so they share their `.graph` instances.
    func collect(_ type: any Any.Type, isNamed: Bool = false, from build: Build?) -> (keys: [Key], graph: GraphInstances?) {
        let view = effective.core
        let origin = Origin(thread: ThreadState.current, explicit: build)
        return view.family.decide { ledger in
            let slots = ledger.slots(of: ObjectIdentifier(type), isNamed: isNamed, home: view, view: view)
            let owner = slots.map { $0.core }.filter { $0.isOverride }.max { $0.ordinal < $1.ordinal }
            ledger.noteCollection(of: type, isNamed: isNamed, count: slots.count, owner: owner, from: view, on: origin.noting)
            let isOutermost = origin.top == nil && origin.build == nil
            return (slots.map { $0.key }, isOutermost ? GraphInstances() : nil)
        }
    }
}
