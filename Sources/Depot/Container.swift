import Synchronization

/// Holds the services of an app: registered in one place at start-up, resolved where they are needed, replaced in tests.
///
/// ```swift
/// let container = Container { NetworkAssembly(); LoginAssembly() }
/// let login = container.resolve((any LoginUseCase).self)
/// ```
///
/// Every member may be called from any thread, also from inside factories. A resolve never runs a factory while a
/// lock is held, and unrelated services are built in parallel.
public final class Container: Sendable {
    @usableFromInline let core: Core
    /// Whether letting go of this container lets go of the core's instances.
    private let owns: Bool
    /// Whether it may be read without the lock: by who owns the core, because only then nobody can be letting go of its
    /// instances, and not in an override, where what the base has published does not hold.
    @usableFromInline let readsFreely: Bool

    /// Makes a container and applies assemblies to it.
    ///
    /// - Parameter assemblies: The assemblies, in a result builder; none by default.
    public init(@AssemblyBuilder _ assemblies: () -> [any Assembly] = { [] }) {
        core = Core(parent: nil)
        owns = true
        readsFreely = true
        assemble(assemblies)
    }

    /// Makes a child: what it registers is added to what the parent has, or stands before it for whoever asks the child.
    ///
    /// A singleton of the parent is built in the parent and never sees the child's registrations.
    ///
    /// - Parameters:
    ///   - parent: The container to fall back to; kept for as long as the child.
    ///   - assemblies: The assemblies, in a result builder; none by default.
    public init(parent: Container, @AssemblyBuilder _ assemblies: () -> [any Assembly] = { [] }) {
        core = Core(parent: parent)
        owns = true
        readsFreely = core.overriding == nil
        assemble(assemblies)
    }

    init(core: Core, owns: Bool) {
        self.core = core
        self.owns = owns
        readsFreely = owns && core.overriding == nil
    }

    deinit {
        let core = Unmanaged.passUnretained(core)
        if owns, !core._withUnsafeGuaranteedRef({ $0.endBareOverride() }) { core._withUnsafeGuaranteedRef { $0.shutDown() } }
    }

    /// The container in effect: the one whose override or scope the running task is in, else the process's own.
    public static var shared: Container {
        if Context.wasEverBound, let bound = Context.bound.container { return bound }
        return process
    }

    /// The process's own container.
    private static let process = Container()
}
