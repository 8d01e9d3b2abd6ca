internal import Synchronization

/// The dependencies in effect, by key.
///
/// Give a key a name by extending this type; `@Dependency` and `withDependencies` use the name.
///
/// ```swift
/// extension DependencyValues {
///     var apiClient: APIClient {
///         get { self[APIClientKey.self] }
///         set { self[APIClientKey.self] = newValue }
///     }
/// }
/// ```
///
/// A copy is cheap and keeps what it holds: it is a reference to overrides that never change.
public struct DependencyValues: Sendable {
    /// The overrides in effect, or those being written in an update closure.
    @usableFromInline var head: ValueNode?
    /// What the reading `@Dependency` captured when it was made; of the value of an update closure the ``UpdateSession``.
    @usableFromInline let captured: ValueNode?
    /// The reading `@Dependency`.
    let site: ReadSite?
    /// What it is for.
    ///
    /// In one field: with one more the compiler copies all of them by a function, and a read takes twice the time.
    private let use: Use

    private enum Use {
        case reading
        case updating
        case preparing
    }

    /// Whether this is the value of an update closure that runs, where reading is part of writing and reports nothing.
    var isUpdating: Bool {
        // What is no reader's has a session in that place.
        use != .reading && !(captured.map { unsafeDowncast($0, to: UpdateSession.self).isOver } ?? false)
    }
    /// Whether what is written holds for the program and not for an operation.
    var isPreparing: Bool { use == .preparing }

    /// Whether anything is overridden here.
    @inlinable var hasOverrides: Bool { head != nil || captured != nil }

    /// What a `@Dependency` reads from.
    init(current: ValueNode?, captured: ValueNode?, site: ReadSite?) {
        self.head = current
        self.captured = captured
        self.site = site
        use = .reading
    }

    /// What an update closure is given.
    init(updating head: ValueNode?, in session: UpdateSession, isPreparing: Bool = false) {
        self.head = head
        self.captured = session
        self.site = nil
        use = isPreparing ? .preparing : .updating
    }

    /// The value of a key: the override in effect, else the key's default.
    ///
    /// Setting it makes an override. In a test, getting the default of a key that has no test value fails the test,
    /// except in an update closure, where `$0.client.fetch = …` has to get before it can set.
    @inlinable  // A key of a user's module: entering `withDependencies` with one value 254 ns, without this 301 ns.
    public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
        get {
            if hasOverrides, let node = ValueNode.find(ObjectIdentifier(key), captured: captured, current: head) {
                // The node goes with these values, which the read itself does not keep.
                return withExtendedLifetime(self) { node._withUnsafeGuaranteedRef { $0.value(of: key) } }
            }
            if let entry = defaultOfProcess(ObjectIdentifier(key)) { return entry._withUnsafeGuaranteedRef { $0.value(of: key) } }
            return defaultEntry(of: key).value(of: key)
        }
        set {
            head = ValueNode.adding(key, newValue, to: head)
        }
    }

    /// A value in effect here, for the package's own modules.
    ///
    /// They are not given all values to keep: another module has to look up how to release those.
    package static func inEffect<Value>(_ read: (DependencyValues) -> Value) -> Value {
        read(DependencyValues(current: ValueNode.current, captured: nil, site: nil))
    }
}

/// One run of an update closure: once that has returned, a copy that has left it, or that what it has started or set keeps, is a reader.
final class UpdateSession: ValueNode, @unchecked Sendable {  // See `ValueNode`.
    private let hasEnded = Atomic(false)

    init() { super.init(key: ObjectIdentifier(UpdateSession.self), stamp: 0, next: nil) }

    var isOver: Bool { hasEnded.load(ordering: .acquiring) }

    func end() { hasEnded.store(true, ordering: .releasing) }
}
