/// A key of ``DependencyValues`` without the value of the app as it ships, for a module that has only the interface.
///
/// The module with the implementation adds the live value by conforming the key to ``DependencyKey``. Where that module is not linked, reading
/// the live value stops the program with the way to mend it, or fails the test.
///
/// ```swift
/// enum APIClientKey: TestDependencyKey { static let testValue = APIClient.unimplemented }   // in the module of the interface
/// extension APIClientKey: DependencyKey { static let liveValue = APIClient.live }           // in the module of the implementation
/// ```
public protocol TestDependencyKey<Value>: SendableMetatype {
    /// What the key stands for; the conforming type itself unless it says otherwise.
    associatedtype Value: Sendable = Self

    /// The value in a test.
    static var testValue: Value { get }

    /// The value in an Xcode preview.
    static var previewValue: Value { get }
}

extension TestDependencyKey {
    /// The test value.
    public static var previewValue: Value { testValue }
}

/// A key of ``DependencyValues``: what a dependency is while nobody overrides it, in each ``DependencyContext``.
///
/// Only ``liveValue`` has to be written. Without a ``testValue`` of its own, a key that is read in a test fails that
/// test; without a ``previewValue`` it takes the test value, and failing that the live one.
///
/// A default is made on first use, once for each key, context and test, and all tasks share it. So it is made in nobody's
/// overrides: what it reads meanwhile is a default, or what `prepareDependencies` or a trait of the test has set. What it
/// wants of the caller it reads when it is used.
///
/// ```swift
/// struct APIClientKey: DependencyKey {
///     static let liveValue = APIClient(fetch: { try await download($0) })
///     static let testValue = APIClient(fetch: { _ in Data() })
/// }
/// extension NetworkClient: DependencyKey {          // a type may be its own key
///     static let liveValue = NetworkClient()
/// }
/// ```
public protocol DependencyKey<Value>: TestDependencyKey {
    /// What the key stands for; the conforming type itself unless it says otherwise.
    associatedtype Value = Self

    /// The value in the app as it ships.
    static var liveValue: Value { get }

    /// The value in a test.
    static var testValue: Value { get }

    /// The value in an Xcode preview.
    static var previewValue: Value { get }
}

extension DependencyKey {
    /// No value for tests: reading the dependency in one fails it.
    ///
    /// The failure names the key, its type and the line of the `@Dependency`, once in each test. The live value is
    /// returned, so that the rest of the test can be seen.
    public static var testValue: Value {
        DefaultBuild.noteMissingTestValue(key: Self.self)
        return liveValue
    }

    /// The test value where the key has one, else the live value.
    public static var previewValue: Value { testValue }
}
