import Depot
import DepotValues
import Synchronization
import Testing

/// C18: what was resolved is there, also where what kept it until then was used for the last time.
///
/// An optimized build releases an object after the last use that names it, a debug build at the end of its scope. So these are compiled as
/// in a release. Each is a process of its own, since a fault releases the same object twice.
@Suite struct LastUseTests {
    @Test(arguments: LastUse.allCases) func `C18 what was resolved is there after the last use of what kept it`(use: LastUse) async {
        await #expect(processExitsWith: .success) { [use = use as LastUse] in
            let witness = try use.result()
            if Witness.gone != 0 { Issue.record("It was released before it was given.") }
            withExtendedLifetime(witness) {}
        }
    }
}

private final class Witness: Sendable {
    private static let count = Atomic<Int>(0)
    static var gone: Int { count.load(ordering: .sequentiallyConsistent) }
    deinit { Witness.count.add(1, ordering: .sequentiallyConsistent) }
}

private enum WitnessKey: DependencyKey {
    static let liveValue: Witness? = nil
}

private struct Reader {
    @Dependency(\.self) var values
}

private final class WitnessOwner {
    @Inject var witness: Witness
}

private struct WitnessPart {
    @Inject var witness: Witness
}

/// What is used last.
enum LastUse: String, CaseIterable, Codable {
    case object
    case objectInScope
    case objectSetToNil
    case structure
    case structureInScope
    case container
    case containerIfRegistered
    case containerOfName
    case containerThatThrows
    case override
    case child
    case values
    case valuesInScope

    /// What the last use gave.
    fileprivate func result() throws -> Witness {
        switch self {
        case .object: return owner().witness
        case .objectInScope:
            return {
                let owner = owner()
                _ = owner.witness
                return owner.witness
            }()
        case .objectSetToNil:
            var last: WitnessOwner? = owner()
            let witness = last!.witness
            last = nil
            return witness
        case .structure: return part().witness
        case .structureInScope:
            return {
                let part = part()
                _ = part.witness
                return part.witness
            }()
        case .container: return settled().resolve(Witness.self)
        case .containerIfRegistered: return try #require(settled().resolveIfRegistered(Witness.self))
        case .containerOfName: return settled(name: "witness").resolve(Witness.self, name: "witness")
        case .containerThatThrows: return try settled().tryResolve(Witness.self)
        case .override: return override().resolve(Witness.self)
        case .child: return Container(parent: settled()).resolve(Witness.self)
        case .values: return try #require(values()[WitnessKey.self])
        case .valuesInScope:
            return try #require(
                {
                    let values = values()
                    _ = values[WitnessKey.self]
                    return values[WitnessKey.self]
                }())
        }
    }

    /// An object that has kept what nobody else keeps.
    @inline(never)
    private func owner() -> WitnessOwner {
        Container.shared.register(Witness.self) { _ in Witness() }
        let owner = WitnessOwner()
        _ = owner.witness
        return owner
    }

    /// The same as a value.
    @inline(never)
    private func part() -> WitnessPart {
        Container.shared.register(Witness.self) { _ in Witness() }
        let part = WitnessPart()
        _ = part.witness
        return part
    }

    /// A container that shows its singleton to readers without a lock.
    @inline(never)
    private func settled(name: Name? = nil) -> Container {
        let container = Container()
        container.register(Witness.self, name: name, .singleton) { _ in Witness() }
        for _ in 0..<3 { _ = container.resolve(Witness.self, name: name) }
        return container
    }

    /// What an override is of that outlives its operation, and that shows what it puts in place.
    @inline(never)
    private func override() -> Container {
        let container = Container()
        container.register(Witness.self, .singleton) { _ in Witness() }
        return container.withOverrides {
            $0.replace(Witness.self, with: Witness())
        } operation: {
            let override = Container.shared
            for _ in 0..<3 { _ = override.resolve(Witness.self) }
            return override
        }
    }

    /// Values that nobody has bound any more.
    @inline(never)
    private func values() -> DependencyValues {
        withDependencies {
            $0[WitnessKey.self] = Witness()
        } operation: {
            Reader().values
        }
    }
}
