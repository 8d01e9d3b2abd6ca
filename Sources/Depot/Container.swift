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
    /// Keeps what readers look at off the line of the cache that has the reference count, which each request of another thread writes.
    private let distance = (0, 0, 0, 0, 0, 0, 0)
    @usableFromInline let core: Core
    /// Whether releasing this container releases the core's instances.
    private let owns: Bool
    /// The containers that this one keeps open: what it falls back to, or what it shows.
    let kept: (Container?, Container?)
    /// Whether it may be read without the lock.
    ///
    /// Safe only for the owner of the core: nobody else keeps its instances alive during the read. And not in an override, where what the base has
    /// published does not hold.
    @usableFromInline let readsFreely: Bool

    /// Makes a container and applies assemblies to it.
    ///
    /// - Parameters:
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - assemblies: The assemblies, in a result builder; none by default.
    public init(
        file: StaticString = #fileID, line: UInt = #line, @AssemblyBuilder _ assemblies: () -> [any Assembly] = { [] }
    ) {
        core = Core(parent: nil)
        owns = true
        kept = (nil, nil)
        readsFreely = true
        core.writable.madeAt = SourceLine(file, line)
        assemble(assemblies)
    }

    /// Makes a child: what it registers is added to what the parent has, or replaces it for resolves from the child.
    ///
    /// A singleton of the parent is built in the parent and never sees the child's registrations.
    ///
    /// - Parameters:
    ///   - parent: The container to fall back to; kept for as long as the child.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - assemblies: The assemblies, in a result builder; none by default.
    public init(
        parent: Container, file: StaticString = #fileID, line: UInt = #line,
        @AssemblyBuilder _ assemblies: () -> [any Assembly] = { [] }
    ) {
        core = Core(parent: parent.core)
        owns = true
        kept = (parent, nil)
        readsFreely = core.overriding == nil
        core.decide { [core] _ in
            core.linkToParent()
            core.writable.madeAt = SourceLine(file, line)
        }
        assemble(assemblies)
    }

    /// Makes a container for a core.
    ///
    /// - Parameters:
    ///   - core: What it stands for.
    ///   - owner: Whether it owns the core, and what it keeps open.
    init(core: Core, owner: Owner) {
        self.core = core
        switch owner {
        case .nobody: (owns, kept) = (false, (nil, nil))
        case .owns(let parent): (owns, kept) = (true, (parent, nil))
        case .shows(let override, let base): (owns, kept) = (false, (override, base))
        }
        readsFreely = owns && core.overriding == nil
    }

    /// What a container does for a core.
    enum Owner {
        /// Nothing: it is for what the core itself keeps.
        case nobody
        /// It owns the core, and keeps what that falls back to.
        case owns(on: Container?)
        /// It shows a container as an override of another has it, and keeps both.
        case shows(override: Container, of: Container)
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
    private static let process = Container(core: Core(parent: nil), owner: .owns(on: nil))

    /// Whether this is the process's own.
    var isProcess: Bool { core === Self.process.core }
}
