/// What a scope was given in the place of what is registered.
final class ProvidedRegistration<Service>: TypedRegistration<Service>, @unchecked Sendable {  // The variable: under the family's lock.
    private let target: Registration
    private var wasWithdrawn = false

    /// - Parameters:
    ///   - target: What is registered, whose key, lifetime and layer it takes over.
    ///   - source: Where it was provided.
    ///   - traits: What else is to be said of it.
    ///   - declaration: What its factory asks for, where that is known.
    ///   - make: Its factory.
    init(inPlaceOf target: Registration, _ source: SourceLine, traits: Traits, declaration: Declaration?, make: Make<Service>) {
        self.target = target
        super.init(standingInFor: target, source, traits: traits, declaration: declaration, make: make)
    }

    override var registered: Registration { target }
    override var isWithdrawn: Bool { wasWithdrawn }
    override func withdraw() { wasWithdrawn = true }
}

extension Provision {
    /// What a factory makes.
    convenience init<Service>(
        _ key: Key, _ source: SourceLine, _ make: Make<Service>, _ traits: Traits = [], _ declaration: Declaration? = nil
    ) {
        self.init(key, source) { target in
            ProvidedRegistration<Service>(inPlaceOf: target, source, traits: traits, declaration: declaration, make: make)
        }
    }
}
