internal import Depot

/// What a store tells before there is a reference to tell it to, and in which order it is delivered: decisions only.
struct Mailbox<Value: Sendable> {
    enum Letter: Sendable {
        case news(News<Value>)
        case loaded(Result<Value?, any Error>)
    }

    private var letters: [Letter] = []
    /// The value that came before the load began, which is no newer than what that brings.
    private var early: Value??
    private var isLoading = false
    private var isOpen = false
    private var isDelivering = false

    mutating func post(_ letter: Letter) {
        switch letter {
        case .news(.value(let value)) where !isLoading: early = .some(value)
        case .news(.latest) where !isLoading: break  // The load is going to read it.
        default: letters.append(letter)
        }
    }

    /// What comes from here on may be newer than what is loaded.
    mutating func beginLoading() { isLoading = true }

    /// The outcome of the first load, if it is there.
    mutating func takeLoaded() -> Result<Value?, any Error>? {
        for (index, letter) in letters.enumerated() {
            guard case .loaded(let outcome) = letter else { continue }
            letters.remove(at: index)
            return outcome
        }
        return nil
    }

    /// The value that came before the load began.
    mutating func takeEarly() -> Value?? {
        defer { early = nil }
        return early
    }

    mutating func open() { isOpen = true }

    /// The letters to be delivered now; nil if there are none, or somebody is at it, who then goes on.
    mutating func take() -> [Letter]? {
        guard isOpen, !isDelivering, !letters.isEmpty else { return nil }
        isDelivering = true
        defer { letters = [] }
        return letters
    }

    /// They are delivered.
    mutating func endDelivery() { isDelivering = false }
}

/// The mailbox of one reference.
final class LockedMailbox<Value: Sendable>: Sendable {
    private let state = Locked(State())

    private struct State {
        var mailbox = Mailbox<Value>()
        weak var reference: StoredReference<Value>?
        var mark: LoadOrder.Mark?
    }

    func post(_ letter: Mailbox<Value>.Letter) {
        state.withLock { $0.mailbox.post(letter) }
        deliver()
    }

    func beginLoading() { state.withLock { $0.mailbox.beginLoading() } }

    func takeLoaded() -> Result<Value?, any Error>? { state.withLock { $0.mailbox.takeLoaded() } }

    func takeEarly() -> Value?? { state.withLock { $0.mailbox.takeEarly() } }

    /// From here on the reference is told, of what has come so far first.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - mark: That of its first load, if that has not ended.
    func open(for reference: StoredReference<Value>, _ mark: LoadOrder.Mark?) {
        state.withLock { state in
            state.reference = reference
            state.mark = mark
            state.mailbox.open()
        }
        deliver()
    }

    private func deliver() {
        while true {
            let (letters, reference, mark) = state.withLock { ($0.mailbox.take(), $0.reference, $0.mark) }
            guard let letters else { return }
            for letter in letters {
                switch letter {
                case .news(let news): reference?.received(news)
                case .loaded(let outcome): if let mark { reference?.loaded(outcome, mark) }
                }
            }
            state.withLock { $0.mailbox.endDelivery() }
        }
    }
}
