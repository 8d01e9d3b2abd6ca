/// What registrations are called in one report or picture: short names, with the module where two types share one.
///
/// Computed on demand: the names take as long as a whole `validate()`, and a valid container needs none.
final class Names {
    private let keys: () -> [Key]
    /// The first key of each name, or -1 where several types have it.
    private lazy var firsts: [String: Int] = {
        let keys = keys()
        var firsts: [String: Int] = [:]
        for (index, key) in keys.enumerated() {
            let name = typeName(of: key.service)
            let first = firsts[name] ?? index
            firsts[name] = first >= 0 && keys[first].typeID == key.typeID ? first : -1
        }
        return firsts
    }()

    /// The keys are those that may be named.
    init(_ keys: @escaping () -> [Key]) {
        self.keys = keys
    }

    @inline(never)  // For reports: small where it is called, not fast.
    func name(of key: Key) -> String { key.description(as: isShared(key) ? .qualified : .short) }

    /// The type of a key as code takes it.
    func code(of key: Key) -> String { typeName(of: key.service, as: isShared(key) ? .qualified : .code) }

    private func isShared(_ key: Key) -> Bool { firsts[typeName(of: key.service)] == -1 }

    @inline(never)
    func step(_ registration: Registration) -> ResolutionError.Step {
        ResolutionError.Step(name: name(of: registration.key), source: registration.source)
    }
}
