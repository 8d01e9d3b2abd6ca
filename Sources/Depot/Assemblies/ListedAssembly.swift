/// An assembly with the line that lists it.
///
/// The builder makes it, so that a diagnosis can name the line; what it wraps is what the user wrote.
struct ListedAssembly: Assembly {
    let assembly: any Assembly
    let source: SourceLine

    /// Wraps an assembly, unless it is wrapped already.
    init(_ assembly: any Assembly, _ file: StaticString, _ line: UInt) {
        let listed = assembly as? ListedAssembly
        self.assembly = listed?.assembly ?? assembly
        source = listed?.source ?? SourceLine(file, line)
    }

    var dependencies: [any Assembly] { assembly.dependencies }

    func assemble(_ container: Container) { assembly.assemble(container) }

    func assembled(_ container: Container) { assembly.assembled(container) }
}

/// What tells assemblies apart: the type, and the value of one that is `Hashable`.
struct AssemblyIdentity: Hashable {
    private let type: ObjectIdentifier
    private let value: AnyHashable?
    /// Whether two of this identity may differ: they have stored properties and cannot be compared.
    let isAmbiguous: Bool

    /// Runs the user's `hash` when it is hashed, and the user's `==` when it is compared: never under a lock.
    init(_ assembly: any Assembly) {
        type = ObjectIdentifier(Swift.type(of: assembly))
        if let hashable = assembly as? any Hashable {
            value = AnyHashable(hashable)
            isAmbiguous = false
        } else if Swift.type(of: assembly) is AnyClass {
            value = AnyHashable(ObjectIdentifier(assembly as AnyObject))
            isAmbiguous = false
        } else {
            value = nil
            isAmbiguous = assembly.hasStoredProperties
        }
    }
}

extension Assembly {
    /// Whether it holds anything. (A type without stored properties has no size.)
    fileprivate var hasStoredProperties: Bool { MemoryLayout<Self>.size > 0 }
}

/// An assembly that a container has applied.
struct AppliedAssembly: @unchecked Sendable {  // An assembly's value is only compared and hashed, outside of the lock.
    let identity: AssemblyIdentity
    /// Where it was listed; nil for one that another names as a plain array.
    let source: SourceLine?
}
