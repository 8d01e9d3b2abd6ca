internal import Depot

/// Makes the reference of a key: subscribes, loads, and falls back on the default.
struct ReferenceMaker<Key: SharedReaderKey> {
    private typealias Value = Key.Value
    private let key: Key

    init(_ key: Key) { self.key = key }

    /// - Parameters:
    ///   - initial: The value while nothing is stored.
    ///   - loaded: What was loaded, where that has been done already.
    /// - Returns: The reference, loaded or loading.
    /// - Throws: What the default throws, where there is no value without it.
    func make(_ initial: Initial<Key.Value>, loaded: Key.Value??) throws -> StoredReference<Key.Value> {
        let mailbox = Mailbox<Value>()
        let subscription = key.subscribe(
            subscriber: SharedSubscriber(
                receive: { mailbox.post(.received($0)) }, setLoading: { mailbox.post(.loading($0)) }))
        let outcome = load(loaded, mailbox)
        var status = Status(isLoading: outcome == nil)
        var value: Value?
        switch outcome {
        case .success(let stored)?: value = stored
        case .failure(let error)?: status.loadError = error
        case nil: break
        }
        let first = try value ?? startingValue(initial, &status)
        let keepsItself = key.withoutDefault is InMemoryKey<Value>
        let saving = keepsItself ? nil : key as? any SharedKey<Value>
        let reference = StoredReference(
            first, initial: initial, loader: keepsItself ? nil : key.load,
            saver: saving.map { key in { key.save($0, context: $1, continuation: $2) } })
        reference.control.withLock { [status] state in
            state.status = status
            state.subscription = subscription
        }
        mailbox.open(for: reference)
        return reference
    }

    /// The outcome of the first load, nil if it takes longer.
    private func load(_ loaded: Value??, _ mailbox: Mailbox<Value>) -> Result<Value?, any Error>? {
        if let loaded { return .success(loaded) }
        key.load(context: .initialValue, continuation: LoadContinuation { mailbox.post(.loaded($0)) })
        return mailbox.takeLoaded()
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

/// What a store tells, kept until there is a reference to tell it to.
private final class Mailbox<Value: Sendable>: Sendable {
    enum Letter: Sendable {
        case received(Result<Value?, any Error>)
        case loading(Bool)
        case loaded(Result<Value?, any Error>)
    }

    private struct State {
        var letters: [Letter] = []
        weak var reference: StoredReference<Value>?
    }

    private let state = Locked(State())

    func post(_ letter: Letter) {
        let reference = state.withLock { state in
            if state.reference == nil { state.letters.append(letter) }
            return state.reference
        }
        if let reference { deliver(letter, to: reference) }
    }

    /// The first outcome of a load, if it is there.
    func takeLoaded() -> Result<Value?, any Error>? {
        state.withLock { state in
            for (index, letter) in state.letters.enumerated() {
                guard case .loaded(let outcome) = letter else { continue }
                // What was received before the load ended is no newer than what it loaded.
                state.letters.removeSubrange(...index)
                return outcome
            }
            return nil
        }
    }

    func open(for reference: StoredReference<Value>) {
        let letters = state.withLock { state in
            state.reference = reference
            defer { state.letters = [] }
            return state.letters
        }
        for letter in letters { deliver(letter, to: reference) }
    }

    private func deliver(_ letter: Letter, to reference: StoredReference<Value>) {
        switch letter {
        case .received(let outcome): reference.received(outcome)
        case .loading(let isLoading): reference.setLoading(isLoading)
        case .loaded(let outcome): reference.loaded(outcome, since: 0)
        }
    }
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
