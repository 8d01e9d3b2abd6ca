extension Container {
    /// Builds what is registered as `.eager` and the async singletons, independent ones in parallel, each after what
    /// it depends on.
    ///
    /// What a replacement or an override has outdated is made anew. An override starts what it overrides, as it sees it.
    ///
    /// - Throws: The first failure, after the others have ended. What was built stays; the next call goes on from there.
    public func start() async throws {
        let view = effective
        // A factory that starts its container waits for what the tasks of the group wait for.
        let enclosing = Origin(thread: nil, explicit: nil, in: core).task
        try await view.build(core.family.decide { $0.starters(of: view.core) }, inside: enclosing)
    }

    /// Builds several at once, and those anew that needed what was being built beside them, and could not await it.
    private func build(_ starters: [Registration], inside enclosing: Build?) async throws {
        typealias Failure = (registration: Registration, error: any Error)
        let failures = await withTaskGroup(of: Failure?.self) { group in
            for registration in starters {
                group.addTask {
                    do {
                        try await self.build(registration.key, as: registration.key.service, inside: enclosing)
                        return nil
                    } catch {
                        return (registration, error)
                    }
                }
            }
            return await group.reduce(into: [Failure]()) { failures, failure in failures += [failure].compactMap(\.self) }
        }
        func isEarly(_ failure: Failure) -> Bool {
            if case ResolutionError.requiresAsync = failure.error { true } else { false }
        }
        let early = failures.filter(isEarly).map(\.registration)
        let final = early.count == starters.count ? failures.first : failures.first { !isEarly($0) }
        if !early.isEmpty, early.count < starters.count {
            do { try await build(early, inside: enclosing) } catch { throw final?.error ?? error }
        }
        if let final { throw final.error }
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
