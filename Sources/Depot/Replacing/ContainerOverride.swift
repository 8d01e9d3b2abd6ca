import Synchronization

/// A container that stands before another for an operation, and what is told while it does.
package final class ContainerOverride: Sendable {
    /// The container to register and replace in, and to bind for the operation.
    package let container: Container

    /// Makes the override of a container; nobody sees it before it is opened and bound.
    package init(of base: Container) {
        container = Container(core: Core(family: base.core.family, parent: base, isOverride: true), owns: true)
    }

    /// Tells the containers that are overridden to ask the running task from here on.
    package func open() {
        container.core.family.decide { $0.overrides += 1 }
        changeCount(by: 1)
    }

    /// Ends what ``open()`` began. The container goes on resolving for who keeps it.
    package func close() {
        changeCount(by: -1)
        container.core.family.decide { $0.overrides -= 1 }
    }

    private func changeCount(by difference: Int) {
        var core = container.core
        while core.isOverride, let base = core.parentCore {
            base.openOverrides.add(difference, ordering: .relaxed)
            core = base
        }
    }
}

extension Container {
    /// The container that the running task resolves from when it asks this one.
    package var inEffect: Container { effective }

    /// Whether this is an override of another container, directly or of an override of it.
    package func isOverride(of base: Container) -> Bool { core.isOverride(of: base.core) }
}
