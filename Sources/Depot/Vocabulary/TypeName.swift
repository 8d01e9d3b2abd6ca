/// How the name of a type is written.
package enum TypeNameForm {
    /// As a person would say it: `any LoginUseCase`, `UserViewModel`, `[any Plugin]`.
    case short
    /// With the module, as when two types share a short name.
    case qualified
    /// As code takes it: within what it is nested in. What is local to a function has its name alone. Inside of brackets `any` is left out, as the
    /// runtime does; without the upcoming feature `ExistentialAny` that compiles.
    case code
}

/// The name of a type as a person would write it: `any LoginUseCase`, `UserViewModel`, `[any Plugin]`.
@inline(never)  // Diagnostics call it from everywhere: small there, not fast.
package func typeName(of type: any Any.Type, as form: TypeNameForm = .short) -> String {
    // The cast looks for a conformance, which a type that is no struct or enum cannot have.
    if !DynamicType.isObjectOrExistential(type), let wrapper = type as? any WrittenType.Type {
        return wrapper.writtenName(as: form)
    }
    let name = form == .short ? String(describing: type) : withoutContext(String(reflecting: type), orFunction: form == .code)
    var text = withoutConstraints(name)
    if form == .code { text = withoutModules(text) }
    return isExistential(type) && !text.hasPrefix("any ") ? "any \(text)" : text
}

/// The name of a type as it stands before `.self` and `?`: `(any LoginUseCase)`, `(() -> Int)`, `Void`.
@inline(never)  // As `typeName(of:as:)`.
func operandName(of type: any Any.Type, as form: TypeNameForm = .short) -> String {
    if type == Void.self { return "Void" }
    let name = typeName(of: type, as: form)
    return name.hasPrefix("any ") || isFunction(type) ? "(\(name))" : name
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

/// A qualified name without `(unknown context at $1f3a)`, as types that are private or local to a function have it; those in a function also
/// without what the function is in.
private func withoutContext(_ name: String, orFunction: Bool = false) -> String {
    let mark = "(unknown context at "
    var name = name[...]
    var text = ""
    while let start = name.range(of: mark) {
        // A function is a second one.
        if orFunction, start.lowerBound == name.startIndex { while let last = text.last, last.isInPath { text.removeLast() } }
        text += name[..<start.lowerBound]
        name = name[start.upperBound...].drop { $0 != ")" }.dropFirst()
        if name.first == "." { name = name.dropFirst() }
    }
    return text + name
}

/// A qualified name without the modules.
private func withoutModules(_ name: String) -> String {
    let mark = "(extension in "
    var (text, rest) = ("", name[...])
    while let first = rest.first {
        if rest.hasPrefix(mark) {
            rest = rest.drop { $0 != ":" }.dropFirst()
            continue
        }
        let path = rest.prefix { $0.isInPath }
        rest = rest[path.endIndex...]
        if path.isEmpty {
            text.append(first)
            rest = rest.dropFirst()
        } else if let dot = path.firstIndex(of: "."), dot > path.startIndex {
            text += path[path.index(after: dot)...]
        } else {
            // It goes on from what stands before it, or is a label.
            text += path
        }
    }
    return text
}

extension Character {
    /// Whether it may be in a name with dots.
    fileprivate var isInPath: Bool { self == "." || self == "_" || isLetter || isNumber }
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
    static func writtenName(as form: TypeNameForm) -> String
}
