/// What registrations are called in one report or picture: short names, with the module where two types share one.
///
/// Computed on demand: the names take as long as a whole `validate()`, and a valid container needs none.
final class Names {
    private let keys: () -> [Key]
    /// The names that several types have.
    private lazy var shared: Set<String> = {
        let keys = keys()
        var first: [String: Int] = [:]
        var shared: Set<String> = []
        for (index, key) in keys.enumerated() {
            let name = typeName(of: key.service)
            if let other = first[name] {
                if keys[other].typeID != key.typeID { shared.insert(name) }
            } else {
                first[name] = index
            }
        }
        return shared
    }()

    /// The keys are those that may be named.
    init(_ keys: @escaping () -> [Key]) {
        self.keys = keys
    }

    /// A key as a person would write it.
    @inline(never)  // For reports: small where it is called, not fast.
    func name(of key: Key) -> String { key.description(qualified: shared.contains(typeName(of: key.service))) }

    /// A stop on a path.
    @inline(never)
    func step(_ registration: Registration) -> ResolutionError.Step {
        ResolutionError.Step(name: name(of: registration.key), source: registration.source)
    }
}
