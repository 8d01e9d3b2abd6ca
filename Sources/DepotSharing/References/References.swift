internal import Depot
internal import DepotValues

/// The living references, by key: one for each, which everybody who names the key shares.
///
/// Those that nobody holds any more are not kept. There is one of these for each context, and in each test.
final class References: Sendable {
    private let state = Locked(State())

    private struct State {
        // Apart from the others, because an identifier that may be either is copied for each comparison: 300 instructions.
        var inMemory: [InMemoryKeyID: Entry] = [:]
        /// By the hashes of their identifiers, which are compared outside the lock, for the comparison is the user's.
        var others: [Int: Bucket] = [:]
        var made = 0
        /// How many references were entered under the hashes that have one remainder.
        var stamps = [Int](repeating: 0, count: 64)

        /// What is there under an identifier, and what tells whether another reference has been there since.
        func look(_ id: ID) -> (bucket: Bucket, stamp: Int) {
            switch id {
            case .inMemory: (bucket(of: id), 0)
            case .other(_, let hash): (bucket(of: id), stamps[stripe(hash)])
            }
        }

        private func stripe(_ hash: Int) -> Int { hash & (stamps.count - 1) }

        /// What is there under an identifier, or under others of its hash.
        func bucket(of id: ID) -> Bucket {
            switch id {
            case .inMemory(let id): Bucket(entries: inMemory[id].map { [(AnyHashable(0), $0)] } ?? [])
            case .other(_, let hash): others[hash] ?? Bucket()
            }
        }

        /// Enters a reference, unless something has changed under its hash since that was looked at.
        mutating func enter(_ reference: any AnyStoredReference, as id: ID, seen: Bucket) -> Int? {
            made += 1
            let entry = Entry(reference: reference, number: made)
            switch id {
            case .inMemory(let id):
                guard inMemory[id]?.reference == nil else { return nil }
                inMemory[id] = entry
            case .other(let value, let hash):
                guard others[hash]?.lastEntered == seen.lastEntered else { return nil }
                let live = seen.entries.filter { $0.entry.reference != nil }
                others[hash] = Bucket(entries: live + [(value, entry)])
                stamps[stripe(hash)] += 1
            }
            return made
        }

        /// Takes a reference out.
        ///
        /// - Returns: What was under its hash, to be released outside the lock: an identifier may hold anything.
        mutating func forget(_ id: ID, _ number: Int) -> Bucket? {
            switch id {
            case .inMemory(let id):
                if inMemory[id]?.number == number { inMemory[id] = nil }
                return nil
            case .other(_, let hash):
                let before = others[hash]
                let rest = before?.entries.filter { $0.entry.number != number } ?? []
                others[hash] = rest.isEmpty ? nil : Bucket(entries: rest)
                return before
            }
        }
    }

    /// The references whose identifiers have one hash.
    private struct Bucket: @unchecked Sendable {  // Identifiers are Sendable, and entries too.
        var entries: [(id: AnyHashable, entry: Entry)] = []
        var lastEntered: Int? { entries.last?.entry.number }

        /// The reference of an identifier.
        ///
        /// Runs the user's comparison.
        func live(_ id: ID) -> (any AnyStoredReference)? {
            switch id {
            case .inMemory: entries.first?.entry.reference
            case .other(let value, _): entries.last { $0.entry.reference != nil && $0.id == value }?.entry.reference
            }
        }
    }

    private final class Entry: @unchecked Sendable {  // The runtime alone sets the weak reference to nil, atomically.
        weak let reference: (any AnyStoredReference)?
        let number: Int

        init(reference: any AnyStoredReference, number: Int) {
            self.reference = reference
            self.number = number
        }
    }

    /// The identifier of a key.
    ///
    /// That of `.inMemory` is compared as it is, which takes half the time of an `AnyHashable`.
    private enum ID: @unchecked Sendable {  // The only initializer takes what is Sendable.
        case inMemory(InMemoryKeyID)
        case other(AnyHashable, hash: Int)

        init<Base: Hashable & Sendable>(_ base: Base) {
            if let base = base as? InMemoryKeyID { self = .inMemory(base) } else { self = .other(AnyHashable(base), hash: base.hashValue) }
        }
    }

    init() {}

    /// Those of the context that is in effect here.
    static var inEffect: References { DependencyValues.inEffect.sharedReferences }
}

/// A reference to a value of some type.
protocol AnyStoredReference: AnyObject, Sendable {
    var valueType: Any.Type { get }
}

extension StoredReference: AnyStoredReference {
    var valueType: Any.Type { Value.self }
}

// MARK: - Finding

extension References {
    /// The reference of an `.inMemory` key, if there is one with this type: the shortest way, 10 c where the other takes 24.
    func live<Value: Sendable>(inMemory id: InMemoryKeyID, of type: Value.Type) -> StoredReference<Value>? {
        guard let live = state.withLock({ $0.inMemory[id]?.reference }), live.valueType == type else { return nil }
        // Only a `StoredReference` is `AnyStoredReference`.
        return unsafeDowncast(live, to: StoredReference<Value>.self)
    }

    /// The reference of a bound key, if there is one.
    func live<Key: SharedReaderKey>(_ key: Key) throws -> StoredReference<Key.Value>? {
        try live(key, ID(key.id))
    }

    private func live<Key: SharedReaderKey>(_ key: Key, _ id: ID) throws -> StoredReference<Key.Value>? {
        guard let live = state.withLock({ $0.bucket(of: id) }).live(id) else { return nil }
        return try cast(live, for: key)
    }

    private func cast<Key: SharedReaderKey>(
        _ live: any AnyStoredReference, for key: Key
    ) throws -> StoredReference<Key.Value> {
        // Only a `StoredReference` is `AnyStoredReference`, so the type of the value says it all; a cast took 100 ns more.
        if live.valueType == Key.Value.self { return unsafeDowncast(live, to: StoredReference<Key.Value>.self) }
        throw SharedError.otherType(key: "\(key.id)", asked: "\(Key.Value.self)", live: "\(live.valueType)")
    }

    /// The reference of a bound key, made if there is none.
    ///
    /// It is made and loaded outside the lock. Of two that are made at the same time, the first to be entered counts.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - initial: The value while nothing is stored.
    /// - Returns: The reference that everybody shares.
    /// - Throws: What the default throws, or ``SharedError/otherType(key:asked:live:)``.
    func reference<Key: SharedReaderKey>(
        for key: Key, initial: () -> Initial<Key.Value>
    ) throws -> StoredReference<Key.Value> {
        let id = ID(key.id)
        var known: Initial<Key.Value>?
        while true {
            let before = state.withLock { $0.look(id) }
            if let live = before.bucket.live(id) { return try cast(live, for: key) }
            let first = known ?? initial()
            known = first
            let made = try ReferenceMaker(key).make(first)
            if let entered = try enter(made, for: key, id, unlessChangedSince: before.stamp) { return entered }
        }
    }

    /// The reference of a bound key, made of a value that takes time to load.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - initial: The value for what was loaded, which is nil where nothing is stored.
    /// - Returns: The reference that everybody shares.
    /// - Throws: What the load or the default throws, or ``SharedError/otherType(key:asked:live:)``.
    func reference<Key: SharedReaderKey>(
        loading key: Key, initial: @Sendable (Key.Value?) throws -> Initial<Key.Value>
    ) async throws -> StoredReference<Key.Value> {
        let id = ID(key.id)
        while true {
            let stamp = state.withLock { $0.look(id).stamp }
            let maker = ReferenceMaker(key)
            let loaded = try await maker.load()
            let made = try maker.make(initial(loaded), loaded: loaded)
            if let entered = try enter(made, for: key, id, unlessChangedSince: stamp) { return entered }
        }
    }

    /// Enters a reference, or finds the one that was entered first.
    ///
    /// - Returns: The one that counts; nil if another one was there in the meantime, has perhaps been written, and is gone: the
    ///   value that was loaded may be older than that.
    private func enter<Key: SharedReaderKey>(
        _ made: StoredReference<Key.Value>, for key: Key, _ id: ID, unlessChangedSince stamp: Int
    ) throws -> StoredReference<Key.Value>? {
        while true {
            let seen = state.withLock { $0.look(id) }
            if let other = seen.bucket.live(id) { return try cast(other, for: key) }
            guard seen.stamp == stamp else { return nil }
            guard let number = state.withLock({ $0.enter(made, as: id, seen: seen.bucket) }) else { continue }
            made.control.withLock { $0.onDeinit = { [weak self] in self?.forget(id, number) } }
            (key.withoutDefault as? InMemoryKey<Key.Value>)?.keep(made)
            return made
        }
    }

    private func forget(_ id: ID, _ number: Int) { withExtendedLifetime(state.withLock { $0.forget(id, number) }) {} }

    /// How many there are.
    var count: Int { state.withLock { $0.inMemory.count + $0.others.values.reduce(0) { $0 + $1.entries.count } } }
}

// MARK: - In the dependencies

private enum ReferencesKey: DependencyKey {
    static var liveValue: References { References() }
    static var testValue: References { References() }
    static var previewValue: References { References() }
}

extension DependencyValues {
    /// The living references of this context.
    var sharedReferences: References { self[ReferencesKey.self] }
}
