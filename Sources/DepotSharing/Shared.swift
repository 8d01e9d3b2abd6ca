/// A value that is shared with everybody who names the same key, and is kept where the key says.
///
/// ```swift
/// @Shared(.appStorage("soundsOn")) var soundsOn = true
/// $soundsOn.withLock { $0.toggle() }
/// ```
///
/// Reading is free from any thread and never waits for a writer. Writing goes through ``withLock(_:)`` alone. A property that
/// others pass in has no key (`@Shared var count: Int`, given `$count`); one that nobody keeps is made by `Shared(value:)`.
/// It is not `Hashable`, as what it shows changes, and not `Codable`, as what it stands for is stored elsewhere.
@propertyWrapper @dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
    let pointer: Pointer<Value>

    init(_ pointer: Pointer<Value>) { self.pointer = pointer }

    /// A value of one's own, in no store, which can be passed on.
    public init(value: sending Value) { pointer = Pointer(StoredReference(value)) }

    /// The property that was passed in.
    public init(projectedValue: Shared<Value>) { self = projectedValue }

    /// The value now.
    public var wrappedValue: Value { pointer.reference.read() }

    /// The shared property itself, for writing and passing on.
    ///
    /// Setting it turns this property and its copies to another one, as `load` of another key does: `$users = Shared(.archived)`. Who follows
    /// the values goes on with those of the other one, and observers look again.
    public var projectedValue: Shared<Value> {
        get { self }
        nonmutating set { pointer.point(to: newValue.pointer.reference) }
    }
}

// MARK: - Writing

extension Shared {
    /// Gives the value to a closure that may change it, with no other write in between.
    ///
    /// Other writers wait. Reading the property inside is allowed and sees the value before. If the closure throws, nothing
    /// has happened. Writing the same value inside stops the program with an explanation.
    ///
    /// ```swift
    /// $count.withLock { $0 += 1 }
    /// ```
    ///
    /// - Parameter body: Changes the value.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    @discardableResult @inlinable  // Adding 1 to an Int takes 190 ns, without this 357 ns.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        write { value in
            do throws(Failure) {
                outcome = .success(try body(&value))
                return true
            } catch {
                outcome = .failure(error)
                return false
            }
        }
        return try outcome.unsafelyUnwrapped.get()  // `write` calls its closure exactly once.
    }

    @usableFromInline
    func write(_ body: (inout Value) -> Bool) { pointer.reference.write { value, _ in body(&value) } }

    /// Saves the value now, and waits until that is done.
    ///
    /// A file or user defaults get what was written here, or the default where they have nothing: they may hold a newer value of others.
    ///
    /// - Throws: What the store throws, which is the ``saveError`` too.
    public func save() async throws { try await pointer.reference.store.save() }
}

// MARK: - Status

extension Shared {
    /// Whether a value is being loaded.
    public var isLoading: Bool { pointer.readStatus().isLoading }

    /// Why the last load failed; nil again after one that succeeds, and after a write has replaced what could not be loaded.
    public var loadError: (any Error)? { pointer.readStatus().loadError }

    /// Why the last save failed; nil again after one that succeeds.
    public var saveError: (any Error)? { pointer.readStatus().saveError }

    /// The present value, then each later one.
    public var values: SharedValues<Value> { SharedValues(pointer) }
}

extension Shared: Equatable where Value: Equatable {
    /// Whether two properties have equal values now.
    public static func == (a: Self, b: Self) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension Shared: CustomStringConvertible {
    /// The value, as text.
    public var description: String { "Shared(\(pointer.reference.current))" }
}
