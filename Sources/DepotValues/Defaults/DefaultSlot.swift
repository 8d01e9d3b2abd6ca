/// Which default: that of a key in a context, in one word.
struct DefaultSlot: Equatable, Sendable {
    /// The address of the key's type, whose last bits are free, and the context in them; never 0.
    let word: UInt

    init(_ key: ObjectIdentifier, _ context: DependencyContext) {
        word = UInt(bitPattern: key) | context.bits
    }
}

extension DependencyContext {
    /// The context in two bits.
    var bits: UInt {
        switch self {
        case .live: 0
        case .test: 1
        case .preview: 2
        }
    }

    init(bits: UInt) {
        switch bits & 3 {
        case 0: self = .live
        case 1: self = .test
        default: self = .preview
        }
    }
}
