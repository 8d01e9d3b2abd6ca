/// A line of source code, written `Module/File.swift:12`: where something was registered, for one.
public struct SourceLine: Sendable, CustomStringConvertible {
    let file: StaticString
    /// The line, counted from 1.
    public let line: UInt

    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }

    /// The file, as `#fileID` gives it.
    public var fileID: String { "\(file)" }

    /// The place, as `Module/File.swift:12`.
    public var description: String { "\(file):\(line)" }
}

extension SourceLine: Hashable {
    /// Compares the places, not the addresses of their file names.
    ///
    /// - Parameters:
    ///   - lhs: A place.
    ///   - rhs: Another.
    /// - Returns: Whether both name the same line of the same file.
    public static func == (lhs: SourceLine, rhs: SourceLine) -> Bool {
        lhs.line == rhs.line && lhs.fileID == rhs.fileID
    }

    /// Feeds the file and the line to a hasher.
    ///
    /// - Parameter hasher: What takes them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}
