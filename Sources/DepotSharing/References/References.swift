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
        var others: [AnyHashable: Entry] = [:]
        var made = 0

        subscript(id: ID) -> Entry? {
            get {
                switch id {
                case .inMemory(let id): inMemory[id]
                case .other(let id): others[id]
                }
            }
            set {
                switch id {
                case .inMemory(let id): inMemory[id] = newValue
                case .other(let id): others[id] = newValue
                }
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
        case other(AnyHashable)

        init<Base: Hashable & Sendable>(_ base: Base) {
            if let base = base as? InMemoryKeyID { self = .inMemory(base) } else { self = .other(AnyHashable(base)) }
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
        guard let live = state.withLock({ $0[id]?.reference }) else { return nil }
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
    ///   - loaded: What was loaded, where that has been done already.
    ///   - initial: The value while nothing is stored.
    /// - Returns: The reference that everybody shares.
    /// - Throws: What the default throws, or ``SharedError/otherType(key:asked:live:)``.
    func reference<Key: SharedReaderKey>(
        for key: Key, loaded: Key.Value?? = nil, initial: () -> Initial<Key.Value>
    ) throws -> StoredReference<Key.Value> {
        let id = ID(key.id)
        if let live = try live(key, id) { return live }
        let made = try ReferenceMaker(key).make(initial(), loaded: loaded)
        let (winner, number): (any AnyStoredReference, Int) = state.withLock { state in
            if let other = state[id]?.reference { return (other, 0) }
            state.made += 1
            state[id] = Entry(reference: made, number: state.made)
            return (made, state.made)
        }
        guard winner === made else { return try cast(winner, for: key) }
        made.control.withLock { $0.onDeinit = { [weak self] in self?.forget(id, number) } }
        (key.withoutDefault as? InMemoryKey<Key.Value>)?.keep(made)
        return made
    }

    private func forget(_ id: ID, _ number: Int) {
        state.withLock { if $0[id]?.number == number { $0[id] = nil } }
    }

    /// How many there are.
    var count: Int { state.withLock { $0.inMemory.count + $0.others.count } }
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
