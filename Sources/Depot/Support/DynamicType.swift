/// Tells what a value of some type is made of, by a word that differs from type to type.
///
/// The same as `ObjectIdentifier(type(of: value as Any))`, but without the copy into an `Any`, which in generic code
/// allocates and costs more than the rest of a resolve. Relies on the layout that the Swift ABI fixes (docs/ABI/TypeLayout):
/// a reference is one word, an object starts with its class, and `any P` is three words of value and then its type.
struct DynamicType: Sendable {
    private enum Shape {
        /// A struct, an enum, a tuple: the static type says it all.
        case fixed
        /// A class: the only word refers to the object.
        case object
        /// An existential of a class-bound protocol: the first word does.
        case reference
        /// `any P`.
        case existential
        /// Something in a box, or in an optional: only a cast can tell.
        case hidden
    }

    private let shape: Shape

    init<Value>(of type: Value.Type) {
        // Asking it for a class in the language's own way takes a cast, which costs 1 c in each registration.
        let kind = metadataKind(of: type)
        switch kind {
        case 0x303 where type == (any Error).self: shape = .hidden
        case 0x202: shape = .hidden
        case 0x200 where type == AnyHashable.self: shape = .hidden
        case 0x303, 0x307: shape = MemoryLayout<Value>.size < 4 * Self.word ? .reference : .existential
        case 0, 0x203, 0x305: shape = .object
        default: shape = kind > 0x7ff ? .object : .fixed
        }
    }

    /// Whether a type is a class or an existential: its kind says so, without a look for a conformance.
    static func isObjectOrExistential(_ type: any Any.Type) -> Bool {
        let kind = metadataKind(of: type)
        return kind == 0 || kind == 0x303 || kind == 0x307 || kind > 0x7ff
    }

    /// Whether the static type says that no value is an object.
    var isNeverObject: Bool { shape == .fixed }

    /// Whether the static type is a class, so that each value says its own type.
    var isClass: Bool { shape == .object }

    /// The word for a value that has none.
    static let unknown = UInt.max

    private static let word = MemoryLayout<UInt>.size

    /// The word for the value at an address; `unknown` where only a cast can tell.
    @inline(__always)
    func identity(ofValueAt address: UnsafeRawPointer) -> UInt {
        switch shape {
        case .fixed: return 1
        case .hidden: return Self.unknown
        case .object, .reference: return Self.classWord(address)
        case .existential:
            let type = address.load(fromByteOffset: 3 * Self.word, as: UInt.self)
            // The kind of a class's metadata is 0, or a pointer where there is Objective-C; all others lie between.
            guard let metadata = UnsafeRawPointer(bitPattern: type) else { return 0 }
            let kind = metadata.load(as: UInt.self)
            return kind == 0 || kind > 0x7ff ? Self.classWord(address) : type
        }
    }

    @inline(__always)
    private static func classWord(_ address: UnsafeRawPointer) -> UInt {
        UnsafeRawPointer(bitPattern: address.load(as: UInt.self)).map { $0.load(as: UInt.self) } ?? 0
    }
}

func isTuple(_ type: any Any.Type) -> Bool { metadataKind(of: type) == 0x301 }

func isFunction(_ type: any Any.Type) -> Bool { metadataKind(of: type) == 0x302 }

/// Whether a type is `any P`.
///
/// `Any` and `AnyObject` are written without `any`, so they are not.
func isExistential(_ type: any Any.Type) -> Bool {
    if type == Any.self || type == AnyObject.self { return false }
    // 0x307 is an existential type with constraints.
    let kind = metadataKind(of: type)
    return kind == 0x303 || kind == 0x307
}

/// The kind of a type, as its metadata has it.
private func metadataKind(of type: any Any.Type) -> UInt {
    // A metatype is a pointer to metadata, and its first word is the kind: ABI (docs/ABI/TypeMetadata).
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
}
