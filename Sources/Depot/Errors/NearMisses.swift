/// The registrations, to look for what the user may have meant.
final class NearMisses {
    private let registrations: [Registration]
    /// The first registration of each type name.
    private lazy var byName: [String: Int] = {
        var indices: [String: Int] = [:]
        for index in registrations.indices.reversed() { indices[typeName(of: registrations[index].key.service)] = index }
        return indices
    }()

    init(_ registrations: [Registration]) {
        self.registrations = registrations
    }

    /// Looks for what is close to a key that is not registered.
    ///
    /// Runs no factory: types are compared, not instances.
    func nearMiss(of key: Key) -> NearMiss {
        var (arguments, names, others) = ([Key](), [Key](), [Key]())
        var known: Set<Key> = []
        var isContributed = false
        for registration in registrations where registration.key.typeID == key.typeID {
            let other = registration.key
            if other.contribution != 0 {
                isContributed = true
                continue
            }
            if other == key { return .registeredSince }
            // A child may have what its parent has: it is said once.
            guard known.insert(other).inserted else { continue }
            if other.name == key.name { arguments.append(other) }
            if other.arguments == key.arguments { names.append(other) }
            others.append(other)
        }
        if !arguments.isEmpty { return .arguments(arguments) }
        if !names.isEmpty { return .names(names, likely: likely(key.name, among: names)) }
        if !others.isEmpty { return .otherwise(others) }
        return isContributed ? .contributed : typeMiss(of: key)
    }

    /// How many characters a name may have that is compared: the time is that of the product of both lengths.
    private static let longestName = 100

    /// The name that was probably meant by one that is not there.
    private func likely(_ asked: Name?, among keys: [Key]) -> Name? {
        guard let text = asked?.rawValue.lowercased(), text.count <= Self.longestName else { return nil }
        var likely: Name?
        var limit = max(1, text.count / 3)
        for key in keys {
            guard let name = key.name, case let other = name.rawValue.lowercased(), other.count <= Self.longestName,
                case let distance = editDistance(other, text), distance <= limit
            else { continue }
            likely = name
            limit = distance - 1
        }
        return likely
    }

    /// `P` for `P?`, `any P` for `P` the class, a class for its protocol or superclass, a type of the same name in another module.
    private func typeMiss(of key: Key) -> NearMiss {
        if let wrapper = key.service as? any InjectedWrapper.Type, let dependency = wrapper.dependency {
            if !dependency.isOptional {
                guard let name = key.name, key.arguments == nil else { return key.isTypeAlone ? .wrapper : .none }
                let service = Key(dependency.key.service, name: name, arguments: dependency.key.arguments)
                return .namedWrapper(service, isList: dependency.isList)
            }
            let wrapped = (dependency.exact + [dependency.key]).map { Key($0.service, name: key.name, arguments: key.arguments) }
            let registered = wrapped.first { key in registrations.contains { $0.key == key } }
            // Of a list or a `Lazy` of what is registered that itself, where it is asked for as it can be put together.
            if key.isTypeAlone, wrapped.count > 1, dependency.isList || registered == wrapped.last {
                return .optional(wrapped[0], .wrapper)
            }
            let meant = registered ?? Key(dependency.key.service, name: key.name, arguments: key.arguments)
            return .optional(meant, nearMiss(of: meant))
        }
        let optional = key.ofOptional
        if registrations.contains(where: { $0.key == optional }) { return .asOptional(optional) }
        let asked = typeName(of: key.service)
        if let index = byName[asked] { return .sameName(typeName(of: registrations[index].key.service, as: .qualified)) }
        // A registered type that is a subtype of the one that was asked for, or the reverse: best under the same name.
        var near: (miss: NearMiss, key: Key)?
        for case let registered in registrations.map(\.key) where registered.contribution == 0 {
            if let found = near?.key, found.name == key.name || registered.name != key.name { continue }
            if registered.isSubtype(of: key) { near = (.conforming(registered), registered) }
            if key.isSubtype(of: registered) { near = (.conformedTo(registered), registered) }
        }
        if let near { return near.miss }
        let other = asked.hasPrefix("any ") ? String(asked.dropFirst(4)) : "any \(asked)"
        return byName[other].map { .spelling(typeName(of: registrations[$0].key.service, as: .code)) } ?? .none
    }
}

extension Key {
    /// Whether each value of the service is one of another's: its type conforms to that protocol, or is a subclass of that class.
    fileprivate func isSubtype(of other: Key) -> Bool {
        func inherits<Parent>(from _: Parent.Type) -> Bool { Parent.self is AnyClass && service is Parent.Type }
        return conforms(service, toAll: other.service) || inherits(from: other.service)
    }

    /// The same for an optional of the service.
    fileprivate var ofOptional: Key {
        func optional<Service>(_: Service.Type) -> any Any.Type { Service?.self }
        return Key(optional(service), name: name, arguments: arguments)
    }
}

/// How many characters have to be changed, added, left out or swapped with the next to make one text of another.
private func editDistance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    if first.isEmpty || second.isEmpty { return max(first.count, second.count) }
    var rows = [Array(0...second.count)]
    for row in 1...first.count {
        var distances = [row]
        for column in 1...second.count {
            let isSame = first[row - 1] == second[column - 1]
            var least = min(rows[row - 1][column] + 1, distances[column - 1] + 1, rows[row - 1][column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                least = min(least, rows[row - 2][column - 2] + 1)
            }
            distances.append(least)
        }
        rows.append(distances)
    }
    return rows[first.count][second.count]
}
