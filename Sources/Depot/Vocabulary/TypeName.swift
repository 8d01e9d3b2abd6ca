/// The name of a type as a person would write it: `any LoginUseCase`, `UserViewModel`, `[any Plugin]`.
///
/// Qualified, the module stands before it, as when two types share a short name.
@inline(never)  // Diagnostics call it from everywhere: small there, not fast.
func typeName(of type: any Any.Type, qualified: Bool = false) -> String {
    // The cast looks for a conformance, which a type that is no struct or enum cannot have.
    if !DynamicType.isObjectOrExistential(type), let wrapper = type as? any WrittenType.Type {
        return wrapper.writtenName(qualified: qualified)
    }
    let name = qualified ? withoutContext(String(reflecting: type)) : String(describing: type)
    let text = withoutConstraints(name)
    return isExistential(type) && !text.hasPrefix("any ") ? "any \(text)" : text
}

/// The name of a type as it stands before `.self` and `?`: `(any LoginUseCase)`, `(() -> Int)`.
@inline(never)  // As `typeName(of:qualified:)`.
func operandName(of type: any Any.Type, qualified: Bool = false) -> String {
    let name = typeName(of: type, qualified: qualified)
    return isExistential(type) || isFunction(type) ? "(\(name))" : name
}

/// A name with `any Store<Item>` for `any Store<Self.Store.Element == Item>`, which is how the runtime writes it.
///
/// Several constraints stay: the runtime has them in another order than the protocol.
private func withoutConstraints(_ name: String) -> String {
    let mark = "<Self."
    guard name.utf8.contains(UInt8(ascii: "=")), let start = name[...].range(of: mark),
        let equals = name[start.upperBound...].range(of: " == ")
    else { return name }
    var depth = 0
    let end = name[equals.upperBound...].firstIndex { character in
        if "<([".contains(character) { depth += 1 }
        if depth == 0, ">,".contains(character) { return true }
        if ">)]".contains(character) { depth -= 1 }
        return false
    }
    guard let end else { return name }
    let kept = name[end] == ">" ? equals.upperBound : start.upperBound
    return name[..<start.lowerBound] + (name[end] == ">" ? "<" : mark) + withoutConstraints(String(name[kept...]))
}

/// A qualified name without `(unknown context at $1f3a)`, as types that are private or local to a function have it.
private func withoutContext(_ name: String) -> String {
    let mark = "(unknown context at "
    var name = name[...]
    var text = ""
    while let start = name.range(of: mark) {
        text += name[..<start.lowerBound]
        name = name[start.upperBound...].drop { $0 != ")" }.dropFirst()
        if name.first == "." { name = name.dropFirst() }
    }
    return text + name
}

extension Substring {
    /// Where some text first is. (The method of this name in the standard library's string processing loads that library.)
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}

/// A type that says itself how a person would write it.
protocol WrittenType: SendableMetatype {
    static func writtenName(qualified: Bool) -> String
}
