import Synchronization

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
