/// An assembly that registers in a container: where a registration comes from.
///
/// The name is computed on demand: that takes as long as a registration, and only diagnostics need it.
final class RegisteringAssembly: Sendable {
    private let type: any Any.Type
    /// How many of its type were applied to the container before.
    private let number: Int
    /// The container, for as long as the assembly registers; it is told apart by this, and not looked at.
    private let core: ObjectIdentifier

    init(_ type: any Any.Type, number: Int, in core: Core) {
        self.type = type
        self.number = number
        self.core = ObjectIdentifier(core)
    }

    /// The type, as a person would write it, and which of its type it is.
    var name: String { name(qualified: false) }

    /// The same, with the module before the type or not.
    func name(qualified: Bool) -> String { typeName(of: type, as: qualified ? .qualified : .short) + (number > 0 ? " #\(number + 1)" : "") }

    /// Calls a function in which all that is registered on this thread and in the container comes from this assembly.
    func inProgress(_ body: () -> Void) {
        let thread = ThreadState.current
        let outer = thread.pointee.assembly
        thread.pointee.assembly = .passUnretained(self)
        body()
        thread.pointee.assembly = outer
    }

    /// The assembly that is registering in a container on this thread.
    static func current(in core: Core) -> RegisteringAssembly? {
        guard let current = ThreadState.known?.pointee.assembly,
            current._withUnsafeGuaranteedRef({ $0.core == ObjectIdentifier(core) })
        else { return nil }
        return current.takeUnretainedValue()
    }
}
