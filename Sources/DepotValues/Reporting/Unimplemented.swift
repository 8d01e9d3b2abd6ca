/// A closure for a test value that reports when it is called, with its name and this line: it fails the test, in an app it writes to
/// standard error.
///
/// ```swift
/// static let testValue = APIClient(fetch: unimplemented("fetch", placeholder: Data()))
/// ```
///
/// - Parameters:
///   - name: What it would be, for the report.
///   - placeholder: What a call returns after the report.
///   - fileID: Where this is written, for the report.
///   - filePath: Likewise.
///   - line: Likewise.
/// - Returns: The closure; it fits one that is `async` or `throws` as well.
public func unimplemented<each Argument, Result>(
    _ name: String = "", placeholder: @escaping @autoclosure @Sendable () -> Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
    let site = ReadSite(fileID: fileID, filePath: filePath, line: line)
    return { (_: repeat each Argument) in
        DependencyIssue.unimplemented(name, site: site).report()
        return placeholder()
    }
}

/// A closure that returns nothing and reports when it is called.
///
/// It fits one that is `async` as well. Parameters as in the form with a placeholder.
@_disfavoredOverload  // Where the closure may throw, it does.
public func unimplemented<each Argument>(
    _ name: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
) -> @Sendable (repeat each Argument) -> Void {
    unimplemented(name, placeholder: (), fileID: fileID, filePath: filePath, line: line)
}

/// A throwing closure that reports when it is called, and throws ``UnimplementedError``.
///
/// It fits one that is `async` as well. Parameters as in the form with a placeholder.
public func unimplemented<each Argument, Result>(
    _ name: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
) -> @Sendable (repeat each Argument) throws -> Result {
    let site = ReadSite(fileID: fileID, filePath: filePath, line: line)
    return { (_: repeat each Argument) in
        DependencyIssue.unimplemented(name, site: site).report()
        throw UnimplementedError(name: name)
    }
}

/// What a closure of `unimplemented(_:fileID:filePath:line:)` throws.
public struct UnimplementedError: Error, Equatable {
    /// What the closure would be.
    public let name: String
}
