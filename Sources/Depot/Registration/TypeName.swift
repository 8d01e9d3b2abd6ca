/// The name of a type as a person would write it: `any LoginUseCase`, `UserViewModel`, `[any Plugin]`.
///
/// - Parameters:
///   - type: The type to name.
///   - qualified: Whether the module stands before the name, as when two types share a short one.
/// - Returns: The name.
func typeName(of type: any Any.Type, qualified: Bool = false) -> String {
    if let wrapper = type as? any InjectedWrapper.Type { return wrapper.writtenName(qualified: qualified) }
    let name = qualified ? String(reflecting: type) : String(describing: type)
    return isExistential(type) ? "any \(name)" : name
}

/// Whether a type is `any P`. `Any` and `AnyObject` are written without `any`, so they are not.
func isExistential(_ type: any Any.Type) -> Bool {
    if type == Any.self || type == AnyObject.self { return false }
    // A metatype is a pointer to metadata, and its first word is the kind: ABI (docs/ABI/TypeMetadata), 0x303 for an
    // existential type, 0x307 for one with constraints.
    let kind = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
    return kind == 0x303 || kind == 0x307
}
