#if canImport(Testing)
    public import DepotValues
    public import Testing

    /// Gives a test, or every test of a suite, other dependencies.
    ///
    /// The values are set anew for each test and each case of a parameterised one, so that `.incrementing` counts from 0
    /// in each. A test's own traits come after those of its suite and win.
    ///
    /// ```swift
    /// @Suite(.dependencies { $0.uuid = .incrementing })
    /// struct SessionTests {
    ///     @Test(.dependency(\.date, .constant(.distantPast))) func expires() { … }
    /// }
    /// ```
    public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
        fileprivate let update: @Sendable (inout DependencyValues) async throws -> Void

        /// Every test in the suite has it, those of suites inside included.
        public var isRecursive: Bool { true }

        /// Runs a test with the values.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
        ) async throws {
            try await withTestDependencies(update, operation: function)
        }
    }

    extension Trait where Self == DependenciesTrait {
        /// Other dependencies for a test, or for every test of a suite.
        ///
        /// - Parameter update: Sets values, anew for each test and case.
        /// - Returns: The trait.
        public static func dependencies(
            _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
        ) -> Self {
            DependenciesTrait(update: update)
        }

        /// Another value of one dependency for a test, or for every test of a suite.
        ///
        /// - Parameters:
        ///   - name: Its name: `\.date`.
        ///   - value: The value, made anew for each test and case.
        /// - Returns: The trait.
        public static func dependency<Value: Sendable>(
            _ name: any WritableKeyPath<DependencyValues, Value> & Sendable,
            _ value: @escaping @autoclosure @Sendable () throws -> Value
        ) -> Self {
            DependenciesTrait { $0[keyPath: name] = try value() }
        }
    }
#endif
