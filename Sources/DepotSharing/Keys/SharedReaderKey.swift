/// A place that shared values come from: how one is loaded, and how its later changes are heard of.
///
/// Whatever names the same ``id`` shares one value. A key is a small value that is made again at each use; what it takes
/// from the dependencies it takes in ``bound()``, which is called where the property is made.
///
/// ```swift
/// struct BuildNumberKey: SharedReaderKey {
///     var id: String { "build number" }
///     func load(context: LoadContext, continuation: LoadContinuation<Int>) { continuation.resume(returning: 42) }
///     func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription { SharedSubscription {} }
/// }
/// ```
public protocol SharedReaderKey<Value>: Sendable {
    /// What is shared.
    associatedtype Value: Sendable
    /// What tells this key from others.
    associatedtype ID: Hashable & Sendable

    /// What tells this key from others, those of other kinds included; the type of the value is no part of it.
    var id: ID { get }

    /// The key with what it takes from the dependencies in effect here.
    ///
    /// - Returns: The key that is used from here on; itself unless it says otherwise.
    func bound() -> Self

    /// Loads the value; the continuation may be resumed at once or later, on any thread.
    ///
    /// It is loaded again when nobody can tell whether the value is that of before or after a write.
    ///
    /// - Parameters:
    ///   - context: Who asks.
    ///   - continuation: Takes the value, nil where nothing is stored, or the error.
    func load(context: LoadContext, continuation: LoadContinuation<Value>)

    /// Begins to tell of changes that others make in the store.
    ///
    /// It is called before the first load. A value that is told before that load begins is taken for no newer than what it
    /// brings; one that is told later is taken for newer. What this key itself saves must not be told again.
    ///
    /// - Parameter subscriber: Takes the changes, on any thread.
    /// - Returns: What ends it.
    func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription
}

extension SharedReaderKey {
    /// The key itself, which takes nothing from the dependencies.
    public func bound() -> Self { self }
}

extension SharedReaderKey where ID == Self {
    /// The key itself, which is `Hashable`.
    public var id: Self { self }
}
