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
    let owns: Bool
    /// The containers that this one keeps open: what it falls back to, or what it shows.
    let kept: (Container?, Container?)
    /// Whether it may be read without the lock.
    ///
    /// Safe only for the owner of the core: nobody else keeps its instances alive during the read. And not in an override, where what the base has
    /// published does not hold.
    @usableFromInline let readsFreely: Bool

    /// Makes a container for a core.
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
        if owns { Unmanaged.passUnretained(core)._withUnsafeGuaranteedRef { $0.family.end($0) } }
    }

    /// Whether it, or one that it keeps, owns a core.
    var keepsOwner: Bool { owns || kept.0 != nil }

    /// This container without its overrides.
    var overridden: Container {
        guard core.isOverride else { return self }
        return (kept.1 ?? kept.0)?.overridden ?? self
    }
}
