/// What a registration is found by: the type, an optional name, and the types of its runtime arguments.
struct Key: Sendable {
    let service: any Any.Type
    /// What is more than the type; nil for most.
    private let qualifier: Qualifier?

    /// In an object of its own: a key is in each slot and each registration, and is copied on every way.
    private final class Qualifier: Sendable {
        let name: Name?
        let arguments: (any Any.Type)?
        let contribution: Int

        private init(_ name: Name?, _ arguments: (any Any.Type)?, _ contribution: Int) {
            self.name = name
            self.arguments = arguments
            self.contribution = contribution
        }

        @inline(never)
        static func of(_ name: Name?, _ arguments: (any Any.Type)?, _ contribution: Int) -> Qualifier {
            Qualifier(name, arguments, contribution)
        }
    }

    init(_ service: any Any.Type, name: Name? = nil, arguments: (any Any.Type)? = nil, contribution: Int = 0) {
        self.service = service
        // One argument that is nothing is none, as it is registered.
        let arguments = arguments == Void.self ? nil : arguments
        qualifier = name == nil && arguments == nil && contribution == 0 ? nil : .of(name, arguments, contribution)
    }

    var name: Name? { qualifier?.name }

    /// The arguments' types as one: the type itself for one argument, a tuple for several, nil for none.
    var arguments: (any Any.Type)? { qualifier?.arguments }

    /// Tells the contributions to one collection apart; 0 for every other registration.
    var contribution: Int { qualifier?.contribution ?? 0 }

    var typeID: ObjectIdentifier { ObjectIdentifier(service) }

    /// The types of the arguments as one word; 0 for none.
    var argumentsWord: UInt { arguments.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0 }

    var isTypeAlone: Bool { qualifier == nil }

    /// Whether an async function can be registered for it: not with arguments, nor as one of many.
    var mayBeAsync: Bool { arguments == nil && contribution == 0 }
}

extension Key: Hashable {
    static func == (lhs: Key, rhs: Key) -> Bool {
        guard lhs.service == rhs.service, lhs.isTypeAlone == rhs.isTypeAlone else { return false }
        return lhs.qualifier === rhs.qualifier || lhs.hasQualifier(of: rhs)
    }

    @inline(never)  // Most keys are a type alone, and keys are compared in many places.
    private func hasQualifier(of other: Key) -> Bool {
        contribution == other.contribution && arguments == other.arguments && name == other.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(service))
        if isTypeAlone { return }
        if let name { hasher.combine(name) }
        if let arguments { hasher.combine(ObjectIdentifier(arguments)) }
        if contribution != 0 { hasher.combine(contribution) }
    }
}

extension Key: CustomStringConvertible {
    var description: String { description(as: .short) }

    /// The key as a person would write it.
    @inline(never)  // As `typeName(of:as:)`.
    func description(as form: TypeNameForm) -> String {
        var text = typeName(of: service, as: form)
        if let name { text += " named " + name.literal }
        if let arguments { text += Key.argumentsMark + Key.argumentList(arguments) }
        if contribution > 0 { text += " #\(contribution)" }
        return text
    }

    /// With the module, and without the number of a contribution, which another run may count otherwise.
    @inline(never)
    var qualifiedName: String { Key(service, name: name, arguments: arguments).description(as: .qualified) }

    /// What is written before the arguments.
    static let argumentsMark = " with arguments "

    /// The arguments as a parenthesised list.
    @inline(never)
    static func argumentList(_ arguments: any Any.Type, as form: TypeNameForm = .short) -> String {
        let name = typeName(of: arguments, as: form)
        return isTuple(arguments) ? name : "(\(name))"
    }
}
