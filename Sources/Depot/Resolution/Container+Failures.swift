/// The errors, with what is known where they arise.
extension Container {
    func missing(_ key: Key, _ way: [Registration]) -> ResolutionError {
        let view = effective.core
        let (registrations, ofChild) = view.decide { ($0.registrations(from: view), $0.registration(of: key, below: view)) }
        let near = NearMisses(registrations).nearMiss(of: key)
        let path = steps(way) + [ResolutionError.Step(name: key.description, source: nil)]
        let dependent = way.last.flatMap { $0.declared?.contains { $0.key == key } == true ? $0 : nil }
        let diagnosis = ResolutionError.Diagnosis(
            what: near.what(key, named: key.description), path: path,
            fix: ofChild.map { $0.adviceForParent(way.last?.key.description) } ?? near.fix(key, neededBy: dependent))
        if case .arguments = near { return .wrongArguments(diagnosis) }
        return .notRegistered(diagnosis)
    }

    func closed(_ key: Key, _ way: [Registration], isReplacing: Bool = false) -> ResolutionError {
        let (verb, done) = isReplacing ? ("replace", "replaced in") : ("resolve", "resolved from")
        let ofTest = misuseHandler == nil ? "" : " That of a test is closed when it ends: await in the test what it starts."
        return .closed(
            .init(
                what: "\(key) was \(done) \(effective.core.closedContainer).",
                path: steps(way) + [ResolutionError.Step(name: key.description, source: nil)],
                fix: "\(verb) before close(), and keep the container for as long as something resolves from it." + ofTest))
    }

    /// Why what was found is not to be had.
    func refused(_ refusal: Refusal, _ registration: Registration?, _ key: Key, _ way: [Registration]) -> ResolutionError {
        let path = steps(way) + [ResolutionError.Step(name: key.description, source: registration?.source)]
        switch refusal {
        case .closed: return closed(key, way)
        case .scopeClosed(let scope):
            return .closed(
                .init(
                    what: "\(key) was resolved in the \(scope.closedScope(in: core.family)).", path: path,
                    fix: "let nothing that began in a scope outlive it: await it inside the scope."))
        case .scopeNotOpen(let kind):
            return .scopeNotOpen(
                .init(
                    what: "\(key) is scoped to \(kind), and no \(kind) scope is open.", path: path,
                    fix: openingAdvice(kind)))
        case .captive(let holder):
            return .captive(
                .init(
                    what: "\(holder.registration.key) (\(holder.registration.writtenLifetime)) would keep \(key) "
                        + "(\(registration?.writtenLifetime ?? "")) for longer than that lives.",
                    path: path,
                    fix: "let it take \(key.later ?? "a Provider of \(key)"), or register it with a lifetime that is as short."))
        }
    }

    func requiresAsync(_ registration: Registration, _ origin: Origin) -> ResolutionError {
        let way = origin.path
        let view = effective.core
        if let change = core.family.decide({ $0.whatOutdated(registration, in: view) }) {
            return outdated(registration, by: change, steps(way, registration))
        }
        let needer = origin.isLate ? nil : way.last { !$0.isEitherForm }
        if let needer, !needer.traits.contains(.async), !registration.lifetime.isShared {
            let (key, needer) = (registration.key, needer.key)
            return .requiresAsync(
                .init(
                    what: "\(key) is made by an async factory for each caller, and \(needer) is made synchronously.",
                    path: steps(way, registration),
                    fix: needer.mayBeAsync
                        ? "register \(needer) with registerAsync, or give \(key) a shared lifetime and await that first."
                        : Key.adviceOnAwaiting(key.description, neededBy: needer.description)))
        }
        let build = registration.lifetime.isBuiltByStart ? ", or build it at launch with `try await container.start()`" : ""
        return .requiresAsync(
            .init(
                what: "\(registration.key) is made by an async factory and does not exist yet.",
                path: steps(way, registration),
                fix: "await resolveAsync(\(registration.key.request))\(build)."))
    }

    func requiresMainActor(_ registration: Registration, _ origin: Origin) -> ResolutionError {
        let way = origin.path
        let needer = origin.isLate ? nil : way.last { !$0.isEitherForm && $0.traits.isDisjoint(with: [.async, .mainActor]) }
        let advice = needer.map { "resolve \(way[0].key) on the main actor, or " + $0.key.adviceOnMainActor($0.key.description) }
        return .requiresMainActor(
            .init(
                what: "\(registration.key) is made on the main actor and was resolved off it.",
                path: steps(way, registration),
                fix: advice ?? "resolve it on the main actor, or await resolveAsync(\(registration.key.request))."))
    }

    func tooDeep(_ registration: Registration, _ way: [Registration]) -> ResolutionError {
        RoomyThread.run {
            let path = steps(way, registration)
            return .tooDeep(
                .init(
                    what: "A chain of \(path.count) dependencies does not fit on this thread's stack.", path: path,
                    fix: "make the chain shorter, break it with a Lazy, or resolve it on a thread with a larger stack."))
        }
    }

    func factoryFailed(_ registration: Registration, _ way: [Registration], _ error: any Error) -> ResolutionError {
        .factoryFailed(
            .init(
                what: "The factory of \(registration.key) threw: \(error)", path: steps(way, registration),
                fix: "see the error; nothing was kept, so the next resolve tries again.", underlying: error))
    }

    func decoratorFailed(_ registration: Registration, _ source: SourceLine, _ way: [Registration], _ error: any Error) -> ResolutionError {
        .factoryFailed(
            .init(
                what: "The decorator of \(registration.key) at \(source) threw: \(error)", path: steps(way),
                fix: "see the error; nothing was kept, so the next resolve tries again.", underlying: error))
    }

    /// An instance that was outdated each time it was made.
    func restless(_ registration: Registration, _ way: [Registration]) -> ResolutionError {
        .factoryFailed(
            .init(
                what: "\(registration.key) was made \(Self.attemptLimit) times, and each time something it was made from had changed "
                    + "before it was ready.",
                path: steps(way, registration), fix: "let its factory not register, replace or restore what it resolves."))
    }

    /// A cycle: the way here, then, where other threads are part of it, their ways on from what is waited for.
    func cycle(_ registration: Registration, _ way: [Registration], through ring: [WaitGraph.Edge] = []) -> ResolutionError {
        let others = ring.map(\.target.registration)
        var path = steps(way, registration) + WaitGraph.steps(from: registration, through: ring)
        // What this thread has is not on its way.
        if let last = ring.last, last.target.registration == nil { path.append(registration.step) }
        let here = Array(way.drop { $0 !== registration }) + [registration] + others.compactMap(\.self)
        return .cycle(
            .init(
                what: "\(registration.key) needs itself.", path: path,
                fix: others.contains { $0 == nil } ? WaitGraph.adviceOnTurns : ResolutionError.adviceOnCycle(of: here)))
    }

    private func steps(_ way: [Registration], _ registration: Registration? = nil) -> [ResolutionError.Step] {
        way.map(\.step) + (registration.map { [$0.step] } ?? [])
    }
}

extension Ledger {
    /// What is in effect in a container and further up, to find a near miss in.
    func registrations(from core: Core) -> [Registration] {
        core.ancestors.flatMap { $0.slots.compactMap(\.current) }
    }

    /// What a child of a container, or one further down, has registered for a key.
    func registration(of key: Key, below core: Core) -> Registration? {
        let own = core.overridden
        return own.tree.lazy.filter { $0 !== own && !$0.isOverride }.compactMap { $0.slot(key)?.takeUnretainedValue().base }.first
    }
}

extension Registration {
    /// What to do where this belongs to a child, and a parent or what lives there asks for it.
    func adviceForParent(_ needer: String?) -> String {
        let place = "it is registered in a child (\(source)), which a parent"
        guard let needer else { return place + " never sees: resolve it from that, or register it in the parent." }
        return place + "'s shared service never sees: register it in the parent, or \(needer) in the child."
    }
}

extension Key {
    /// What to do where a synchronous factory that cannot become async needs what is awaited anew by each caller.
    static func adviceOnAwaiting(_ needed: String, neededBy needer: String) -> String {
        "\(needer) cannot be awaited: give \(needed) a shared lifetime and await that first."
    }

    /// What to do with a service that is made on no actor and needs one of the main actor.
    func adviceOnMainActor(_ name: String) -> String {
        "make \(name) on the main actor, with a @MainActor initializer or onMainActor:"
            + (mayBeAsync ? ", or register it with registerAsync." : ".")
    }
}
