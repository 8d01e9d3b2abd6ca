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
        var others = Buckets()
        /// How many references were entered under the hashes that have one remainder.
        var stamps = [Int](repeating: 0, count: 64)

        /// What is there under an identifier, or under others of its hash, and what tells whether another reference has been there since.
        func look(_ id: ID) -> (entries: [Buckets.Entry], stamp: Int) {
            switch id {
            case .inMemory(let id): (inMemory[id].map { [$0] } ?? [], 0)
            case .other(_, let hash): (others[hash], stamps[stripe(hash)])
            }
        }

        private func stripe(_ hash: Int) -> Int { hash & (stamps.count - 1) }

        /// Enters a reference, unless something has changed under its hash since that was looked at.
        mutating func enter(_ reference: AnyStoredReference, as id: ID, seen: [Buckets.Entry]) -> Entry? {
            switch id {
            case .inMemory(let id):
                guard inMemory[id]?.reference == nil else { return nil }
                let entry = Entry(0, reference)
                inMemory[id] = entry
                return entry
            case .other(let value, let hash):
                let entry = Entry(value, reference)
                guard others.add(entry, hash, seen: seen) else { return nil }
                stamps[stripe(hash)] += 1
                return entry
            }
        }

        /// Takes a reference out.
        ///
        /// - Returns: What was under its hash, to be released outside the lock: an identifier may hold anything.
        mutating func forget(_ id: ID, _ entry: Entry) -> [Buckets.Entry] {
            switch id {
            case .inMemory(let id):
                if inMemory[id] === entry { inMemory[id] = nil }
                return []
            case .other(_, let hash): return others.remove(hash) { $0 === entry }
            }
        }
    }

    private final class Entry: Buckets.Entry, @unchecked Sendable {  // The runtime alone sets the weak reference to nil, atomically.
        weak let reference: AnyStoredReference?

        init(_ key: AnyHashable, _ reference: AnyStoredReference) {
            self.reference = reference
            super.init(key)
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

        /// The living reference among those that were found.
        ///
        /// Runs the user's comparison.
        func live(in entries: [Buckets.Entry]) -> AnyStoredReference? {
            for entry in entries.reversed() {
                // Only an `Entry` is ever added.
                guard let reference = unsafeDowncast(entry, to: Entry.self).reference else { continue }
                if case .other(let value, _) = self, entry.key != value { continue }
                return reference
            }
            return nil
        }
    }

    init() {}

    /// Those of the context that is in effect here.
    static var inEffect: References { DependencyValues.inEffect(\.sharedReferences) }
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
        guard let live = id.live(in: state.withLock { $0.look(id).entries }) else { return nil }
        return try cast(live, for: key)
    }

    private func cast<Key: SharedReaderKey>(
        _ live: AnyStoredReference, for key: Key
    ) throws -> StoredReference<Key.Value> {
        // Only a `StoredReference` is `AnyStoredReference`, so the type of the value says it all; a cast took 100 ns more.
        if live.valueType == Key.Value.self { return unsafeDowncast(live, to: StoredReference<Key.Value>.self) }
        throw SharedError.otherType(key: "\(key.id)", asked: "\(Key.Value.self)", live: "\(live.valueType)")
    }

    /// The reference of a bound key, made if there is none.
    ///
    /// It is made and loaded outside the lock. Of two that are made at the same time, the first to be entered counts.
    /// Throws what the default throws, or ``SharedError/otherType(key:asked:live:)``.
    func reference<Key: SharedReaderKey>(
        for key: Key, initial: () -> Initial<Key.Value>
    ) throws -> StoredReference<Key.Value> {
        let id = ID(key.id)
        var known: Initial<Key.Value>?
        while true {
            let before = state.withLock { $0.look(id) }
            if let live = id.live(in: before.entries) { return try cast(live, for: key) }
            let first = known ?? initial()
            known = first
            let made = try ReferenceMaker(key).make(first)
            if let entered = try enter(made, for: key, id, unlessChangedSince: before.stamp) { return entered }
        }
    }

    /// The reference of a bound key, made of a value that takes time to load.
    ///
    /// Throws what the load or the closure throws, too.
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
            if let other = id.live(in: seen.entries) { return try cast(other, for: key) }
            guard seen.stamp == stamp else { return nil }
            guard let entry = state.withLock({ $0.enter(made, as: id, seen: seen.entries) }) else { continue }
            made.control.withLock { $0.onDeinit = { [weak self] in self?.forget(id, entry) } }
            (key.withoutDefault as? InMemoryKey<Key.Value>)?.keep(made)
            return made
        }
    }

    private func forget(_ id: ID, _ entry: Entry) { withExtendedLifetime(state.withLock { $0.forget(id, entry) }) {} }
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
