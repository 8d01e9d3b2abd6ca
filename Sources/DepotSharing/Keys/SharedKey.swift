/// A place that shared values come from and go to.
///
/// ``save(_:context:continuation:)`` is never called twice at a time for one value, and each call has the newest value:
/// writes that come during a call are told in one further call. So what is saved last is what was written last. A call ends when it
/// returns: a store that resumes its continuation later may be called again before that.
///
/// ```swift
/// $count.withLock { $0 += 1 }     // save(1, context: .didSet, …)
/// try await $count.save()         // save(1, context: .userInitiated, …)
/// ```
public protocol SharedKey<Value>: SharedReaderKey {
    /// Saves a value; the continuation may be resumed at once or later, on any thread.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - context: Why it is saved.
    ///   - continuation: Takes the end of it; the one of a `.didSet` may be dropped when a later save takes its place.
    func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// Why a value is saved.
public enum SaveContext: Sendable, Hashable {
    /// It was written; the store may put that off.
    case didSet
    /// Somebody waits for it.
    case userInitiated
}

/// Why a value is loaded.
public enum LoadContext: Sendable, Hashable {
    /// The first property with this key is being made.
    case initialValue
    /// `load()` was called.
    case userInitiated
}
