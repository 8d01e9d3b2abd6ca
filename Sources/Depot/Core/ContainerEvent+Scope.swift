extension ContainerEvent {
    /// What an event says of a scope.
    public struct Scope: Sendable, CustomStringConvertible {
        /// Its kind.
        public let kind: ScopeKind
        /// Its id, where it was given one.
        public let id: String?
        /// What it was given, as a person would write the types.
        public let given: [String]
        /// Where it was opened.
        public let source: SourceLine

        /// Under the family's lock.
        init(_ scope: Depot.Scope) {
            kind = scope.kind
            id = scope.id
            given = scope.given
            source = scope.source
        }

        /// The kind and id, and what it was given.
        public var description: String {
            "\(kind) scope" + (id.map { " \($0.literal)" } ?? "") + (given.isEmpty ? "" : ", given \(given.joined(separator: ", "))")
        }
    }
}

extension Family {
    /// Tells of several events, in order.
    func emit(each events: [ContainerEvent]) {
        for event in events { emit(event) }
    }
}
