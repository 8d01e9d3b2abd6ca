/// What is registered, as one container sees it at one moment: its own first, then its parent's, and so on up.
///
/// Taken under the lock and read outside it. A place is an index into `entries`.
final class Survey {
    /// One key in one container.
    struct Entry: Sendable {
        let registration: Registration
        let isReplaced: Bool
        /// What a bare closure was seen to resolve; nil where it has not run, or need not be watched.
        let observed: [Dependency]?
        /// Whether an async instance exists, so that it resolves synchronously.
        let isMade: Bool
        let wasResolved: Bool
        let observedResolves: Int
        /// The shared instances that the container keeps of it, the oldest first.
        let made: [Made]

        /// Whether what it needs is not known: a bare closure that was not seen to run.
        var isOpaque: Bool { registration.isOpaque && observed == nil }
    }

    /// A shared instance; its age is the time from the making of the container to that of the instance.
    typealias Made = (birth: Int, age: Duration, requester: Key?)

    /// A decorator that has no effect, and the service that scopes are given instead of one that it could wrap, if that is why.
    typealias IdleDecorator = (decorator: Decorator, expected: Registration?)

    /// One container.
    struct Level: Sendable {
        /// Its core; nil where a test makes one up.
        var core: ObjectIdentifier?
        let entries: [Entry]
        let isOverride: Bool
        var idleDecorators: [IdleDecorator] = []
        var duplicates: [Duplicate] = []
        /// The replacements that have nothing below them here.
        var bareReplacements: [Registration] = []
    }

    let levels: [Level]
    /// The entries of all levels: the outermost container's first, each in registration order.
    let entries: [Entry]
    let levelOf: [Int]
    private let lastOfType: [ObjectIdentifier: Last]
    /// The last entry of each key that is more than a type.
    private let lastOfKey: [Key: Int]
    /// For each entry the one of its type before it, and the one of its key, or -1.
    private let previousOfType: [Int]
    private let previousOfKey: [Int]

    /// The last entry of a type, and that of the type alone, or -1.
    private struct Last {
        var ofAll = -1
        var ofTypeAlone = -1
    }

    init(levels: [Level]) {
        self.levels = levels
        var (entries, levelOf) = ([Entry](), [Int]())
        for (level, facts) in levels.enumerated().reversed() {
            // One container's are not copied.
            entries = entries.isEmpty ? facts.entries : entries + facts.entries
            levelOf += repeatElement(level, count: facts.entries.count)
        }
        var lastOfType: [ObjectIdentifier: Last] = Dictionary(minimumCapacity: entries.count)
        var (lastOfKey, previousOfType, previousOfKey) = ([Key: Int](), [Int](), [Int]())
        previousOfType.reserveCapacity(entries.count)
        previousOfKey.reserveCapacity(entries.count)
        for place in entries.indices {
            let key = entries[place].registration.key
            // One look-up for most.
            func note(_ last: inout Last) {
                previousOfType.append(last.ofAll)
                last.ofAll = place
                guard key.isTypeAlone else { return }
                previousOfKey.append(last.ofTypeAlone)
                last.ofTypeAlone = place
            }
            note(&lastOfType[key.typeID, default: Last()])
            if !key.isTypeAlone { previousOfKey.append(lastOfKey.updateValue(place, forKey: key) ?? -1) }
        }
        (self.entries, self.levelOf, self.lastOfType, self.lastOfKey) = (entries, levelOf, lastOfType, lastOfKey)
        (self.previousOfType, self.previousOfKey) = (previousOfType, previousOfKey)
    }
}

extension Survey {
    /// The level that a dependency is looked up from, where that is not its dependent's.
    func level(of dependency: Dependency) -> Int? {
        dependency.home.flatMap { home in levels.firstIndex { $0.core == home } }
    }

    /// What a service of one level finds under a key, as the engine looks it up: in the overrides of containers below first,
    /// then from its own container up.
    func find(_ key: Key, home: Int) -> Int? {
        var place = (key.isTypeAlone ? lastOfType[key.typeID]?.ofTypeAlone : lastOfKey[key]) ?? -1
        while place >= 0, !isVisible(place, from: home) { place = previousOfKey[place] }
        return place < 0 ? nil : place
    }

    /// All that a service of one level gets for a type: the outermost container's first, each in registration order.
    func all(of type: ObjectIdentifier, home: Int) -> [Int] {
        var visible: [Int] = []
        var place = lastOfType[type]?.ofAll ?? -1
        while place >= 0 {
            if isVisible(place, from: home), entries[place].registration.key.arguments == nil { visible.append(place) }
            place = previousOfType[place]
        }
        var places: [Int] = []
        var known: [Key: Int] = [:]
        for place in visible.reversed() {
            let key = entries[place].registration.key
            // What is registered again further down stands where the first one does.
            if let index = known[key] {
                places[index] = place
            } else {
                known[key] = places.count
                places.append(place)
            }
        }
        return places
    }

    /// Whether a service of one level sees an entry: one of its own container, of those above, or of an override below.
    private func isVisible(_ place: Int, from home: Int) -> Bool { levelOf[place] >= home || levels[levelOf[place]].isOverride }

    /// Every entry that a resolve on the container can find.
    var visible: [Int] {
        entries.indices.filter {
            let key = entries[$0].registration.key
            return levels.count == 1 || key.contribution != 0 || find(key, home: 0) == $0
        }
    }
}
