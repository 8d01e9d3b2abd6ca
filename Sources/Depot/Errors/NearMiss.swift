/// Something that is registered and close to what was asked for.
enum NearMiss {
    case none
    /// The very key, which was not when it was asked for.
    case registeredSince
    /// The same service under other argument types, or none.
    case arguments([Key])
    /// The same service under other names, and the one that was probably meant.
    case names([Key], likely: Name?)
    /// The same service under other names and other argument types, or none.
    case otherwise([Key])
    /// The service is only contributed.
    case contributed
    /// An optional was asked for; what it wraps, and what is close to that.
    indirect case optional(Key, NearMiss)
    /// An optional of the service, under the same name and arguments.
    case asOptional(Key)
    /// A `Lazy`, a list and the like inside another one.
    case wrapper
    /// A `Lazy`, a list and the like under a name; the service that has it.
    case namedWrapper(Key, isList: Bool)
    /// A service whose type conforms to the protocol that was asked for, or is a subclass of the class.
    case conforming(Key)
    /// A service that is a protocol which the type that was asked for conforms to, or a superclass of it.
    case conformedTo(Key)
    /// `any P` for a `P` that is a type, or the reverse.
    case spelling(String)
    /// Another type of the same name, in full.
    case sameName(String)
}

extension NearMiss {
    /// What is wrong, as a sentence.
    func what(_ key: Key, named name: String) -> String {
        guard case .arguments(let registered) = self else { return "\(name) is not registered." }
        func list(_ key: Key) -> String { key.arguments.map { "with " + Key.argumentList($0) } ?? "without arguments" }
        let service = Key(key.service, name: key.name).description
        return "\(service) is registered \(Self.list(registered.map(list), " and ")), and was asked for \(list(key))."
    }

    /// How to put it right where it was asked for, or where what takes it as a parameter was registered.
    func fix(_ key: Key, neededBy dependent: Registration? = nil) -> String {
        let asked = typeName(of: key.service, as: .code)
        switch self {
        case .none where key.service == Container.self:
            return "a container is not registered in itself, which would keep it: take a `Resolver` in its place, or what it is asked for."
        case .none:
            guard let dependent, key.isOfStandardLibrary else { return key.advice() }
            return "a function that is handed to `using:` takes no default arguments: wrap it in a closure, "
                + "container.register(\(dependent.key.call)) { r in … }, or give the \(asked) a type of its own."
        case .registeredSince: return "it was registered while it was being asked for: register it before others resolve it."
        case .arguments(let registered):
            // An alias has no function.
            if let dependent, dependent.declared != nil, !dependent.traits.contains(.alias) {
                return "let the function take it as it is registered: \(Self.list(registered.map(\.parameter), " or "))."
            }
            let calls = registered.map { "resolve(" + $0.request + ")" }
            return "ask for it as it is registered: \(Self.list(calls, " or "))."
        case .names(_, let likely?): return "did you mean \(likely.literal)? Otherwise \(key.advice())"
        case .names(let names, nil): return "it is registered with \(Self.list(names)); \(key.advice())"
        case .otherwise(let registered): return "it is registered as \(Self.alternatives(registered)); \(key.advice())"
        case .contributed: return "it is only contributed, so ask for all of them as `[\(asked)]`, or \(key.advice())"
        case .optional(let wrapped, let near):
            let name = typeName(of: wrapped.service, as: .code)
            switch near {
            case .registeredSince:
                return "`\(name)` is registered: resolve that, or use `resolveIfRegistered`, which gives nil where it is not."
            case .wrapper: return "`\(name)` is put together from what is registered: resolve that, never `\(asked)`."
            case .none: return "use `resolveIfRegistered`, which gives nil; or register `\(name)`, never `\(asked)`."
            default:
                return "ask for `\(name)` and never for `\(asked)`, by `resolveIfRegistered` where it may be missing: "
                    + near.fix(wrapped)
            }
        case .asOptional(let registered):
            let optional = registered.code
            return "`\(optional)` is registered, which is another type: register `\(asked)`, and take `\(optional)` where it may be "
                + "missing: that is nil while nothing is registered."
        case .wrapper:
            return "`\(asked)` is put together for a parameter of that type, and not inside another one: take that, or \(key.advice())"
        case .namedWrapper(let service, let isList):
            let call = isList ? "resolve(\(service.request))" : service.later ?? ""
            return "`\(asked)` is not put together for a name: use \(call), or \(key.advice())"
        case .conforming(let registered):
            // An alias takes no arguments along.
            let alias = "give that the second type, container.alias(\(key.call), to: \(registered.called("named"))) { $0 }, or "
            return "`\(registered.code)` is registered and \(key.service is AnyClass ? "is a subclass of it" : "conforms to it"): "
                + "\(registered.arguments == nil && key.arguments == nil ? alias : "")register it as `\(asked)`."
        case .conformedTo(let registered):
            let how = registered.service is AnyClass ? "is a subclass of it" : "conforms to it"
            return "`\(registered.code)` is registered, and `\(asked)` \(how): ask for `\(registered.code)`, or \(key.advice())"
        case .spelling(let name): return "`\(name)` is registered; you asked for `\(asked)`: ask for `\(name)`, or \(key.advice())"
        case .sameName(let name): return "`\(name)`, another type of the same name, is registered; \(key.advice(as: .qualified))"
        }
    }

    /// How to put it right where it was to be replaced: never by registering it.
    func fixForReplacing(_ key: Key) -> String {
        switch self {
        case .registeredSince: return "it was registered while it was being replaced: register it before that."
        case .none: return "check the type and the name, or assemble what registers it before replacing it."
        case .wrapper, .namedWrapper:
            let asked = typeName(of: key.service, as: .code)
            return "`\(asked)` is put together from what is registered: replace that, or register `\(asked)` itself, which comes first."
        case .arguments(let registered):
            let service = key.call
            let calls = registered.map { key in
                key.arguments.map { "container.replace(\(service)) { (r, \(Key.placeholders($0))) in … }" }
                    ?? "container.replace(\(service), with: …)"
            }
            return "replace it as it is registered: \(Self.list(calls, " or "))."
        case .names(_, let likely?):
            let name = likely.literal
            return "did you mean \(name)? Replace it under that name: container.replace(\(key.literal), name: \(name), with: …)"
        case .names(let names, nil): return "it is registered with \(Self.list(names)): replace it under the name that is meant."
        case .otherwise(let registered): return "it is registered as \(Self.alternatives(registered)): replace that."
        case .contributed: return "it is only contributed, and what is contributed cannot be replaced: register another one instead."
        case .optional(let wrapped, _):
            return "replace `\(typeName(of: wrapped.service, as: .code))`, never `\(typeName(of: key.service, as: .code))`."
        case .conforming(let registered), .conformedTo(let registered), .asOptional(let registered):
            return "`\(typeName(of: registered.service, as: .code))` is registered: replace that."
        case .spelling(let name): return "`\(name)` is registered: replace that."
        case .sameName(let name): return "`\(name)`, another type of the same name, is registered: replace that."
        }
    }

    /// How to put it right where it was to be decorated.
    func fixForDecorating(_ key: Key) -> String {
        let asked = typeName(of: key.service, as: .code)
        switch self {
        case .contributed: return "it is only contributed, and what is contributed is not decorated: contribute it wrapped."
        case .optional(let wrapped, _): return "decorate `\(typeName(of: wrapped.service, as: .code))`, never `\(asked)`."
        case .wrapper, .namedWrapper: return "`\(asked)` is put together from what is registered: decorate that."
        default: return fix(key)
        }
    }

    private static func list(_ keys: [Key]) -> String { list(keys.map { $0.name?.literal ?? "no name" }, ", ") }

    private static func alternatives(_ keys: [Key]) -> String { list(keys.map(\.description), " and ") }

    /// The first ten: of thousands nobody reads more.
    private static func list(_ texts: [String], _ separator: String) -> String {
        let more = texts.count > 10 ? "\(separator)\(texts.count - 10) more" : ""
        return texts.ordered(by: <).prefix(10).joined(separator: separator) + more
    }
}

extension Key {
    /// The type as an expression: `(any LoginUseCase).self`.
    var literal: String { literal(as: .code) }

    @inline(never)  // As `typeName(of:as:)`.
    private func literal(as form: TypeNameForm) -> String { operandName(of: service, as: form) + ".self" }

    /// The key as a person would write it, with the type as code takes it.
    fileprivate var code: String { description(as: .code) }

    /// The type and the name, as a call takes them: `Database.self, name: "main"`.
    var call: String { called("name") }

    /// The type, the name and the types of the arguments, as it is resolved; one of many with all of them.
    @inline(never)
    var request: String {
        if contribution != 0 { return "[\(typeName(of: service, as: .code))].self" }
        return call + (arguments.map { ", arguments: " + Key.placeholders($0) } ?? "")
    }

    /// What to take in the place of something with a name or arguments, or of one of many, to ask for it later; nil for a plain service.
    @inline(never)
    var later: String? {
        if isTypeAlone { return nil }
        if name == nil, arguments != nil { return "a " + parameter }
        let call = contribution == 0 ? "resolve(\(request))" : "resolveAll(\(literal))"
        return "a `\(arguments == nil ? "Provider" : "Factory") { try r.\(call) }`"
    }

    /// The type of a parameter that it is handed to.
    fileprivate var parameter: String {
        let service = typeName(of: service, as: .code)
        return arguments.map { "`Factory<\(service), \(Key.placeholders($0))>`" } ?? "`\(service)`"
    }

    /// The type as an expression and the name, if it has one, as a parameter with this label.
    @inline(never)
    fileprivate func called(_ label: String, as form: TypeNameForm = .code) -> String {
        literal(as: form) + (name.map { ", \(label): \($0.literal)" } ?? "")
    }

    /// How it would be registered.
    @inline(never)
    fileprivate func advice(as form: TypeNameForm = .code) -> String {
        let factory = arguments == nil ? ", using: …)" : ") { (r, …) in … }"
        return "register it in an assembly: container.register(\(called("name", as: form))\(factory)"
    }

    /// Arguments as they stand in a call, by their types.
    @inline(never)
    fileprivate static func placeholders(_ arguments: any Any.Type) -> String {
        String(argumentList(arguments, as: .code).dropFirst().dropLast())
    }

    /// Whether the type is one that many parameters have for many reasons: a number, a text, a duration, a date.
    fileprivate var isOfStandardLibrary: Bool {
        if isExistential(service) { return false }
        let name = typeName(of: service, as: .qualified)
        return name.hasPrefix("Swift.") || name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
    }
}
