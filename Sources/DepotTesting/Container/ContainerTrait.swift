#if canImport(Testing)
    public import Depot
    public import Testing

    /// Gives a test, or every test of a suite, a container of its own.
    ///
    /// Each test, and each case of a parameterised one, runs with `Container.shared` as a copy: the registrations of the
    /// container that is in effect outside, and none of its instances. So tests that run in parallel never see each other's
    /// mocks. A test's own traits come after those of its suite and win. The copy is closed when the test ends.
    ///
    /// ```swift
    /// @Suite(.container { $0.replace((any NetworkManager).self, with: MockNetwork()) })
    /// struct LoginTests {
    ///     @Test(.container { $0.replace((any KeychainManager).self, with: LockedKeychain()) }) func refuses() { … }
    /// }
    /// ```
    public struct ContainerTrait: TestTrait, SuiteTrait, TestScoping {
        fileprivate let base: @Sendable () -> Container
        fileprivate let configure: @Sendable (Container) async throws -> Void

        /// Every test in the suite has it, those of suites inside included.
        public var isRecursive: Bool { true }

        /// Runs a test with a container of its own; throws what the closure or the test throws.
        ///
        /// What is replaced and not registered, in the closure or in the test, is an issue of the test instead of the end of the process;
        /// where that was in the closure, the test's code does not run.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
        ) async throws {
            let place = SourceLine(fileID: test.sourceLocation.fileID, line: UInt(test.sourceLocation.line))
            let container = base().copy(at: place)
            let misuses = Locked(0)
            container.reportMisuse { error, file, line in
                misuses.withLock { $0 += 1 }
                let location = SourceLocation(fileID: "\(file)", filePath: "\(file)", line: Int(line))
                Issue.record(Comment(rawValue: "\(error)"), sourceLocation: location)
            }
            let outcome: Result<Void, any Error>
            do {
                try await Context.bind(Context.replacingContainer(container)) {
                    try await configure(container)
                    let isSound = misuses.withLock { $0 == 0 }
                    if isSound { try await function() }
                }
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            for failure in await container.close(at: place) { Issue.record(failure, sourceLocation: test.sourceLocation) }
            try outcome.get()
        }
    }

    extension Trait where Self == ContainerTrait {
        /// A container of its own for a test, or for every test of a suite: a copy of the one in effect, as it is.
        public static var container: Self { container() }

        /// A container of its own for a test, or for every test of a suite: a copy of the one in effect.
        ///
        /// - Parameter configure: Replaces or registers on the copy, anew for each test and case.
        /// - Returns: The trait.
        public static func container(
            _ configure: @escaping @Sendable (Container) async throws -> Void = { _ in }
        ) -> Self {
            ContainerTrait(base: { .shared }, configure: configure)
        }

        /// A container of its own for a test, or for every test of a suite: a copy of the one given.
        ///
        /// `base` is the container to copy, a function that makes the app's for example.
        public static func container(
            copying base: @escaping @autoclosure @Sendable () -> Container,
            _ configure: @escaping @Sendable (Container) async throws -> Void = { _ in }
        ) -> Self {
            ContainerTrait(base: base, configure: configure)
        }
    }
#endif
