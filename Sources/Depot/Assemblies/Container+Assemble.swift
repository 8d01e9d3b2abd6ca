import Synchronization

extension Container {
    /// Applies assemblies, each type once, after those it depends on.
    ///
    /// ```swift
    /// Container.shared.assemble { NetworkAssembly(); LoginAssembly() }
    /// ```
    ///
    /// - Parameter assemblies: The assemblies, in a result builder.
    public func assemble(@AssemblyBuilder _ assemblies: () -> [any Assembly]) {
        let assemblies = assemblies()
        if assemblies.isEmpty { return }
        var applied: [any Assembly] = []
        var open: [any Assembly] = assemblies.reversed()
        var expanded: Set<ObjectIdentifier> = []
        while let assembly = open.last {
            let id = ObjectIdentifier(type(of: assembly))
            if expanded.insert(id).inserted {
                open.append(contentsOf: assembly.dependencies.reversed())
                continue
            }
            open.removeLast()
            guard core.family.decide({ _ in core.writable.assemblies.insert(id).inserted }) else { continue }
            apply(assembly)
            applied.append(assembly)
        }
        for assembly in applied { assembly.assembled(self) }
    }

    private func apply(_ assembly: any Assembly) {
        AssemblyInProgress.count.add(1, ordering: .relaxed)
        defer { AssemblyInProgress.count.subtract(1, ordering: .relaxed) }
        AssemblyInProgress.$current.withValue(AssemblyInProgress(name: typeName(of: type(of: assembly)), core: core)) {
            assembly.assemble(self)
        }
    }
}

/// The assembly that is registering, so that a registration knows where it comes from.
struct AssemblyInProgress: Sendable {
    let name: String
    let core: Core

    @TaskLocal static var current: AssemblyInProgress?

    /// How many assemblies are registering in the process; without one, nobody needs to look at the task.
    static let count = Atomic<Int>(0)

    /// The name of the assembly that is registering in a container.
    static func name(for core: Core) -> String? {
        guard count.load(ordering: .relaxed) > 0, let current, current.core === core else { return nil }
        return current.name
    }
}
