#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Whether a type conforms to all the protocols of an existential: of types, without an instance.
///
/// False where `existential` is none, names no protocol (`Any`), or is constrained to associated types or a superclass.
func conforms(_ type: any Any.Type, toAll existential: any Any.Type) -> Bool {
    if isExistential(type) || !isExistential(existential) { return false }
    // The metadata of an existential: ABI (docs/ABI/TypeMetadata). A word for the kind, 32 bits of flags, 32 bits with the number of
    // protocols, and a descriptor for each, where bit 30 of the flags says that a superclass stands before those.
    let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
    guard metadata.load(as: UInt.self) == 0x303 else { return false }
    let word = MemoryLayout<UInt>.size
    let flags = metadata.load(fromByteOffset: word, as: UInt32.self)
    let count = Int(metadata.load(fromByteOffset: word + 4, as: UInt32.self))
    guard count > 0, flags & 0x4000_0000 == 0, let lookUp = conformanceLookUp else { return false }
    return (0..<count).allSatisfy { index in
        let descriptor = metadata.load(fromByteOffset: word + 8 + index * word, as: UInt.self)
        // The lowest bit marks a protocol of Objective-C, which has no such descriptor.
        guard descriptor & 1 == 0, let descriptor = UnsafeRawPointer(bitPattern: descriptor) else { return false }
        // A metatype is a pointer to the type's metadata, as above.
        return lookUp(unsafeBitCast(type, to: UnsafeRawPointer.self), descriptor) != nil
    }
}

/// The runtime's own look-up, of a type's metadata and a protocol's descriptor: the witness table, or nil.
///
/// Found by its name, because the compiler lets nobody declare it; nil in a program that is linked without exported names, which goes
/// without the hint.
private let conformanceLookUp: (@convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?)? = {
    #if canImport(Darwin)
        let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
        let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    guard let address = dlsym(everywhere, "swift_conformsToProtocol") else { return nil }
    // The function has this very type in the runtime's headers.
    return unsafeBitCast(address, to: (@convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?).self)
}()
