#if canImport(XCTest)
    public import Depot
    public import XCTest

    // Each form fails the test where the key is not registered, and restores by itself when the test method ends.
    extension XCTestCase {
        /// Replaces a service for the rest of the test method.
        ///
        /// ```swift
        /// override func setUp() {
        ///     replace((any NetworkManager).self, with: MockNetwork())
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - type: The service to replace. Where it is not registered, the test fails with the diagnosis.
        ///   - name: The registration's name, if it has one.
        ///   - container: Where to replace it; the container in effect by default.
        ///   - instance: What every resolve gives meanwhile.
        ///   - file: Where a failure is reported.
        ///   - line: Where a failure is reported.
        public nonisolated func replace<Service: Sendable>(
            _ type: Service.Type, name: Name? = nil, in container: Container = .shared, with instance: Service,
            file: StaticString = #filePath, line: UInt = #line
        ) {
            restoreAtEnd(file, line, try container.tryReplace(type, name: name, file: file, line: line, with: instance))
        }

        /// Replaces a service by a factory for the rest of the test method.
        ///
        /// The other parameters as above.
        public nonisolated func replace<Service>(
            _ type: Service.Type, name: Name? = nil, in container: Container = .shared, file: StaticString = #filePath,
            line: UInt = #line, _ factory: @escaping @Sendable (Resolver) throws -> Service
        ) {
            restoreAtEnd(file, line, try container.tryReplace(type, name: name, file: file, line: line, factory))
        }

        /// Replaces a service by a main-actor factory for the rest of the test method.
        ///
        /// The factory runs on the main actor. The other parameters as above.
        public nonisolated func replace<Service>(
            _ type: Service.Type, name: Name? = nil, in container: Container = .shared, file: StaticString = #filePath,
            line: UInt = #line, onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service
        ) {
            restoreAtEnd(file, line, try container.tryReplace(type, name: name, file: file, line: line, onMainActor: factory))
        }

        private nonisolated func restoreAtEnd(
            _ file: StaticString, _ line: UInt, _ replace: @autoclosure () throws(ResolutionError) -> Replacement
        ) {
            do throws(ResolutionError) {
                let replacement = try replace()
                addTeardownBlock { replacement.restore() }
            } catch {
                XCTFail("\(error)", file: file, line: line)
            }
        }
    }
#endif
