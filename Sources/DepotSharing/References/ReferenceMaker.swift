internal import Depot

/// Makes the reference of a key: subscribes, loads, and falls back on the default.
///
/// It subscribes first, so that no change falls between the load and the subscription.
final class ReferenceMaker<Key: SharedReaderKey> {
    private typealias Value = Key.Value
    private let key: Key
    private let number = StoreNumber.next()
    private let mailbox = Mailbox<Value>()
    private let subscription: SharedSubscription

    init(_ key: Key) {
        self.key = key
        let mailbox = mailbox
        subscription = key.subscribe(subscriber: SharedSubscriber(owner: number) { mailbox.post($0, $1) })
        mailbox.beginLoading()
    }

    /// Loads the value, and waits for it.
    func load() async throws -> Key.Value? {
        try await withCheckedThrowingContinuation { continuation in
            key.load(context: .userInitiated, continuation: LoadContinuation { continuation.resume(with: $0) })
        }
    }

    /// Loads and makes the reference.
    ///
    /// `initial` is the value while nothing is stored; it may throw where there is no value without it.
    func make(_ initial: @escaping Initial<Key.Value>) throws -> StoredReference<Key.Value> {
        let mailbox = mailbox
        key.load(context: .initialValue, continuation: LoadContinuation { mailbox.post($0) })
        return try make(initial, mailbox.takeLoaded())
    }

    /// Makes the reference of a value that was loaded with ``load()``.
    func make(_ initial: @escaping Initial<Key.Value>, loaded: Key.Value?) throws -> StoredReference<Key.Value> {
        try make(initial, .success(loaded))
    }

    private func make(_ initial: @escaping Initial<Value>, _ outcome: Result<Value?, any Error>?) throws -> StoredReference<Value> {
        var control = Control()
        control.subscription = subscription
        var value = mailbox.takeEarly()
        switch outcome {
        case .success(let stored)?: (value, control.isDefault) = (stored, stored == nil)
        case .failure(let error)?:
            control.status.loadError = error
            control.isBlind = true
        case nil: control.status.isLoading = true
        }
        let (first, failure) = try value.map { ($0, nil) } ?? starting(initial)
        if control.status.loadError == nil { control.status.loadError = failure }
        let keepsItself = key.withoutDefault is InMemoryKey<Value>
        let saving = keepsItself ? nil : key as? any SharedKey<Value>
        let reference = StoredReference(
            first, number: number, initial: initial, loader: keepsItself ? nil : key.load,
            saver: saving.map { key in { key.save($0, context: $1, continuation: $2) } },
            savesInside: key.withoutDefault is any SavesInside)
        let mark = outcome == nil ? control.order.begin(isUnsaved: false) : nil
        reference.control.withLock { [control] in $0 = control }
        if saving != nil { UnsavedReferences.shared.add(reference) }
        // Of what is in memory alone nothing is told, and an object that is weakly referred to takes longer to count.
        if !keepsItself { mailbox.open(for: reference, mark) }
        return reference
    }
}

/// A value, and why it is not the default, if so.
typealias Starting<Value> = (value: Value, error: (any Error)?)

/// The default; where making it fails, nil for an optional, which has no other value then.
func starting<Value>(_ initial: Initial<Value>) throws -> Starting<Value> {
    do {
        return (try initial(), nil)
    } catch {
        guard let type = Value.self as? any AnyOptional.Type, let none = type.none as? Value else { throw error }
        return (none, error)
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
protocol DefaultedKey<Value>: Sendable {
    associatedtype Value: Sendable
    func defaultValue() throws -> Value
    var withoutDefault: Any { get }
}

extension SharedKeyDefault: DefaultedKey {
    var withoutDefault: Any { base.withoutDefault }
}

extension SharedReaderKey {
    /// What the value is where nothing is stored; nil where the key says nothing about that.
    var initial: Initial<Value>? {
        guard let key = self as? any DefaultedKey<Value> else { return nil }
        return { try key.defaultValue() }
    }

    /// The key itself, or the one inside it.
    var withoutDefault: Any { (self as? any DefaultedKey)?.withoutDefault ?? self }
}
