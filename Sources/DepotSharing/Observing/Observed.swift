internal import Foundation
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
    private subscript(read: ObservedRead) -> Void { () }
    private var status: Void { () }
    private static let statusPath: any KeyPath<Observed, Void> & Sendable = \.status

    /// Has to come before the value is read, so that no change falls in between.
    func wasRead() { registrar.access(self, keyPath: valuePath) }

    /// The same for a part.
    func wasRead(_ read: ObservedRead) { registrar.access(self, keyPath: \.[read]) }

    func statusWasRead() { registrar.access(self, keyPath: Self.statusPath) }

    func changed() {
        if mark.isSet { registrar.withMutation(of: self, keyPath: valuePath) {} }
    }

    func changed(_ read: ObservedRead) { registrar.withMutation(of: self, keyPath: \.[read]) {} }

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

/// An observed read of a part, which is equal to every other read of that part.
///
/// Observation keeps it, as it is in the key path: from the read on, while the observer is being installed, until the observer is told or
/// cancelled. So the part has observers while one of its reads exists.
final class ObservedRead: Hashable, Sendable {
    private let part: FollowedPart

    /// The part has counted the read.
    init(of part: FollowedPart) { self.part = part }

    deinit { part.readEnded() }

    static func == (a: ObservedRead, b: ObservedRead) -> Bool { a.part === b.part }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(part)) }
}

// MARK: - Whether a read is observed

extension Observed {
    /// Whether what this thread reads now is observed.
    ///
    /// Found out like the mark, for a part of which nobody knows yet: one that nobody observes is not entered anywhere.
    var isTracking: Bool {
        ObservationProbe.wasHashed = false
        registrar.access(self, keyPath: Self.probePath)
        return ObservationProbe.wasHashed
    }

    private static let probePath: any KeyPath<Observed, Void> & Sendable = \.[ObservationProbe()]

    private subscript(probe: ObservationProbe) -> Void { () }
}

/// Tells its thread that it is hashed.
private struct ObservationProbe: Hashable, Sendable {
    func hash(into hasher: inout Hasher) { Self.wasHashed = true }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        if code != 0 { fatalError("Depot: thread-local storage could not be made (error \(code)).") }
        return key
    }()

    static var wasHashed: Bool {
        get { pthread_getspecific(key) != nil }
        set {
            let code = pthread_setspecific(key, newValue ? UnsafeRawPointer(bitPattern: 1) : nil)
            if code != 0 { fatalError("Depot: thread-local storage could not be written (error \(code)).") }
        }
    }
}
