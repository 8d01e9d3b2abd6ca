/// What a registration is found by: the type, an optional name, and the types of its runtime arguments.
struct Key: Sendable {
    let service: any Any.Type
    let name: Name?
    /// The arguments' types as one: the type itself for one argument, a tuple for several, nil for none.
    let arguments: (any Any.Type)?
    /// Tells the contributions to one collection apart; 0 for every other registration.
    let contribution: Int

    init(_ service: any Any.Type, name: Name? = nil, arguments: (any Any.Type)? = nil, contribution: Int = 0) {
        self.service = service
        self.name = name
        self.arguments = arguments
        self.contribution = contribution
    }

    var typeID: ObjectIdentifier { ObjectIdentifier(service) }

    /// The types of the arguments as one word; 0 for none.
    var argumentsWord: UInt { arguments.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0 }

    /// Whether it is a type alone.
    var isTypeAlone: Bool { name == nil && arguments == nil && contribution == 0 }
}

extension Key: Hashable {
    static func == (lhs: Key, rhs: Key) -> Bool {
        lhs.service == rhs.service && lhs.contribution == rhs.contribution && lhs.arguments == rhs.arguments
            && lhs.name == rhs.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(service))
        if let name { hasher.combine(name) }
        if let arguments { hasher.combine(ObjectIdentifier(arguments)) }
        if contribution != 0 { hasher.combine(contribution) }
    }
}

extension Key: CustomStringConvertible {
    var description: String { description(qualified: false) }

    /// The key as a person would write it, with the module before the type or not.
    @inline(never)  // As `typeName(of:qualified:)`.
    func description(qualified: Bool) -> String {
        var text = typeName(of: service, qualified: qualified)
        if let name { text += " named \"\(name)\"" }
        if let arguments { text += Key.argumentsMark + Key.argumentList(arguments) }
        if contribution > 0 { text += " #\(contribution)" }
        return text
    }

    /// With the module, and without the number of a contribution, which another run may count otherwise.
    @inline(never)
    var qualifiedName: String { Key(service, name: name, arguments: arguments).description(qualified: true) }

    /// What is written before the arguments.
    static let argumentsMark = " with arguments "

    /// The arguments as a parenthesised list.
    @inline(never)
    static func argumentList(_ arguments: any Any.Type) -> String {
        let name = typeName(of: arguments)
        return name.hasPrefix("(") ? name : "(\(name))"
    }
}
