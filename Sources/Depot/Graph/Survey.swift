/// What is registered, as one container sees it at one moment: its own first, then its parent's, and so on up.
///
/// Taken under the lock and read outside it.
struct Survey: Sendable {
    /// One key in one container.
    struct Entry: Sendable {
        /// What is in effect.
        let registration: Registration
        /// Whether a replacement stands in.
        let isReplaced: Bool
        /// What a bare closure was seen to resolve; nil where it has not run, or need not be watched.
        let observed: [Dependency]?
        /// Whether an async instance exists, so that it resolves synchronously.
        let isMade: Bool
        /// Whether anything has asked for it.
        let wasResolved: Bool
        /// How often it was resolved while somebody observed.
        let observedResolves: Int
        /// The shared instances that the container keeps of it, the oldest first.
        let made: [Made]
    }

    /// A shared instance.
    struct Made: Sendable {
        let birth: Int
        /// From the making of the container to that of the instance.
        let age: Duration
        let requester: Registration?
    }

    /// One container.
    struct Level: Sendable {
        let entries: [Entry]
        let isOverride: Bool
        let pendingDecorators: [PendingDecorator]
        let duplicates: [Duplicate]
        /// The replacements that have nothing below them here.
        let bareReplacements: [Registration]
        /// The first entry of each type, and for each entry the next one of its type, or -1.
        fileprivate let first: [ObjectIdentifier: Int]
        fileprivate let next: [Int]
    }

    /// Where an entry stands.
    struct Place: Hashable, Sendable {
        let level: Int
        let index: Int
    }

    let levels: [Level]

    /// An entry by its place.
    subscript(place: Place) -> Entry { levels[place.level].entries[place.index] }
}

extension Survey {
    /// What a service of one level finds under a key, as the engine looks it up: in the overrides of containers below first,
    /// then from its own container up.
    func find(_ key: Key, home: Int) -> Place? {
        for level in 0..<home where levels[level].isOverride {
            if let index = levels[level].index(of: key) { return Place(level: level, index: index) }
        }
        for level in home..<levels.count {
            if let index = levels[level].index(of: key) { return Place(level: level, index: index) }
        }
        return nil
    }

    /// All that a service of one level gets for a type: the outermost container's first, each in registration order.
    func all(of type: ObjectIdentifier, home: Int) -> [Place] {
        var order = Array(home..<levels.count)
        if home != 0 { order = (0..<home).filter { levels[$0].isOverride } + order }
        var places: [Place] = []
        var known: [Key: Int] = [:]
        for level in order.reversed() {
            for index in levels[level].indices(of: type) {
                let key = levels[level].entries[index].registration.key
                if key.arguments != nil { continue }
                if key.contribution == 0, let at = known[key] {
                    places[at] = Place(level: level, index: index)
                } else {
                    known[key] = places.count
                    places.append(Place(level: level, index: index))
                }
            }
        }
        return places
    }

    /// Every entry that a resolve on the container can find, the outermost container's first, each in registration order.
    var visible: [Place] {
        levels.indices.reversed().flatMap { level in
            levels[level].entries.indices.map { Place(level: level, index: $0) }
        }.filter { levels.count == 1 || find(self[$0].registration.key, home: 0) == $0 || self[$0].registration.key.contribution != 0 }
    }

    /// The registrations in effect, the container's own first.
    var registrations: [Registration] { levels.flatMap { $0.entries.map(\.registration) } }
}

extension Survey.Level {
    init(
        entries: [Survey.Entry], isOverride: Bool, pendingDecorators: [PendingDecorator] = [], duplicates: [Duplicate] = [],
        bareReplacements: [Registration] = []
    ) {
        self.entries = entries
        self.isOverride = isOverride
        self.pendingDecorators = pendingDecorators
        self.duplicates = duplicates
        self.bareReplacements = bareReplacements
        var first: [ObjectIdentifier: Int] = Dictionary(minimumCapacity: entries.count)
        var next = Array(repeating: -1, count: entries.count)
        for index in entries.indices.reversed() {
            next[index] = first.updateValue(index, forKey: entries[index].registration.key.typeID) ?? -1
        }
        self.first = first
        self.next = next
    }

    /// The entries of a type, in registration order.
    fileprivate func indices(of type: ObjectIdentifier) -> [Int] {
        var indices: [Int] = []
        var index = first[type] ?? -1
        while index >= 0 {
            indices.append(index)
            index = next[index]
        }
        return indices
    }

    fileprivate func index(of key: Key) -> Int? {
        var index = first[key.typeID] ?? -1
        while index >= 0 {
            if entries[index].registration.key == key { return index }
            index = next[index]
        }
        return nil
    }
}
