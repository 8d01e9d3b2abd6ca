/// Something that is registered and close to what was asked for.
enum NearMiss {
    case none
    /// The same service under other argument types.
    case arguments([(any Any.Type)?])
    /// A hint to put before the advice.
    case other(String)
}

extension NearMiss {
    /// What is wrong, as a sentence.
    func what(_ key: Key, named name: String) -> String {
        guard case .arguments = self else { return "\(name) is not registered." }
        let asked = key.arguments.map { "arguments \(Key.argumentList($0))" } ?? "no arguments"
        return "\(Key(key.service, name: key.name)) is not registered with \(asked)."
    }

    /// How to put it right.
    func fix(_ key: Key) -> String {
        switch self {
        case .none: return key.advice
        case .other(let hint): return "\(hint) \(key.advice)"
        case .arguments(let registered):
            let list = registered.map { $0.map(Key.argumentList) ?? "no arguments" }.sorted().joined(separator: ", ")
            return "ask with the arguments of a registration; registered with: \(list)."
        }
    }
}

extension Key {
    /// The type as an expression: `(any LoginUseCase).self`.
    var literal: String {
        let name = typeName(of: service)
        return name.hasPrefix("any ") ? "(\(name)).self" : "\(name).self"
    }

    /// How it would be registered.
    fileprivate var advice: String {
        let name = name.map { ", name: \"\($0)\"" } ?? ""
        let factory = arguments == nil ? ", using: …)" : ") { (r, …) in … }"
        return "register it in an assembly: container.register(\(literal)\(name)\(factory)"
    }
}

/// The registrations, to look for what the user may have meant.
///
/// Many questions cost one pass each over what they share.
struct NearMisses {
    private let registrations: [Registration]
    private let byType: [ObjectIdentifier: [Int]]
    private let byName: LazyIndex

    /// The first registration of each type name, made when it is first needed.
    private final class LazyIndex {
        var indices: [String: Int]?
    }

    init(_ registrations: [Registration]) {
        self.registrations = registrations
        byType = Dictionary(grouping: registrations.indices) { registrations[$0].key.typeID }
        byName = LazyIndex()
    }

    /// Looks for what is close to a key that is not registered.
    func nearMiss(of key: Key) -> NearMiss {
        let all = (byType[key.typeID] ?? []).map { registrations[$0].key }
        let same = all.filter { $0.contribution == 0 }
        let otherArguments = same.filter { $0.name == key.name }
        if !otherArguments.isEmpty { return .arguments(otherArguments.map(\.arguments)) }
        let names = same.filter { $0.arguments == key.arguments }.map { $0.name.map { "\"\($0)\"" } ?? "no name" }
        if !names.isEmpty { return .other("It is registered with \(names.sorted().joined(separator: ", "));") }
        if !all.isEmpty, same.isEmpty {
            return .other("It is only contributed, so ask for all of them as `[\(typeName(of: key.service))]`, or")
        }
        return typeMiss(of: key)
    }

    /// `any P` for `P` the class, a class for its protocol, `P?` for `P`, a type of the same name in another module.
    private func typeMiss(of key: Key) -> NearMiss {
        let asked = typeName(of: key.service)
        let bare = asked.hasPrefix("any ") ? String(asked.dropFirst(4)) : asked
        var candidates = [(asked, ""), ("any \(bare)", "`any \(bare)` is registered; you asked for `\(asked)`;")]
        candidates.append((bare, "`\(bare)` the type is registered; you asked for `\(asked)`;"))
        if asked.hasSuffix("?") {
            let wrapped = asked.hasSuffix(")?") ? String(asked.dropFirst().dropLast(2)) : String(asked.dropLast())
            candidates.append((wrapped, "`\(wrapped)` is registered; you asked for `\(asked)`: use resolveIfRegistered;"))
        }
        let indices = indices
        let found = candidates.compactMap { name, hint in indices[name].map { (index: $0, name: name, hint: hint) } }
        guard let nearest = found.min(by: { $0.index < $1.index }) else { return .none }
        if nearest.name == asked {
            let other = typeName(of: registrations[nearest.index].key.service, qualified: true)
            return .other("`\(other)`, another type of the same name, is registered;")
        }
        return .other(nearest.hint)
    }

    private var indices: [String: Int] {
        if let made = byName.indices { return made }
        var indices: [String: Int] = [:]
        for (index, registration) in registrations.enumerated().reversed() { indices[typeName(of: registration.key.service)] = index }
        byName.indices = indices
        return indices
    }
}
