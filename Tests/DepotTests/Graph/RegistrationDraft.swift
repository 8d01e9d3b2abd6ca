@testable import Depot

/// What the registrations of a test say in the same way.
struct RegistrationDraft: Sendable {
    var layer: Layer?
    var source: SourceLine
    var assembly: RegisteringAssembly?
}

extension TypedRegistration {
    convenience init(
        _ draft: RegistrationDraft, lifetime: Lifetime, traits: Traits = [], dependencies: (@Sendable () -> [Dependency])? = nil,
        make: Make<Service>
    ) {
        make.declaration = dependencies.map { Declaration(dependencies: $0) }
        self.init(nil, lifetime, traits, draft.layer, draft.source, assembly: draft.assembly, make: make)
    }
}
