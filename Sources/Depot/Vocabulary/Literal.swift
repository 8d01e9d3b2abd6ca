extension String {
    /// The text as a literal that Swift takes, on one line: with its quotes, and what cannot stand between them written as an escape.
    @inline(never)  // Diagnostics call it from everywhere.
    var literal: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C: text += "\\\(scalar)"
            case 0x0A: text += "\\n"
            case ..<0x20, 0x7F..<0xA0, 0x2028...0x2029: text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
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
