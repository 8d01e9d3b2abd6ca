/// One thing that a scope is given: an instance, or a factory that makes one when it is first asked for.
final class Provision: Sendable {
    let key: Key
    /// Where that was said.
    let source: SourceLine
    private let standIn: @Sendable (_ target: Registration, _ home: Unmanaged<Core>) -> (Registration, Instance?)

    /// - Parameters:
    ///   - key: The service.
    ///   - source: Where it is provided.
    ///   - standIn: Makes what stands in for what is registered, and the instance where there is one. Called under the family's lock.
    private init(
        _ key: Key, _ source: SourceLine, _ standIn: @escaping @Sendable (Registration, Unmanaged<Core>) -> (Registration, Instance?)
    ) {
        self.key = key
        self.source = source
        self.standIn = standIn
    }

    /// An instance that exists.
    static func instance<Service: Sendable>(_ instance: Service, _ key: Key, _ source: SourceLine) -> Provision {
        Provision(key, source) { target, home in
            let registration = ProvidedRegistration<Service>(
                inPlaceOf: target, source, traits: .instance, declaration: nil, make: Make(plain: { _ in instance }))
            return (registration, TypedInstance(instance, registration: registration, home: home))
        }
    }

    /// What a factory makes.
    static func factory<Service>(
        _ make: Make<Service>, _ key: Key, _ source: SourceLine, _ traits: Traits = [], _ declaration: Declaration? = nil
    ) -> Provision {
        Provision(key, source) { target, _ in
            (ProvidedRegistration<Service>(inPlaceOf: target, source, traits: traits, declaration: declaration, make: make), nil)
        }
    }

    /// What stands in for a registration, and the instance where there is one.
    func callAsFunction(for target: Registration, of home: Unmanaged<Core>) -> (registration: Registration, instance: Instance?) {
        standIn(target, home)
    }
}

/// What a scope could not be given, and why.
typealias Unprovided = (provision: Provision, obstacle: Ledger.Unprovidable)

extension Ledger {
    /// Why something cannot be provided to a scope.
    enum Unprovidable {
        case notRegistered
        /// What is registered does not live in scopes of the kind.
        case registered(Registration)
    }

    /// Why something cannot be provided to scopes of a kind that are opened on a container; nil where it can.
    func obstacle(to provision: Provision, in kind: ScopeKind, on core: Core) -> Unprovidable? {
        guard let registration = registeredSlot(provision.key, in: core)?.base else { return .notRegistered }
        return registration.lifetime.scopeKind == kind ? nil : .registered(registration)
    }

    /// Gives something to a scope.
    ///
    /// What was made from what stood there before is outdated from now on.
    ///
    /// - Parameters:
    ///   - provisions: What it is given.
    ///   - scope: The scope, which is open.
    ///   - core: The container it was asked of.
    ///   - isNew: Whether nobody can have resolved anything in the scope yet.
    /// - Returns: What stood there before, and what could not be provided.
    mutating func provide(_ provisions: [Provision], to scope: Scope, on core: Core, isNew: Bool) -> (Ending, refused: [Unprovided]) {
        var ending = Ending()
        var refused: [Unprovided] = []
        for provision in provisions {
            if let obstacle = obstacle(to: provision, in: scope.kind, on: core) {
                refused.append((provision, obstacle))
            } else {
                provide(provision, to: scope, on: core, isNew: isNew, into: &ending)
            }
        }
        return (ending, refused)
    }

    private mutating func provide(_ provision: Provision, to scope: Scope, on core: Core, isNew: Bool, into ending: inout Ending) {
        guard let slot = registeredSlot(provision.key, in: core), let target = slot.base else { return }
        let (registration, instance) = provision(for: target, of: slot.unretainedCore)
        let cell = scope.cell(of: slot)
        let start = ending.disposables.count
        cell.provide(registration, into: &ending)
        slot.wasProvided = true
        if !isNew {
            for inner in scope.innerScopes(of: scope.kind) { inner.endInstances(of: slot, into: &ending) }
            advanceEpoch(of: scope.core)
        }
        ending.order(from: start)
        guard let instance else { return }
        instance.birth = nextBirth()
        instance.live(in: scope)
        cell.insert(instance)
    }

    /// Where a key is registered, under all that replaces it.
    private func registeredSlot(_ key: Key, in core: Core) -> Slot? {
        if let slot = find(key, home: core, view: core), slot.base != nil { return slot }
        return lookupChain(home: core, view: core).lazy.compactMap { $0.slot(key)?.takeUnretainedValue() }.first { $0.base != nil }
    }
}

extension Scope {
    /// What this scope, or one of the same kind around it, was given for a service, and which of them.
    ///
    /// Under the family's lock.
    func provision(of slot: Slot) -> (scope: Scope, registration: Registration)? {
        guard slot.replacements.isEmpty else { return nil }
        for scope in sequence(first: self, next: \.outer) where scope.kind == kind && !scope.isClosed {
            if let registration = scope.existingCell(of: slot)?.provided { return (scope, registration) }
        }
        return nil
    }

    /// The names of what it was given, in no particular order; under the family's lock.
    var given: [Key] { cells.all.compactMap { $0.provided?.key } }

    /// The open scopes of a kind that lie in this one, directly or not.
    fileprivate func innerScopes(of kind: ScopeKind) -> [Scope] {
        var found: [Scope] = []
        var open = [self]
        while let scope = open.popLast() {
            guard let first = scope.firstInner?.takeUnretainedValue() else { continue }
            for inner in sequence(first: first, next: { $0.next?.takeUnretainedValue() }) {
                open.append(inner)
                if inner.kind == kind { found.append(inner) }
            }
        }
        return found
    }

    /// Ends what was made here of a service that the scope was not given itself.
    fileprivate func endInstances(of slot: Slot, into ending: inout Ending) {
        guard let cell = existingCell(of: slot), cell.provided == nil else { return }
        ending.end(cell.remove { $0.registration === slot.base })
    }
}
