internal import Synchronization

/// Takes the changes that others make in a store.
///
/// A change that comes while a write of this program is not saved yet is passed over: that write is going to replace it.
public struct SharedSubscriber<Value: Sendable>: Sendable {
    private let receive: @Sendable (_ news: News, _ read: @escaping @Sendable () throws -> Value?) -> Void
    /// The reference that it is for.
    let owner: Int

    init(owner: Int, receive: @escaping @Sendable (_ news: News, _ read: @escaping @Sendable () throws -> Value?) -> Void) {
        self.owner = owner
        self.receive = receive
    }

    /// The store holds another value.
    ///
    /// - Parameter value: The value; nil if it was removed, and the default counts.
    public func yield(_ value: Value?) { receive(.value(inPlaceOf: nil)) { value } }

    /// The store holds a value that took the place of a version of this property on its way there.
    ///
    /// - Parameters:
    ///   - value: The value, or why there is none.
    ///   - version: The version; nil if it took the place of none.
    func yield(_ value: Result<Value?, any Error>, inPlaceOf version: Int?) {
        switch value {
        case .success: receive(.value(inPlaceOf: version)) { try value.get() }
        case .failure: receive(.unreadable(inPlaceOf: version)) { try value.get() }
        }
    }

    /// The store holds something else, which is read as soon as nothing older can take its place.
    func yield(reading read: @escaping @Sendable () throws -> Value?) { receive(.latest, read) }

    /// The store holds something that is no value.
    ///
    /// - Parameter error: The `loadError` from now on; the value stays as it is.
    public func yield(throwing error: any Error) { receive(.unreadable(inPlaceOf: nil)) { throw error } }

    /// A value is on its way, or no longer.
    ///
    /// - Parameter isLoading: What `isLoading` says from now on.
    public func yieldLoading(_ isLoading: Bool = true) { receive(.loading(isLoading)) { nil } }

    /// Changes of the store are not heard of; the value is as good as any.
    func yield(unwatched error: any Error) { receive(.unwatched(error)) { nil } }
}

/// What a store tells; with the first three it gives what reads the value.
///
/// `inPlaceOf` is the version of the property's own that the store has dropped for something newer, if there is one.
enum News: Sendable {
    case value(inPlaceOf: Int?)
    /// The value is read as soon as nothing older can take its place.
    case latest
    /// Reading throws.
    case unreadable(inPlaceOf: Int?)
    case unwatched(any Error)
    case loading(Bool)
}

/// Ends a subscription: when it is cancelled, and when nobody keeps it any more.
public final class SharedSubscription: Sendable {
    private let isCancelled = Atomic(false)
    private let end: @Sendable () -> Void

    /// Begins a subscription.
    ///
    /// - Parameter end: What ends the subscription; called once.
    public init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { cancel() }

    /// Ends the subscription.
    public func cancel() {
        if isCancelled.exchange(true, ordering: .acquiringAndReleasing) == false { end() }
    }
}
