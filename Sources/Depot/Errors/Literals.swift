// Swift code that errors advise: what an app has named as it likes, written so that it can be pasted.
extension Name {
    /// The name as a string literal.
    @inline(never)  // As `typeName(of:qualified:)`.
    var literal: String { rawValue.debugDescription }
}

extension ScopeKind {
    /// The kind as an argument: `.request`, by its constant, or made on the spot where no constant can be called as it is.
    @inline(never)
    var literal: String {
        let scalars = name.unicodeScalars.map(\.properties)
        if scalars.first?.isXIDStart == true, scalars.allSatisfy(\.isXIDContinue) { return ".\(name)" }
        return "ScopeKind(\(name.debugDescription)\(outer.map { ", within: \($0.literal)" } ?? ""))"
    }
}
