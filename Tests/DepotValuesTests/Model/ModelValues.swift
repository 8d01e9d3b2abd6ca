import Depot
import DepotValues

/// What is set for each key, and when: of two the later one counts.
struct ModelValues: Equatable, Sendable, CustomStringConvertible {
    private var entries: [Int: (value: Int, stamp: Int)] = [:]

    var all: [Int] { (0..<3).map { entries[$0]?.value ?? 0 } }

    var description: String { "\(all)" }

    func setting(_ key: Int, to value: Int, at stamp: Int) -> ModelValues {
        var changed = self
        changed.entries[key] = (value, stamp)
        return changed
    }

    func merged(with other: ModelValues) -> ModelValues {
        var merged = self
        merged.entries.merge(other.entries) { $0.stamp > $1.stamp ? $0 : $1 }
        return merged
    }

    static func == (first: ModelValues, second: ModelValues) -> Bool { first.all == second.all }
}

/// Where something runs, as the model has it: the values in effect, and those that each open scope was opened with.
struct ModelPlace: Sendable {
    var values = ModelValues()
    var scopes: [ModelScope: ModelValues] = [:]
    /// The values of what is shared that it is part of.
    var owner: ModelValues?

    /// How many have been contributed to each number by the overrides around it; nil where an object has brought those it was made in.
    var contributed: [Int: Int]? = [:]

    @TaskLocal static var now = ModelPlace()
}

enum ModelScope: Int, CaseIterable {
    case session, request

    var kind: ScopeKind { self == .session ? .session : .request }
}

enum ModelLifetime: Hashable, Sendable {
    case transient, graph, singleton, weak, cached
    case scoped(ModelScope)

    var isShared: Bool { self != .transient && self != .graph }

    /// How short-lived it is: what is shared takes nothing that lives less long.
    var rank: Int { if case .scoped(let scope) = self { scope.rawValue + 1 } else { 0 } }
}

/// How a service is registered.
enum ModelForm: Sendable {
    case plain
    /// Two names, each with a registration.
    case named
    /// A factory that takes an argument.
    case arguments
    case contributed

    var hasVariants: Bool { self == .named || self == .arguments }
}

/// What is asked for: the number of a service, and which of its names, or which argument.
struct ModelServiceKey: Hashable, Sendable, CustomStringConvertible {
    var number: Int
    /// Zero where there is only one.
    var variant = 0
    /// Nil where the service has no names.
    var name: Name?

    var description: String { variant == 0 ? "\(number)" : "\(number)/\(variant)" }

    static let names: [Name] = ["first", "second"]
}

/// How a service is made: from which others, and which it takes as handles.
struct ModelService: Sendable {
    var form = ModelForm.plain
    var isAsync = false
    var lifetime = ModelLifetime.transient
    var needs: [ModelServiceKey] = []
    var later: [ModelServiceKey] = []
    /// The scopes that have to be open where it is resolved.
    var scopes: Set<ModelScope> = []

    func key(_ number: Int, _ variant: Int) -> ModelServiceKey {
        ModelServiceKey(
            number: number, variant: form.hasVariants ? variant : 0, name: form == .named ? ModelServiceKey.names[variant] : nil)
    }
}

private enum ModelKey<Number: ModelNumber>: DependencyKey {
    static var liveValue: Int { 0 }
    static var testValue: Int { 0 }
}

protocol ModelNumber: Sendable { static var number: Int { get } }
enum N0: ModelNumber { static let number = 0 }
enum N1: ModelNumber { static let number = 1 }
enum N2: ModelNumber { static let number = 2 }
enum N3: ModelNumber { static let number = 3 }
enum N4: ModelNumber { static let number = 4 }
enum N5: ModelNumber { static let number = 5 }

extension DependencyValues {
    var red: Int {
        get { self[ModelKey<N0>.self] }
        set { self[ModelKey<N0>.self] = newValue }
    }
    var green: Int {
        get { self[ModelKey<N1>.self] }
        set { self[ModelKey<N1>.self] = newValue }
    }
    var blue: Int {
        get { self[ModelKey<N2>.self] }
        set { self[ModelKey<N2>.self] = newValue }
    }

    mutating func set(_ key: Int, to value: Int) {
        switch key {
        case 0: red = value
        case 1: green = value
        default: blue = value
        }
    }
}

struct ModelReader: Sendable {
    @Dependency(\.red) private var red
    @Dependency(\.green) private var green
    @Dependency(\.blue) private var blue

    var all: [Int] { [red, green, blue] }
}
