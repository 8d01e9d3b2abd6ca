internal import Depot
internal import DepotValues

/// The living references, by key: one for each, which everybody who names the key shares.
///
/// Those that nobody holds any more are not kept. There is one of these for each context, and in each test.
final class References: Sendable {
    private let state = Locked(State())

    private struct State {
        var buckets = Buckets()
        /// The makings under way, by the hash of their identifier.
        private var makings: [Int: Makings] = [:]

        /// What is there under the hash of an identifier, and what was entered there while somebody makes a reference for it.
        func look(_ id: ID) -> (entries: [Buckets.Entry], makings: Makings?) { (buckets[id.hash], makings[id.hash]) }

        mutating func beginMaking(_ id: ID) { makings[id.hash, default: Makings()].count += 1 }

        mutating func endMaking(_ id: ID) {
            makings[id.hash]?.count -= 1
            if makings[id.hash]?.count == 0 { makings[id.hash] = nil }
        }

        /// Enters a reference, unless something has changed under its hash since that was looked at.
        mutating func enter(_ reference: AnyStoredReference, as id: ID, seen: [Buckets.Entry]) -> Entry? {
            let entry = Entry(id.value, reference)
            guard buckets.add(entry, id.hash, seen: seen) else { return nil }
            makings[id.hash]?.entered += 1
            makings[id.hash]?.latest = CurrentThread.id
            return entry
        }
    }

    /// The makings of references under one hash.
    private struct Makings {
        var count = 0
        /// How many references were entered meanwhile, and the thread that has entered the last one.
        var entered = 0
        var latest: CurrentThread.ID?
    }

    final class Entry: Buckets.Entry, @unchecked Sendable {  // The runtime alone sets the weak reference to nil, atomically.
        weak let reference: AnyStoredReference?

        init(_ key: AnyHashable, _ reference: AnyStoredReference) {
            self.reference = reference
            super.init(key)
        }
    }

    /// The identifier of a key.
    private struct ID: @unchecked Sendable {  // The only initializer takes what is Sendable.
        let value: AnyHashable
        let hash: Int

        init(_ base: some Hashable & Sendable) {
            value = AnyHashable(base)
            hash = base.hashValue
        }

        /// The living reference among those that were found.
        ///
        /// Runs the user's comparison.
        func live(in entries: [Buckets.Entry]) -> AnyStoredReference? {
            for entry in entries.reversed() {
                // Only an `Entry` is ever added.
                if let reference = unsafeDowncast(entry, to: Entry.self).reference, entry.key == value { return reference }
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
    /// The reference of a bound key, if there is one.
    func live<Key: SharedReaderKey>(_ key: Key) throws -> StoredReference<Key.Value>? {
        if let kept = try key.keptInMemory() { return kept }
        let id = ID(key.id)
        return try id.live(in: state.withLock { $0.look(id).entries })?.cast(for: key)
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
        var isAgain = false
        state.withLock { $0.beginMaking(id) }
        defer { state.withLock { $0.endMaking(id) } }
        while true {
            let before = state.withLock { $0.look(id) }
            if let live = id.live(in: before.entries) { return try live.cast(for: key) }
            let made = try Making.run({ "\(key.id)" }) {
                let first = known ?? initial()
                known = first
                return try ReferenceMaker(key).make(first)
            }
            if let entered = try enter(made, for: key, id, unlessSince: before.makings) { return entered }
            // This thread has entered another one while it made this one, and does so each time.
            if state.withLock({ $0.look(id).makings?.latest }) == CurrentThread.id {
                if isAgain { fatalError(SharedError.needsItself(keys: ["\(key.id)", "\(key.id)"])) }
                isAgain = true
            }
        }
    }

    /// The reference of a bound key, made of a value that takes time to load.
    ///
    /// Throws what the load or the closure throws, too.
    func reference<Key: SharedReaderKey>(
        loading key: Key, initial: @Sendable (Key.Value?) throws -> Initial<Key.Value>
    ) async throws -> StoredReference<Key.Value> {
        let id = ID(key.id)
        state.withLock { $0.beginMaking(id) }
        defer { state.withLock { $0.endMaking(id) } }
        while true {
            let before = state.withLock { $0.look(id).makings }
            let maker = ReferenceMaker(key)
            let loaded = try await maker.load()
            let made = try maker.make(initial(loaded), loaded: loaded)
            if let entered = try enter(made, for: key, id, unlessSince: before) { return entered }
        }
    }

    /// Enters a reference, or finds the one that was entered first.
    ///
    /// - Returns: The one that counts; nil if another one was there in the meantime, has perhaps been written, and is gone: the
    ///   value that was loaded may be older than that.
    private func enter<Key: SharedReaderKey>(
        _ made: StoredReference<Key.Value>, for key: Key, _ id: ID, unlessSince before: Makings?
    ) throws -> StoredReference<Key.Value>? {
        if let id = key.inMemoryID { return try id.place.storage.keep(made, named: id.name).cast(for: key) }
        while true {
            let seen = state.withLock { $0.look(id) }
            if let other = id.live(in: seen.entries) { return try other.cast(for: key) }
            guard seen.makings?.entered == before?.entered else { return nil }
            guard let entry = state.withLock({ $0.enter(made, as: id, seen: seen.entries) }) else { continue }
            made.control.withLock { $0.onDeinit = { [weak self] in self?.forget(id, entry) } }
            return made
        }
    }

    private func forget(_ id: ID, _ entry: Entry) {
        let before = state.withLock { $0.buckets.remove(id.hash) { $0 === entry } }
        withExtendedLifetime(before) {}  // Released outside the lock: an identifier may hold anything.
    }
}

extension AnyStoredReference {
    /// This, found by a key, with the type of its value.
    func cast<Key: SharedReaderKey>(for key: Key) throws -> StoredReference<Key.Value> {
        // Only a `StoredReference` is `AnyStoredReference`, so the type of the value says it all; a cast took 100 ns more.
        if valueType == Key.Value.self { return unsafeDowncast(self, to: StoredReference<Key.Value>.self) }
        throw SharedError.otherType(key: "\(key.id)", asked: "\(Key.Value.self)", live: "\(valueType)")
    }
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
