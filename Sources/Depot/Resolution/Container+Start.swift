extension Container {
    /// Builds what is registered as `.eager` and the async singletons, independent ones in parallel, each after what
    /// it depends on.
    ///
    /// What a replacement or an override has outdated is made anew. An override starts what it overrides, as it sees it.
    ///
    /// - Throws: The first failure, after the others have ended. What was built stays; the next call goes on from there.
    public func start() async throws {
        let view = effective
        let starters = core.family.decide { ledger in ledger.starters(of: view.core) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for registration in starters {
                group.addTask { try await view.build(registration.key, as: registration.key.service) }
            }
            var failure: (any Error)?
            while let result = await group.nextResult() {
                if case .failure(let error) = result, failure == nil { failure = error }
            }
            if let failure { throw failure }
        }
    }

    private func build<Service>(_ key: Key, as type: Service.Type) async throws {
        _ = try await resolvedAsync(key, as: type, from: nil)
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
