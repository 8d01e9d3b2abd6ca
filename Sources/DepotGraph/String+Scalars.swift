extension String {
    /// The text with some of its scalars replaced.
    ///
    /// Not of its characters: a browser knows none, and to Swift `<` after U+0600 is part of another character than `<`.
    ///
    /// - Parameter replacement: What takes the place of a scalar; nil for itself.
    /// - Returns: The text.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = UnicodeScalarView()
        for scalar in unicodeScalars {
            if let replacement = replacement(scalar) { text += replacement.unicodeScalars } else { text.append(scalar) }
        }
        return String(text)
    }
}
