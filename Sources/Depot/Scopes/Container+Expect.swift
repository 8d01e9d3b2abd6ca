extension Container {
    /// Says that each scope of a kind is given a service when it is opened: a request, the user of a session, the item of a screen.
    ///
    /// ```swift
    /// container.expect(HTTPRequest.self, in: .request)
    /// container.registerScoped(RequestLog.self, scope: .request, using: RequestLog.init)      // init(_ request: HTTPRequest)
    /// container.withScope(.request, providing: { $0.provide(HTTPRequest.self, request) }) { … }
    /// ```
    ///
    /// For `validate()` and the graph it is scoped to the kind. Resolved in a scope that was not given it, it is
    /// ``ResolutionError/notProvided(_:)``, which names the scope and who needs it.
    ///
    /// What provides the service sees to it that it is `Sendable`, or made on the main actor. Parameters as in
    /// `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func expect<Service>(
        _ type: Service.Type, name: Name? = nil, in kind: ScopeKind, layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let key = Key(type, name: name)
        let fail: @Sendable (Resolver) throws -> Service = { resolver in throw resolver.container.notProvided(key, kind, resolver.build) }
        add(name, .scoped(kind), layer, overriding, file, line, .expected, make: Make(dependencies: { [] }, plain: fail))
    }
}

extension Container {
    /// What a scope is given was not provided: which scope, and who needs it.
    private func notProvided(_ key: Key, _ kind: ScopeKind, _ build: Build?) -> ResolutionError {
        let path = Origin(thread: ThreadState.current, explicit: build).path.map(\.step)
        let scope = build?.scope
        let which = scope.map { "the \($0.name) opened at \($0.source)" } ?? "a \(kind) scope, and none is open"
        let opening = (scope?.isBound ?? true ? "withScope(\(kind.expression)" : "setCurrent(\(kind.expression), id: …") + ", providing:"
        let view = effective.core
        var needers: [String] = []
        for registration in view.family.decide({ $0.registrations(from: view) }) {
            if let declared = registration.declared, declared.contains(where: { $0.key == key }) {
                needers.append(registration.step.description)
            }
        }
        let list = needers.prefix(8).joined(separator: ", ") + (needers.count > 8 ? " and others" : "")
        return .notProvided(
            .init(
                what: "\(key) was not provided to \(which)." + (needers.isEmpty ? "" : " It is needed by \(list)."), path: path,
                fix: "provide it where the scope is opened: \(opening) { $0.provide(\(key.call), …) })."))
    }

    /// What is registered that something is provided in the place of.
    ///
    /// Nil where that cannot be provided to scopes of the kind, of which it tells, or where the container is closed.
    @inline(never)
    func target(of key: Key, in kind: ScopeKind, _ source: SourceLine) -> Provision.Target? {
        if let target = claimable(key, in: kind) { return target }
        do throws(Ledger.Unprovidable) {
            return try core.family.decide { ledger throws(Ledger.Unprovidable) -> Provision.Target? in
                guard let slot = try ledger.target(of: key, in: kind, on: core), let registration = slot.base else { return nil }
                return (registration, slot.unretainedCore)
            }
        } catch {
            misused(unprovidable(key, kind, error), source)
            return nil
        }
    }

    /// Tells what cannot be provided: to a test that takes it, else by ending the process.
    func report(_ refused: [Unprovided], to kind: ScopeKind) {
        for (provision, obstacle) in refused {
            misused(unprovidable(provision.key, kind, obstacle), provision.source)
        }
    }

    private func unprovidable(_ key: Key, _ kind: ScopeKind, _ obstacle: Ledger.Unprovidable) -> ResolutionError {
        let what = "\(key) cannot be provided to a \(kind) scope, because it is"
        let path = [ResolutionError.Step(name: key.description, source: nil)]
        let expect = "expect it in an assembly: container.expect(\(key.call), in: \(kind.expression))"
        switch obstacle {
        case .registered(let registration):
            let fix =
                registration.lifetime.scopeKind.map { "provide it where the \($0) scope is opened." }
                ?? "\(expect), instead of registering it; or register it with .scoped(\(kind.expression))."
            return .notProvided(
                .init(what: "\(what) \(registration.writtenLifetime) (\(registration.source)).", path: path, fix: fix))
        case .notRegistered:
            let registrations = core.family.decide { $0.registrations(from: core) }
            let near = NearMisses(registrations).nearMiss(of: key)
            return .notRegistered(
                .init(
                    what: "\(what) neither expected nor registered.", path: path,
                    fix: near.hint.map { "\($0); or \(expect)." } ?? "\(expect)."))
        }
    }
}

extension NearMiss {
    /// What is registered that may have been meant.
    fileprivate var hint: String? {
        switch self {
        case .names(_, let likely?): "provide it under the name \(likely.literal)"
        case .conforming(let registered), .conformedTo(let registered): "`\(registered)` is registered: provide that"
        case .spelling(let name), .sameName(let name): "`\(name)` is registered: provide that"
        case .none, .registeredSince, .arguments, .names, .otherwise, .contributed, .optional, .asOptional, .wrapper, .namedWrapper: nil
        }
    }
}
