/// A shared value that can be read here and not written.
///
/// ```swift
/// @SharedReader(.inMemory("events")) var events: [String] = []
/// let reader = SharedReader($count)
/// ```
@propertyWrapper @dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
    let pointer: Pointer<Value>

    init(_ pointer: Pointer<Value>) { self.pointer = pointer }

    /// A property that can be written elsewhere.
    public init(_ shared: Shared<Value>) { pointer = shared.pointer }

    /// A value that never changes.
    public init(value: sending Value) { pointer = Pointer(StoredReference(value)) }

    /// The property that was passed in.
    public init(projectedValue: SharedReader<Value>) { self = projectedValue }

    /// What an optional holds, nil if that is nothing; it keeps the last value when the optional becomes nil.
    public init?(_ base: SharedReader<Value?>) {
        guard let part = base.pointer.wrapped() else { return nil }
        pointer = Pointer(part)
    }

    /// The value now.
    public var wrappedValue: Value { pointer.reference.read() }

    /// The shared property itself, for passing on.
    ///
    /// Setting it turns this property and its copies to another one, as `load` of another key does: `$users = SharedReader(.archived)`. Who follows
    /// the values goes on with those of the other one, and observers look again.
    public var projectedValue: SharedReader<Value> {
        get { self }
        nonmutating set { pointer.point(to: newValue.pointer.reference) }
    }

    /// A part of the value.
    public subscript<Member: Sendable>(
        dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
    ) -> SharedReader<Member> {
        SharedReader<Member>(Pointer(pointer.part(keyPath) { _, _ in false }))
    }
}

extension SharedReader: CustomStringConvertible {
    /// The value, as text.
    public var description: String { "SharedReader(\(pointer.reference.current))" }
}

extension SharedReader {
    /// A value by its key, with a default.
    public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
        self.init(Pointer.to(key) { always(wrappedValue()) })
    }

    /// An optional value by its key; nil while nothing is stored.
    public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
        self.init(Pointer.to(key) { always(nil) })
    }

    /// A value by a key that has a default.
    public init<Base>(_ key: SharedKeyDefault<Base>) where Base.Value == Value {
        self.init(Pointer.to(key) { key.defaultValue })
    }

    /// An optional value by a key that has a default.
    public init<Base, Wrapped>(_ key: SharedKeyDefault<Base>) where Base.Value == Value, Value == Wrapped? {
        self.init(Pointer.to(key) { key.defaultValue })
    }

    /// A value by its key, which has to be stored already.
    ///
    /// Throws as ``Shared/init(require:)`` does.
    public init(require key: some SharedReaderKey<Value>) async throws {
        self.init(try await Pointer.requiring(key))
    }

    /// Loads the value again from its store.
    ///
    /// Throws as ``Shared/load()`` does.
    public func load() async throws { try await pointer.reload() }

    /// Loads the value of another key; from then on the property is that one's.
    ///
    /// Throws as ``Shared/load(_:)`` does.
    public func load(_ key: some SharedReaderKey<Value>) async throws { try await pointer.load(key) }

    /// Whether a value is being loaded.
    public var isLoading: Bool { pointer.readStatus().isLoading }

    /// Why the last load failed; nil again after one that succeeds, and after a write has replaced what could not be loaded.
    public var loadError: (any Error)? { pointer.readStatus().loadError }

    /// The present value, then each later one.
    public var values: SharedValues<Value> { SharedValues(pointer) }
}

extension SharedReader: Equatable where Value: Equatable {
    /// Whether two properties have equal values now.
    public static func == (a: Self, b: Self) -> Bool { a.wrappedValue == b.wrappedValue }
}
