internal import Synchronization

/// Takes the changes that others make in a store.
///
/// A change that comes while a write of this program is not saved yet is passed over: that write is going to replace it.
public struct SharedSubscriber<Value: Sendable>: Sendable {
    private let receive: @Sendable (Result<Value?, any Error>) -> Void
    private let setLoading: @Sendable (Bool) -> Void

    init(
        receive: @escaping @Sendable (Result<Value?, any Error>) -> Void,
        setLoading: @escaping @Sendable (Bool) -> Void
    ) {
        self.receive = receive
        self.setLoading = setLoading
    }

    /// The store holds another value.
    ///
    /// - Parameter value: The value; nil if it was removed, and the default counts.
    public func yield(_ value: Value?) { receive(.success(value)) }

    /// The store holds something that is no value.
    ///
    /// - Parameter error: The `loadError` from now on; the value stays as it is.
    public func yield(throwing error: any Error) { receive(.failure(error)) }

    /// A value is on its way, or no longer.
    ///
    /// - Parameter isLoading: What `isLoading` says from now on.
    public func yieldLoading(_ isLoading: Bool = true) { setLoading(isLoading) }
}

/// Ends a subscription: when it is cancelled, and when nobody keeps it any more.
public final class SharedSubscription: Sendable {
    private let isCancelled = Atomic(false)
    private let end: @Sendable () -> Void

    /// - Parameter end: What ends the subscription; called once.
    public init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { cancel() }

    /// Ends the subscription.
    public func cancel() {
        if isCancelled.exchange(true, ordering: .acquiringAndReleasing) == false { end() }
    }
}
