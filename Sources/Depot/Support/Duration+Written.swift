extension Duration {
    /// The duration as a person would write it: three digits and a unit.
    package var written: String {
        let (seconds, attoseconds) = components
        let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        let (value, unit) =
            switch abs(nanoseconds) {
            case ..<1e3: (nanoseconds, "ns")
            case ..<1e6: (nanoseconds / 1e3, "µs")
            case ..<1e9: (nanoseconds / 1e6, "ms")
            default: (nanoseconds / 1e9, "s")
            }
        if abs(value) >= 100 || unit == "ns" { return "\(Int(value.rounded())) \(unit)" }
        let scale = abs(value) >= 10 ? 10.0 : 100
        let scaled = (value * scale).rounded() / scale
        return "\(scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)") \(unit)"
    }
}
