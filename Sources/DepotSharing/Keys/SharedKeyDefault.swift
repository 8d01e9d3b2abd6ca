/// A key together with a default, so that whoever uses it need not write one.
///
/// ```swift
/// extension SharedKey where Self == FileStorageKey<[User]>.Default {
///     static var users: Self { Self[.fileStorage(usersURL), default: []] }
/// }
/// @Shared(.users) var users
/// ```
///
/// It names the same value as the key without the default.
public struct SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
    /// The key without the default.
    public let base: Base
    private let makeDefault: @Sendable () throws -> Base.Value

    init(_ base: Base, _ makeDefault: @escaping @Sendable () throws -> Base.Value) {
        self.base = base
        self.makeDefault = makeDefault
    }

    /// A key with a default.
    ///
    /// The default is made when there is no stored value. If it throws then, `Shared(require:)` throws that, a property
    /// that is optional is nil and has it as its `loadError`, and any other property stops the program with the error: it
    /// would have no value. If there is none any more later, that one keeps the value it has, and has the error as its `loadError`.
    ///
    /// - Parameters:
    ///   - base: The key.
    ///   - value: Makes the default.
    public static subscript(
        base: Base, default value: @autoclosure @escaping @Sendable () throws -> Base.Value
    ) -> Self { Self(base, value) }
}

extension SharedKeyDefault {
    /// That of the key without the default.
    public var id: Base.ID { base.id }

    /// The default, made anew.
    ///
    /// - Returns: The default.
    /// - Throws: What making it throws.
    public func defaultValue() throws -> Base.Value { try makeDefault() }

    /// The key with what it takes from the dependencies in effect here.
    public func bound() -> Self { Self(base.bound(), makeDefault) }

    /// Loads as the key without the default does.
    public func load(context: LoadContext, continuation: LoadContinuation<Base.Value>) {
        base.load(context: context, continuation: continuation)
    }

    /// Subscribes as the key without the default does.
    public func subscribe(subscriber: SharedSubscriber<Base.Value>) -> SharedSubscription {
        base.subscribe(subscriber: subscriber)
    }
}

extension SharedKeyDefault: SharedKey where Base: SharedKey {
    /// Saves as the key without the default does.
    public func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
        base.save(value, context: context, continuation: continuation)
    }
}

extension SharedReaderKey {
    /// This key with a default.
    public typealias Default = SharedKeyDefault<Self>
}
