/// A dependency, read from the values in effect when it is used.
///
/// ```swift
/// final class LoginModel {
///     @Dependency(\.date) var date
///     @Dependency(\.apiClient) var apiClient
/// }
/// ```
///
/// The wrapper captures the values in effect where it is made, which is one reference. Each read takes, for its key,
/// the later of the override captured then and the override in effect now. So an object made inside
/// `withDependencies(_:operation:)` keeps what it was given there, and a `withDependencies` entered later, around the
/// use, still beats it.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
    private let read: @Sendable (DependencyValues) -> Value
    let captured: ValueNode?
    private let site: ReadSite

    /// A dependency by its name in ``DependencyValues``.
    ///
    /// - Parameters:
    ///   - name: The name: `\.date`.
    ///   - fileID: Where this is written, for the failure in a test that gives no value.
    ///   - filePath: Likewise.
    ///   - line: Likewise.
    public init(
        _ name: @escaping @Sendable (DependencyValues) -> Value,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        // A key path literal given as a function is called directly: 5 ns, where reading through a `KeyPath` takes 75 ns.
        self.init(name, capturing: TestScope.capture(), fileID: fileID, filePath: filePath, line: line)
    }

    init(
        _ read: @escaping @Sendable (DependencyValues) -> Value, capturing captured: ValueNode?,
        fileID: StaticString, filePath: StaticString, line: UInt
    ) {
        self.read = read
        self.captured = captured
        site = ReadSite(fileID: fileID, filePath: filePath, line: line)
    }

    /// A dependency by a key path that is not written here but kept somewhere.
    @_disfavoredOverload
    public init(
        _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        self.init({ $0[keyPath: keyPath] }, fileID: fileID, filePath: filePath, line: line)
    }

    /// A dependency by its key, which needs no name then.
    public init<Key: TestDependencyKey>(
        _ key: Key.Type,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) where Key.Value == Value {
        self.init({ $0[Key.self] }, capturing: TestScope.capture(), fileID: fileID, filePath: filePath, line: line)
    }

    /// The value in effect here, as this property sees it.
    public var wrappedValue: Value {
        let current = ValueNode.current
        return read(DependencyValues(current: current, captured: TestScope.inSameTest(captured, current), site: site))
    }
}
