import Synchronization

/// What every form of registration says in the same way.
@usableFromInline
struct RegistrationDraft: Sendable {
    var name: Name?
    var layer: Layer?
    var overriding = false
    var source: SourceLocation
    var assembly: String?
    var contribution = 0
    var lifetime = Lifetime.transient
    var traits: Traits = []
}

extension RegistrationDraft {
    init(name: Name?, layer: Layer?, overriding: Bool, _ file: StaticString, _ line: UInt, in core: Core) {
        self.init(name: name, layer: layer, overriding: overriding, source: SourceLocation(file, line))
        if AssemblyInProgress.count.load(ordering: .relaxed) > 0, let current = AssemblyInProgress.current, current.core === core {
            assembly = current.name
        }
    }
}

extension Container {
    /// The draft of a registration by a function of dependencies.
    @usableFromInline
    func draft(
        name: Name?, _ lifetime: UniqueLifetime, in layer: Layer?, overriding: Bool, _ file: StaticString, _ line: UInt,
        onMainActor: Bool
    ) -> RegistrationDraft {
        var draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        draft.lifetime = lifetime.lifetime
        if onMainActor { draft.traits = .mainActor }
        return draft
    }

    /// The draft of a registration by a function of dependencies whose instances are shared.
    @usableFromInline
    func draft(
        name: Name?, _ lifetime: SharedLifetime, in layer: Layer?, overriding: Bool, _ file: StaticString, _ line: UInt,
        onMainActor: Bool
    ) -> RegistrationDraft {
        var draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        draft.lifetime = lifetime.lifetime
        if onMainActor { draft.traits = .mainActor }
        return draft
    }
}
