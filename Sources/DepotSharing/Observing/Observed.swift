internal import Depot
internal import Observation
internal import Synchronization

/// What `withObservationTracking` and SwiftUI observe in place of a value.
///
/// It is not generic, so that its key paths are constants of the program. Observers are told after a change and not
/// before: whoever looks because of it, on any thread, finds the new value, and no change falls in between.
final class Observed: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    /// Whether the value has ever been read inside `withObservationTracking`; if not, nobody has to hear of a change.
    private let mark: ObservationMark
    private let valuePath: any KeyPath<Observed, Void> & Sendable

    init() {
        let mark = ObservationMark()
        self.mark = mark
        valuePath = \.[mark]
    }

    private subscript(mark: ObservationMark) -> Void { () }
    private var status: Void { () }
    private subscript(part: Part) -> Void { () }

    private static let statusPath: any KeyPath<Observed, Void> & Sendable = \.status

    /// Has to come before the value is read, so that no change falls in between.
    func wasRead() { registrar.access(self, keyPath: valuePath) }

    func wasRead(_ part: Part) { registrar.access(self, keyPath: \.[part]) }

    func statusWasRead() { registrar.access(self, keyPath: Self.statusPath) }

    func changed() {
        if mark.isSet { registrar.withMutation(of: self, keyPath: valuePath) {} }
    }

    func changed(_ part: Part) { registrar.withMutation(of: self, keyPath: \.[part]) {} }

    func statusChanged() { registrar.withMutation(of: self, keyPath: Self.statusPath) {} }
}

/// Finds out whether a value is observed, which the library does not say.
///
/// A read inside `withObservationTracking` enters the key path into a set, so the key path is hashed, and with it this part of
/// it; a read outside is over before that.
final class ObservationMark: Hashable, Sendable {
    private let wasHashed = Atomic(false)

    var isSet: Bool { wasHashed.load(ordering: .sequentiallyConsistent) }

    static func == (a: ObservationMark, b: ObservationMark) -> Bool { a === b }

    func hash(into hasher: inout Hasher) {
        if !isSet { wasHashed.store(true, ordering: .sequentiallyConsistent) }
        hasher.combine(ObjectIdentifier(self))
    }
}

extension StoredReference {
    /// The most parts that are compared at each write.
    private static var mostParts: Int { 256 }

    func observe(_ part: Part, _ hasChanged: @escaping @Sendable (Value, Value) -> Bool) {
        let outgrown: [Part] = control.withLock { control in
            if parts[part] != nil { return [] }
            // Beyond that everybody is told, and whoever still observes comes again.
            let outgrown = parts.count >= Self.mostParts ? Array(parts.keys) : []
            if !outgrown.isEmpty { parts = [:] }
            parts[part] = hasChanged
            control.isFollowed = true
            return outgrown
        }
        observed.wasRead(part)
        for part in outgrown { observed.changed(part) }
    }
}

extension StoredReference {
    func touch() {
        let parts = control.withLock { _ in self.parts }
        for part in parts.keys { observed.changed(part) }
        observed.changed()
        observed.statusChanged()
    }
}
