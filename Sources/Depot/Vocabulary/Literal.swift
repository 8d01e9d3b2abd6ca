extension String {
    /// The text as a literal that Swift takes, on one line.
    @inline(never)  // Diagnostics call it from everywhere.
    var literal: String { debugDescription }
}

extension Name {
    /// The name as it is written in a call.
    var literal: String { rawValue.literal }
}

extension ScopeKind {
    /// The kind as it is written in a call: `.request`, as the constants are named, or how it is made where no constant can have its name.
    @inline(never)  // As above.
    var expression: String {
        let isIdentifier =
            name.first.map { $0.isLetter || $0 == "_" } ?? false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        if isIdentifier, !["init", "self", "Type", "Protocol", "_"].contains(name) { return ".\(name)" }
        return "ScopeKind(\(name.literal)" + (outer.map { ", within: \($0.expression)" } ?? "") + ")"
    }
}
