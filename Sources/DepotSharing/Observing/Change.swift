/// A change of a value that not all who follow it have been told of yet; nil where the value is missing.
struct Change<Value: Sendable>: Sendable {
    let before: Value?
    let after: Value?

    /// The same change, seen by a part of the value.
    func map<Part: Sendable>(_ get: (Value) -> Part?) -> Change<Part> {
        Change<Part>(before: before.flatMap(get), after: after.flatMap(get))
    }
}

/// A value together with the changes that led to it and are still being told, the earliest first.
struct Moment<Value: Sendable>: Sendable {
    let value: Value
    let untold: [Change<Value>]
}
