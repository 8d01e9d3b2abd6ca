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

/// Whether a type is `any P`.
///
/// The metatype of an existential type prints as `P.Protocol`, that of any other type as `T.Type`;
/// `Any` and `AnyObject` are written without `any`.
func isExistential(_ type: any Any.Type) -> Bool {
    if type == Any.self || type == AnyObject.self { return false }
    func metatypeName<T>(of type: T.Type) -> String { String(describing: Swift.type(of: type)) }
    return _openExistential(type, do: metatypeName).hasSuffix(".Protocol")
}
