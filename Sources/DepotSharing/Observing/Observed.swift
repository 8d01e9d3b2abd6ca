internal import Depot
internal import Observation

/// What `withObservationTracking` and SwiftUI observe in place of a value.
///
/// It is not generic, so that its key paths are constants of the program. Observers are told after a change and not
/// before: whoever looks because of it, on any thread, finds the new value, and no change falls in between.
final class Observed: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    private var value: Void { () }
    private var status: Void { () }
    private subscript(part: Part) -> Void { () }

    private static let valuePath: any KeyPath<Observed, Void> & Sendable = \.value
    private static let statusPath: any KeyPath<Observed, Void> & Sendable = \.status

    func wasRead() { registrar.access(self, keyPath: Self.valuePath) }

    func wasRead(_ part: Part) { registrar.access(self, keyPath: \.[part]) }

    func statusWasRead() { registrar.access(self, keyPath: Self.statusPath) }

    func changed() { registrar.withMutation(of: self, keyPath: Self.valuePath) {} }

    func changed(_ part: Part) { registrar.withMutation(of: self, keyPath: \.[part]) {} }

    func statusChanged() { registrar.withMutation(of: self, keyPath: Self.statusPath) {} }
}

extension StoredReference {
    /// The most parts that are compared at each write.
    private static var mostParts: Int { 256 }

    func observe(_ part: Part, _ hasChanged: @escaping @Sendable (Value, Value) -> Bool) {
        let outgrown: [Part] = state.withLock { state in
            if state.parts[part] != nil { return [] }
            // Beyond that everybody is told, and whoever still observes comes again.
            let outgrown = state.parts.count >= Self.mostParts ? Array(state.parts.keys) : []
            if !outgrown.isEmpty { state.parts = [:] }
            state.parts[part] = hasChanged
            return outgrown
        }
        observed.wasRead(part)
        for part in outgrown { observed.changed(part) }
    }
}

extension StoredReference {
    func touch() {
        let parts = state.withLock { $0.parts }
        for part in parts.keys { observed.changed(part) }
        observed.changed()
        observed.statusChanged()
    }
}
