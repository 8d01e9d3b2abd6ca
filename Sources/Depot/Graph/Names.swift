/// What registrations are called in one report or picture: short names, with the module where two types share one.
struct Names: Sendable {
    private let shared: Set<String>

    /// - Parameter keys: Every key that will be named.
    init(_ keys: some Sequence<Key>) {
        var types: [String: ObjectIdentifier] = [:]
        var shared: Set<String> = []
        for key in keys {
            let name = typeName(of: key.service)
            if let other = types.updateValue(key.typeID, forKey: name), other != key.typeID { shared.insert(name) }
        }
        self.shared = shared
    }

    /// A key as a person would write it.
    func name(of key: Key) -> String {
        guard shared.contains(typeName(of: key.service)) else { return key.description }
        return key.description(qualified: true)
    }

    /// A stop on a path.
    func step(_ registration: Registration) -> ResolutionError.Step {
        ResolutionError.Step(name: name(of: registration.key), source: registration.source)
    }
}
