/// How the name of a type is written.
package enum TypeNameForm {
    /// As a person would say it: `any LoginUseCase`, `UserViewModel`, `[any Plugin]`.
    case short
    /// With the module, as when two types share a short name.
    case qualified
    /// As code takes it: within what it is nested in, and with `any` also inside of brackets. What is local to a function has its name alone.
    case code
}

/// The name of a type as a person would write it: `any LoginUseCase`, `UserViewModel`, `[any Plugin]`.
@inline(never)  // Diagnostics call it from everywhere: small there, not fast.
package func typeName(of type: any Any.Type, as form: TypeNameForm = .short) -> String {
    // The cast looks for a conformance, which a type that is no struct or enum cannot have.
    if !DynamicType.isObjectOrExistential(type), let wrapper = type as? any WrittenType.Type {
        return wrapper.writtenName(as: form)
    }
    let name =
        switch form {
        case .short: String(describing: type)
        case .qualified: withoutContext(String(reflecting: type))
        case .code: code(withoutContext(String(reflecting: type), orFunction: true))
        }
    let text = withoutConstraints(name)
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

/// A qualified name as code: without the modules, and with `any` where the runtime leaves that out.
private func code(_ name: String) -> String {
    var (text, rest) = ("", name[...])
    while let first = rest.first {
        if rest.hasPrefix("(extension in ") {
            rest = rest.drop { $0 != ":" }.dropFirst()
        } else if first.isInPath {
            var isQuoted = false
            let path = rest.prefix { character in
                if character == "`" { isQuoted.toggle() }
                return isQuoted || character.isInPath
            }
            rest = rest[path.endIndex...]
            if path == "Pack", rest.first == "{" { rest = rest.dropFirst() } else { text += code(path, after: text, before: rest) }
        } else {
            if first != "}" { text.append(first) }  // A pack's end.
            rest = rest.dropFirst()
        }
    }
    return text
}

/// One name of a type in a longer one.
private func code(_ path: Substring, after text: String, before rest: Substring) -> String {
    guard path.first != ".", !path.hasPrefix("Self."), let dot = path.firstIndex(of: ".") else { return String(path) }
    let isMetatype = path.hasSuffix(".Type")
    let suffix = isMetatype ? ".Type" : path.hasSuffix(".Protocol") ? ".Protocol" : ""
    let (type, name) = (path.dropLast(suffix.count), path[path.index(after: dot)...])
    let isWritten = text.hasSuffix("any ") || text.hasSuffix("& ")
    guard !isWritten, rest.hasPrefix(" & ") || isProtocol(type) else { return String(name) }
    return suffix.isEmpty || isMetatype ? "any \(name)" : "(any \(name.dropLast(suffix.count))).Type"
}

/// Whether a qualified name is that of a protocol.
///
/// One that is private is not found.
private func isProtocol(_ path: Substring) -> Bool {
    // The mangled names of `any P` (docs/ABI/Mangling), for each of what `P` may be nested in: a struct, an enum or a class.
    let parts = path.split(separator: ".").map { "\($0.utf8.count)\($0)" }
    var contexts = [parts[0]]
    for type in parts.dropFirst().dropLast() { contexts = contexts.flatMap { context in ["V", "O", "C"].map { context + type + $0 } } }
    return contexts.contains { _typeByName($0 + parts[parts.count - 1] + "_p").map(isOfProtocol) ?? false }
}

extension Character {
    /// Whether it may be in a name with dots.
    fileprivate var isInPath: Bool { self == "." || self == "_" || self == "`" || isLetter || isNumber }
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
