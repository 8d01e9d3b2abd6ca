/// What a scope was given in the place of what is registered.
final class ProvidedRegistration<Service>: TypedRegistration<Service>, @unchecked Sendable {  // The variable: under the family's lock.
    private let target: Registration
    private var wasWithdrawn = false

    /// Takes over the target's key, lifetime and layer; the declaration is nil where it is not known what the factory asks for.
    init(
        inPlaceOf target: Registration, _ source: SourceLine, traits: Traits, declaration: Declaration?,
        plain: @escaping @Sendable (Resolver) throws -> Service
    ) {
        self.target = target
        super.init(standingInFor: target, source, traits: traits, declaration: declaration, plain: plain)
    }

    override var registered: Registration { target }
    override var isWithdrawn: Bool { wasWithdrawn }
    override func withdraw() { wasWithdrawn = true }
}
