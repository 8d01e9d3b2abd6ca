/// A change of a value that not all who follow it have been told of yet; nil where the value is missing.
final class Change<Value: Sendable>: Sendable {
    let before: Value?
    let after: Value?
    /// The version of the whole shared value after the change.
    let version: Int
    /// Whether the value, or one that it is a part of, comes or goes.
    let changesPresence: Bool

    /// A change; `isInherited` says that one that the value is a part of comes or goes.
    init(before: Value?, after: Value?, version: Int, changesPresence isInherited: Bool = false) {
        self.before = before
        self.after = after
        self.version = version
        changesPresence = isInherited || (before == nil) != (after == nil)
    }

    /// The same change, seen by a part of the value.
    func map<Part: Sendable>(_ get: (Value) -> Part?) -> Change<Part> {
        Change<Part>(before: before.flatMap(get), after: after.flatMap(get), version: version, changesPresence: changesPresence)
    }
}

/// A value together with the changes that led to it and are still being told, the earliest first, and the version of the whole.
final class Moment<Value: Sendable>: Sendable {
    let value: Value
    let untold: [Change<Value>]
    let version: Int

    init(_ value: Value, untold: [Change<Value>], _ version: Int) {
        self.value = value
        self.untold = untold
        self.version = version
    }
}
