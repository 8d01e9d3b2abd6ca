/// What tells assemblies apart: the type, and the value of one that is `Hashable`.
struct AssemblyIdentity: Equatable {
    let type: ObjectIdentifier
    private let value: AnyHashable?
    /// Whether two of this identity may differ: they have stored properties and cannot be compared.
    let isAmbiguous: Bool

    /// Runs the user's `==` when it is compared: never under a lock.
    init<Value>(_ assembly: Value) {
        type = ObjectIdentifier(Value.self)
        if MemoryLayout<Value>.size == 0 {
            // Without stored properties all are the same: no conformance has to be looked up.
            value = nil
            isAmbiguous = false
        } else if let hashable = assembly as? any Hashable {
            value = AnyHashable(hashable)
            isAmbiguous = false
        } else if Value.self is AnyClass {
            value = AnyHashable(ObjectIdentifier(assembly as AnyObject))
            isAmbiguous = false
        } else {
            value = nil
            isAmbiguous = true
        }
    }
}

/// An assembly that a container has applied.
struct AppliedAssembly {  // An assembly's value is only compared, outside of the lock.
    let identity: AssemblyIdentity
    /// Where it was listed; nil for one that another names as a plain array.
    let source: SourceLine?
}
