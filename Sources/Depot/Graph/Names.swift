/// What registrations are called in one report or picture: short names, with the module where two types share one.
///
/// Computed on demand: the names take as long as a whole `validate()`, and a valid container needs none.
final class Names {
    private let keys: () -> [Key]
    /// The names that several types have.
    private lazy var shared: Set<String> = {
        var types: [String: ObjectIdentifier] = [:]
        var shared: Set<String> = []
        for key in keys() {
            let name = typeName(of: key.service)
            if let other = types.updateValue(key.typeID, forKey: name), other != key.typeID { shared.insert(name) }
        }
        return shared
    }()

    /// - Parameter keys: Gives every key that may be named.
    init(_ keys: @escaping () -> [Key]) {
        self.keys = keys
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
