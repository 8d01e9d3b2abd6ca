extension Container {
    /// Builds what is registered as `.eager` and the async singletons, independent ones in parallel, each after what
    /// it depends on.
    ///
    /// A synchronous factory that asks for an async service cannot wait for it: where that is built beside it, it is called again afterwards.
    /// What a replacement or an override has outdated is made anew. An override starts what it overrides, as it sees it. Parents and children
    /// are started by themselves, a parent first.
    ///
    /// - Throws: The first failure, after the others have ended. What was built stays; the next call goes on from there.
    public func start() async throws {
        let view = effective
        // A factory that starts its container waits for what the tasks of the group wait for.
        let enclosing = Origin(thread: nil, explicit: nil).task
        var waiting = core.family.decide { $0.starters(of: view.core) }
        var failure: (any Error)?
        while true {
            let failures = await view.build(waiting, inside: enclosing)
            let early = failures.filter { $0.error.isOfAsync }
            if failure == nil { failure = failures.first { !$0.error.isOfAsync }?.error }
            // Those that needed what was being built beside them, and could not await it, are built anew, until that helps none.
            guard !early.isEmpty, early.count < waiting.count else {
                if let failure = failure ?? early.first?.error { throw failure }
                return
            }
            waiting = early.map(\.registration)
        }
    }

    private typealias Failure = (registration: Registration, error: any Error)

    /// Builds several at once, each for itself.
    private func build(_ registrations: [Registration], inside enclosing: Build?) async -> [Failure] {
        await withTaskGroup(of: Failure?.self) { group in
            for registration in registrations {
                group.addTask {
                    do {
                        try await self.build(registration.key, as: registration.key.service, inside: enclosing)
                        return nil
                    } catch {
                        return (registration, error)
                    }
                }
            }
            return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
        }
    }

    private func build<Service>(_ key: Key, as type: Service.Type, inside enclosing: Build?) async throws {
        _ = try await resolvedAsync(key, as: type, from: enclosing)
    }
}

extension Ledger {
    /// What is to be built in a container: what it has registered, and for an override what it overrides.
    fileprivate func starters(of core: Core) -> [Registration] {
        var seen: Set<Key> = []
        return sequence(first: core) { $0.isOverride ? $0.parentCore : nil }
            .flatMap { $0.slots.compactMap(\.current) }
            .filter { seen.insert($0.key).inserted && $0.isBuiltAtStart }
    }
}

extension Registration {
    fileprivate var isBuiltAtStart: Bool {
        guard key.arguments == nil else { return false }
        return switch lifetime {
        case .eager: true
        case .singleton: traits.contains(.async)
        default: false
        }
    }
}

extension Error {
    /// Whether it was thrown since something cannot be had without awaiting it.
    fileprivate var isOfAsync: Bool { if case .requiresAsync = self as? ResolutionError { true } else { false } }
}
