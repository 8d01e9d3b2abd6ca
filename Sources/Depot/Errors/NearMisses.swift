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
    ///
    /// Runs no factory: types are compared, not instances.
    func nearMiss(of key: Key) -> NearMiss {
        let all = (byType[key.typeID] ?? []).map { registrations[$0].key }
        let same = all.filter { $0.contribution == 0 }
        let otherArguments = same.filter { $0.name == key.name }
        if !otherArguments.isEmpty { return .arguments(otherArguments.map(\.arguments)) }
        let names = same.filter { $0.arguments == key.arguments }.map(\.name)
        if !names.isEmpty { return .names(names, likely: likely(key.name, among: names)) }
        if !all.isEmpty, same.isEmpty { return .contributed }
        return typeMiss(of: key)
    }

    /// The name that was probably meant by one that is not there.
    private func likely(_ asked: Name?, among names: [Name?]) -> Name? {
        guard let asked else { return nil }
        let text = asked.rawValue.lowercased()
        let limit = max(1, text.count / 3)
        let near = names.compactMap { $0 }.map { (name: $0, distance: editDistance($0.rawValue.lowercased(), text)) }
        return near.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
    }

    /// `P` for `P?`, `any P` for `P` the class, a class for its protocol, a type of the same name in another module.
    private func typeMiss(of key: Key) -> NearMiss {
        if let wrapper = key.service as? any InjectedWrapper.Type, let dependency = wrapper.dependency, dependency.kind == .optional {
            let isRegistered = byType[dependency.key.typeID]?.contains { registrations[$0].key.contribution == 0 } ?? false
            return .optional(wrapped: dependency.key.service, isRegistered: isRegistered)
        }
        let asked = typeName(of: key.service)
        if let index = indices[asked] { return .sameName(typeName(of: registrations[index].key.service, qualified: true)) }
        if let miss = conformance(of: key.service) { return miss }
        let other = asked.hasPrefix("any ") ? String(asked.dropFirst(4)) : "any \(asked)"
        return indices[other] == nil ? .none : .spelling(other)
    }

    /// A registered type that conforms to the protocol that was asked for, or the reverse.
    private func conformance(of asked: any Any.Type) -> NearMiss? {
        for registration in registrations where registration.key.contribution == 0 {
            let registered = registration.key.service
            if conforms(registered, toAll: asked) { return .conforming(registered) }
            if conforms(asked, toAll: registered) { return .conformedTo(registered) }
        }
        return nil
    }

    private var indices: [String: Int] {
        if let made = byName.indices { return made }
        var indices: [String: Int] = [:]
        for (index, registration) in registrations.enumerated().reversed() { indices[typeName(of: registration.key.service)] = index }
        byName.indices = indices
        return indices
    }
}

/// How many characters have to be changed, added, left out or swapped with the next to make one text of another.
private func editDistance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    if first.isEmpty || second.isEmpty { return max(first.count, second.count) }
    var rows = [Array(0...second.count)]
    for row in 1...first.count {
        var distances = [row] + Array(repeating: 0, count: second.count)
        for column in 1...second.count {
            let isSame = first[row - 1] == second[column - 1]
            var least = min(rows[row - 1][column] + 1, distances[column - 1] + 1, rows[row - 1][column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                least = min(least, rows[row - 2][column - 2] + 1)
            }
            distances[column] = least
        }
        rows.append(distances)
    }
    return rows[first.count][second.count]
}
