#if canImport(Testing)
    public import Depot
    public import Testing

    /// Fails the running test, with the whole report, where something is wrong with what a container has registered.
    ///
    /// Works in Swift Testing and in XCTest alike. Builds nothing and runs no factory.
    ///
    /// ```swift
    /// @Test func `The app's registrations are sound`() { expectValid(Container { AppAssembly() }) }
    /// ```
    ///
    /// - Parameters:
    ///   - container: The container, as the app's bootstrap makes it.
    ///   - fileID: The place that a failure names.
    ///   - filePath: Likewise.
    ///   - line: Likewise.
    ///   - column: Likewise.
    public func expectValid(
        _ container: Container, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        // Not by a default of `#_sourceLocation`, which does not compile in a file of XCTest.
        expectValid(container, sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// The same for a function of Swift Testing that is given the place.
    ///
    /// - Parameters:
    ///   - container: The container, as the app's bootstrap makes it.
    ///   - sourceLocation: The place that a failure names.
    public func expectValid(_ container: Container, sourceLocation: SourceLocation) {
        do throws(ValidationError) {
            try container.validate()
        } catch {
            #if canImport(XCTest)
                if Test.current == nil, XCTestRun.fail("\(error)", path: sourceLocation.path, line: sourceLocation.line) { return }
            #endif
            Issue.record(Comment(rawValue: "\(error)"), sourceLocation: sourceLocation)
        }
    }

    extension SourceLocation {
        /// The whole path of the file.
        fileprivate var path: String {
            #if compiler(>=6.3)
                filePath
            #else
                _filePath
            #endif
        }
    }
#endif
