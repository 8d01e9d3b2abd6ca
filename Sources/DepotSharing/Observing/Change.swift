/// A change of a value that not all who follow it have been told of yet; nil where the value is missing.
final class Change<Value: Sendable>: Sendable {
    let before: Value?
    let after: Value?
    /// The version of the whole shared value after the change.
    let version: Int
    /// Whether the value, or one that it is a part of, comes or goes.
    let presence: Presence

    /// A change; `presence` is that of what the value is a part of.
    init(before: Value?, after: Value?, version: Int, presence: Presence = .same) {
        self.before = before
        self.after = after
        self.version = version
        self.presence = max(presence, (before == nil) == (after == nil) ? .same : .other)
    }

    /// The same change, told where the value is no longer followed.
    var moved: Change { Change(before: before, after: after, version: version, presence: .moved) }

    /// The same change, seen by a part of the value.
    func map<Part: Sendable>(_ get: (Value) -> Part?) -> Change<Part> {
        Change<Part>(before: before.flatMap(get), after: after.flatMap(get), version: version, presence: presence)
    }
}

/// What a change does to the presence of a value.
enum Presence: Comparable {
    case same
    /// It, or one that it is a part of, comes or goes.
    case other
    /// It goes from where it was followed, and is followed by another identity from here on.
    case moved
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
