extension Container {
    /// Builds what is registered as `.eager` and the async singletons, independent ones in parallel, each after what
    /// it depends on.
    ///
    /// - Throws: The first failure, after the others have ended. What was built stays; the next call goes on from there.
    public func start() async throws {
        let starters = core.family.decide { _ in core.slots.compactMap(\.current).filter(\.isBuiltAtStart) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for registration in starters {
                group.addTask { try await registration.build(in: self) }
            }
            var failure: (any Error)?
            while let result = await group.nextResult() {
                if case .failure(let error) = result, failure == nil { failure = error }
            }
            if let failure { throw failure }
        }
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
