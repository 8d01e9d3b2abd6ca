/// Where a `@Dependency` is written.
///
/// It is copied at every read, so it is 24 bytes of pointers to constants and not 56 of `StaticString`.
package struct ReadSite: @unchecked Sendable {  // The pointers are to constants of the program, which nobody changes or frees.
    private let file: UnsafePointer<UInt8>
    private let path: UnsafePointer<UInt8>
    private let lineNumber: UInt32

    /// - Parameters:
    ///   - fileID: `Module/File.swift`, as `#fileID` gives it.
    ///   - filePath: The whole path, as `#filePath` gives it.
    ///   - line: The line.
    package init(fileID: StaticString, filePath: StaticString, line: UInt) {
        file = fileID.utf8Start
        path = filePath.utf8Start
        lineNumber = UInt32(truncatingIfNeeded: line)
    }
}

extension ReadSite {
    package var fileID: String { String(cString: file) }
    package var filePath: String { String(cString: path) }
    package var line: Int { Int(lineNumber) }
}

extension ReadSite: CustomStringConvertible {
    package var description: String { "\(fileID):\(line)" }
}
