internal import Depot

/// What a store tells before there is a reference to tell it to, and in which order it is delivered.
final class Mailbox<Value: Sendable>: @unchecked Sendable {  // Each `var` is only touched under the lock.
    private typealias Letter = @Sendable (StoredReference<Value>, LoadOrder.Mark?) -> Void

    private let lock = Locked(())
    private var letters: [Letter] = []
    /// The value that came before the load began, which is no newer than what that brings.
    private var early: (@Sendable () throws -> Value?)?
    /// The outcome of the first load, where that ends at once.
    private var first: Result<Value?, any Error>?
    private var isLoading = false
    private var hasFirst = false
    private var isOpen = false
    private var isDelivering = false
    private weak var reference: StoredReference<Value>?
    private var mark: LoadOrder.Mark?

    /// Takes what the store tells.
    func post(_ news: News, _ read: @escaping @Sendable () throws -> Value?) {
        var former = Optional(read)
        let isLetter = lock.withLock { _ in
            switch news {
            case .value where !isLoading: swap(&early, &former)  // What came before is released outside the lock.
            case .latest where !isLoading: break  // The load is going to read it.
            default:
                letters.append { reference, _ in reference.received(news, read) }
                return true
            }
            return false
        }
        if isLetter { deliver() }
    }

    /// What comes from here on may be newer than what is loaded.
    func beginLoading() { lock.withLock { _ in isLoading = true } }

    /// Takes the outcome of the first load.
    func post(_ outcome: Result<Value?, any Error>) {
        lock.withLock { _ in
            if !hasFirst { return first = outcome }
            letters.append { reference, mark in if let mark { reference.loaded(outcome, mark) } }
        }
        deliver()
    }

    /// The outcome of the first load, if it is there; later it is delivered.
    func takeLoaded() -> Result<Value?, any Error>? {
        lock.withLock { _ in
            hasFirst = true
            defer { first = nil }
            return first
        }
    }

    /// The value that came before the load began.
    func takeEarly() -> Value? {
        let read = lock.withLock { _ in
            defer { early = nil }
            return early
        }
        return try? read?()
    }

    /// From here on the reference is told, of what has come so far first.
    func open(for reference: StoredReference<Value>, _ mark: LoadOrder.Mark?) {
        lock.withLock { _ in
            self.reference = reference
            self.mark = mark
            isOpen = true
        }
        deliver()
    }

    private func deliver() {
        while true {
            let (letters, reference, mark) = lock.withLock { _ in (take(), self.reference, self.mark) }
            guard let letters else { return }
            if let reference { for letter in letters { letter(reference, mark) } }
            lock.withLock { _ in isDelivering = false }
        }
    }

    /// The letters to be delivered now; nil if there are none, or somebody is at it, who then goes on.
    private func take() -> [Letter]? {
        guard isOpen, !isDelivering, !letters.isEmpty else { return nil }
        isDelivering = true
        defer { letters = [] }
        return letters
    }
}
