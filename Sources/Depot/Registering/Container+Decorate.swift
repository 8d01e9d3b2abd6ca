extension Container {
    /// Wraps what is registered for a type, whatever its lifetime; several decorators wrap in the order they were added.
    ///
    /// The decorated instance takes the place of the plain one: a decorated singleton is decorated once. A decorator that
    /// comes before its target waits for it, so the order of assemblies does not matter; one whose target never comes is
    /// a problem that `validate()` reports. A replacement stands in for the decorated whole.
    ///
    /// ```swift
    /// container.decorate((any NetworkManager).self) { base, r in LoggingNetwork(base) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service to wrap.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - decorator: Makes the wrapping instance from the plain one.
    public func decorate<Service>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ decorator: @escaping @Sendable (Service, Resolver) throws -> Service
    ) {
        let pending = PendingDecorator(key: Key(type, name: name), source: SourceLocation(file, line)) { base in
            // A decorator is only applied to registrations of its key, which make this type.
            let base = unsafeDowncast(base, to: TypedRegistration<Service>.self)
            return base.decorated(SourceLocation(file, line), decorator)
        }
        let dropped = core.family.decide { $0.decorate(with: pending, in: core) }
        Disposables.dispose(dropped, of: core)
    }
}

extension Ledger {
    mutating func decorate(with decorator: PendingDecorator, in core: Core) -> [Disposables.Entry] {
        if let slot = core.slot(decorator.key)?.takeUnretainedValue(), let base = slot.base {
            let dropped = slot.register(decorator.decorated(base))
            if slot.wasResolved { advanceEpoch(of: core) }
            return dropped.flatMap { core.take(disposalOf: $0) }
        }
        if let parent = core.parentCore, let slot = find(decorator.key, home: parent, view: parent), let base = slot.current {
            // An override makes its own; a child wraps what its parent has.
            let inner = core.isOverride ? base : base.forwarded(from: parent)
            _ = core.makeSlot(decorator.key).register(decorator.decorated(inner))
            if slot.wasResolved { advanceEpoch(of: core) }
            return []
        }
        core.writable.pendingDecorators.append(decorator)
        return []
    }
}

extension TypedRegistration {
    /// This registration with its instances wrapped.
    func decorated(
        _ source: SourceLocation, _ decorator: @escaping @Sendable (Service, Resolver) throws -> Service
    ) -> TypedRegistration {
        let inner = self
        var made = Make<Service>(argumentValue: make.argumentValue)
        if let base = make.plain {
            made.plain = .init { resolver in try decorator(try inner.tracked(base(resolver), resolver), resolver) }
        }
        if let base = make.arguments {
            made.arguments = .init { resolver, arguments in try decorator(try inner.tracked(base(resolver, arguments), resolver), resolver)
            }
        }
        if let base = make.async {
            made.async = .init { resolver in try decorator(inner.tracked(try await base(resolver), resolver), resolver) }
        }
        let draft = RegistrationDraft(
            name: key.name, layer: layer, overriding: traits.contains(.overriding), source: self.source, assembly: assembly,
            contribution: key.contribution, lifetime: lifetime, traits: traits.subtracting([.instance, .alias]).union(.decorated))
        return TypedRegistration(draft, arguments: key.arguments, declaration: declaration, make: made)
    }

    /// What a decorator wraps is the container's to dispose, too.
    private func tracked(_ service: Service, _ resolver: Resolver) -> Service {
        if !traits.contains(.instance), !traits.contains(.alias), let disposable = disposable(service) {
            resolver.keep(disposable)
        }
        return service
    }
}
