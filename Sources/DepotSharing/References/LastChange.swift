/// A write of a last value.
struct LastChange<Value: Sendable>: Sendable {
    let before: Value
    let after: Value
    /// Where it was looked up before, which is released with it.
    let former: FollowedReference<Value>?
    let parts: [PartOfLast<Value>]
    /// What parts of it were before.
    var partsBefore: [(any Sendable)?] = []

    /// Tells those who follow parts of it.
    mutating func takeParts(at version: Int) { partsBefore = parts.map { $0.take(after, version) } }
}

/// One who follows a part of a last value.
final class PartOfLast<Value: Sendable>: Sendable {
    let take: LastWritten<Value>

    init(_ take: @escaping LastWritten<Value>) { self.take = take }
}
