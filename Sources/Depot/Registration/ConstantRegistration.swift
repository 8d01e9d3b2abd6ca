/// An instance that stands in for a registration, as most mocks do.
///
/// It holds the instance itself, where a factory would be an object of its own.
@usableFromInline
final class ConstantRegistration<Service>: TypedRegistration<Service>, @unchecked Sendable {  // Made from what is `Sendable`.
    @usableFromInline let value: Service
    /// The registration that it replaces.
    private let replaced: Registration
    private let claim: HandedIn?

    @usableFromInline
    init(_ value: consuming Service, standingInFor target: Registration, _ file: StaticString, _ line: UInt) where Service: Sendable {
        claim = HandedIn.claim(&value, target.dynamicType)
        self.value = value
        replaced = target
        super.init(constantFor: target, SourceLine(file, line))
    }

    override var lifetimeOfReplacements: Lifetime { replaced.lifetimeOfReplacements }
}
