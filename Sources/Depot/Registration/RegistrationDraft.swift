/// What every form of registration says in the same way.
struct RegistrationDraft: Sendable {
    var name: Name?
    var layer: Layer?
    var overriding = false
    var source: SourceLine
    var assembly: RegisteringAssembly?
    var contribution = 0
    var lifetime = Lifetime.transient
    var traits: Traits = []
}

extension RegistrationDraft {
    init(name: Name?, layer: Layer?, overriding: Bool, _ file: StaticString, _ line: UInt, in core: Core) {
        self.init(name: name, layer: layer, overriding: overriding, source: SourceLine(file, line))
        assembly = RegisteringAssembly.current(in: core)
    }
}
