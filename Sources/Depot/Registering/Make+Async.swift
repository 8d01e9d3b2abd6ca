extension Make {
    /// An async function of dependencies, on whatever actor it is isolated to.
    convenience init<each Dependent>(
        usingAsync factory: @escaping @isolated(any) @Sendable (repeat each Dependent) async throws -> Service
    ) where Service: Sendable {
        let make: @concurrent @Sendable (Resolver) async throws -> Service = { resolver in
            try await factory(repeat Parameter<each Dependent>.asyncValue(from: resolver))
        }
        self.init(async: { resolver in try await make(resolver) })
        declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
    }

    /// An async function of dependencies that runs on no actor.
    convenience init<each Dependent>(
        usingConcurrent factory: @escaping @concurrent @Sendable (repeat each Dependent) async throws -> Service
    ) {
        let make: @concurrent @Sendable (Resolver) async throws -> UncheckedSendable<Service> = { resolver in
            UncheckedSendable(try await factory(repeat Parameter<each Dependent>.asyncValue(from: resolver)))
        }
        self.init(async: { resolver in try await make(resolver).value })
        declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
    }
}
