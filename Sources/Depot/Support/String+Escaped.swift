extension String {
    /// The text with other text for the marks of a language; an empty one stands for the mark's number, as Mermaid writes it.
    ///
    /// By scalars, as Graphviz and browsers read it: a quote with an accent is a quote, and `<` after U+0600 is `<`.
    @inline(never)
    package func escaped(_ marks: KeyValuePairs<Unicode.Scalar, String>) -> String {
        var escaped = ""
        for scalar in unicodeScalars {
            if let mark = marks.first(where: { $0.key == scalar }) {
                escaped += mark.value.isEmpty ? "#\(scalar.value);" : mark.value
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
