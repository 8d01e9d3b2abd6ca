/// Where a `@Dependency` is written, and how it is being read.
package struct ReadSite: Sendable {
    /// `Module/File.swift`.
    package let fileID: StaticString
    /// The whole path of the file.
    package let filePath: StaticString
    /// The line of the `@Dependency`.
    package let line: UInt
}

extension ReadSite: CustomStringConvertible {
    package var description: String { "\(fileID):\(line)" }
}
