internal import Depot

/// Makes the reference of a key: subscribes, loads, and falls back on the default.
///
/// It subscribes first, so that no change falls between the load and the subscription.
struct ReferenceMaker<Key: SharedReaderKey> {
    private typealias Value = Key.Value
    private let key: Key
    private let number = StoreNumber.next()
    private let mailbox = LockedMailbox<Value>()
    private let subscription: SharedSubscription

    /// - Parameter key: The key, bound.
    init(_ key: Key) {
        self.key = key
        let mailbox = mailbox
        subscription = key.subscribe(subscriber: SharedSubscriber(owner: number) { mailbox.post(.news($0)) })
        mailbox.beginLoading()
    }

    /// Loads the value, and waits for it.
    ///
    /// - Returns: The value, nil if nothing is stored.
    /// - Throws: What the store throws.
    func load() async throws -> Key.Value? { try await StoredReference.load(with: key.load).get() }

    /// Loads and makes the reference.
    ///
    /// - Parameter initial: The value while nothing is stored.
    /// - Returns: The reference, loaded or loading.
    /// - Throws: What the default throws, where there is no value without it.
    func make(_ initial: Initial<Key.Value>) throws -> StoredReference<Key.Value> {
        let mailbox = mailbox
        key.load(context: .initialValue, continuation: LoadContinuation { mailbox.post(.loaded($0)) })
        return try make(initial, mailbox.takeLoaded())
    }

    /// Makes the reference of a value that was loaded with ``load()``.
    ///
    /// - Parameters:
    ///   - initial: The value while nothing is stored.
    ///   - loaded: What was loaded.
    /// - Returns: The reference.
    /// - Throws: What the default throws, where there is no value without it.
    func make(_ initial: Initial<Key.Value>, loaded: Key.Value?) throws -> StoredReference<Key.Value> {
        try make(initial, .success(loaded))
    }

    private func make(_ initial: Initial<Value>, _ outcome: Result<Value?, any Error>?) throws -> StoredReference<Value> {
        var control = Control()
        control.subscription = subscription
        let early = mailbox.takeEarly()
        var value: Value?
        switch outcome {
        case .success(let stored)?: value = stored
        case .failure(let error)?:
            control.status.loadError = error
            control.isBlind = true
            value = early ?? nil
        case nil:
            control.status.isLoading = true
            value = early ?? nil
        }
        let first = try value ?? startingValue(initial, &control.status)
        let keepsItself = key.withoutDefault is InMemoryKey<Value>
        let saving = keepsItself ? nil : key as? any SharedKey<Value>
        let reference = StoredReference(
            first, number: number, initial: initial, loader: keepsItself ? nil : key.load,
            saver: saving.map { key in { key.save($0, context: $1, continuation: $2) } },
            savesInside: key.withoutDefault is any SavesInside)
        let mark = outcome == nil ? control.order.begin(isUnsaved: false) : nil
        reference.control.withLock { [control] in $0 = control }
        if saving != nil { UnsavedReferences.shared.add(reference) }
        mailbox.open(for: reference, mark)
        return reference
    }

    private func startingValue(_ initial: Initial<Value>, _ status: inout Status) throws -> Value {
        do {
            return try initial.get()
        } catch {
            guard let type = Value.self as? any AnyOptional.Type, let none = type.none as? Value else { throw error }
            status.loadError = status.loadError ?? error
            return none
        }
    }
}

/// An optional of some type.
protocol AnyOptional {
    static var none: Any { get }
    var isNone: Bool { get }
}

extension Optional: AnyOptional {
    static var none: Any { (nil as Self) as Any }
    var isNone: Bool { self == nil }
}

/// A key that has a default.
protocol DefaultedKey {
    var withoutDefault: Any { get }
}

extension SharedKeyDefault: DefaultedKey {
    var withoutDefault: Any { base }
}

extension SharedReaderKey {
    /// The key itself, or the one inside it.
    var withoutDefault: Any { (self as? any DefaultedKey)?.withoutDefault ?? self }
}
