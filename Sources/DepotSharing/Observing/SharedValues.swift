/// The values of a shared property over time: the present one first, then each that is written or comes from the store.
///
/// None is lost and they come in order; a reader that is slower than the writers finds them waiting. It ends when the task
/// is cancelled. Of a part of a value (`$signUp.phoneNumber.values`), one that is equal to the one before is left out.
///
/// ```swift
/// for await count in $count.values { print(count) }
/// ```
public struct SharedValues<Value: Sendable>: AsyncSequence, Sendable {
    private let pointer: Pointer<Value>

    init(_ pointer: Pointer<Value>) { self.pointer = pointer }

    /// Begins with the value that is present now.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(pointer) }

    /// Gives the values one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let pointer: Pointer<Value>
        private let feed = Feed<Value>()
        private let subscription: SharedSubscription

        init(_ pointer: Pointer<Value>) {
            self.pointer = pointer
            subscription = pointer.attach(feed)
        }

        /// The next value.
        ///
        /// - Returns: The value, nil once the task is cancelled.
        public mutating func next() async -> Value? { await next(isolation: nil) }

        /// The next value.
        ///
        /// - Parameter actor: Where the caller runs.
        /// - Returns: The value, nil once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            await feed.next(leavingOutEqual: pointer.isPart)
        }
    }
}
