/// Which default: that of a key in a context, in one word.
struct DefaultSlot: Equatable, Sendable {
    /// The address of the key's type, whose last bits are free, and the context in them; never 0.
    let word: UInt

    init(_ key: ObjectIdentifier, _ context: DependencyContext) {
        let bits: UInt =
            switch context {
            case .live: 0
            case .test: 1
            case .preview: 2
            }
        word = UInt(bitPattern: key) | bits
    }
}
