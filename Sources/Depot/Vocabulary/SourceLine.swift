/// A line of source code, written `Module/File.swift:12`: where something was registered, for one.
public struct SourceLine: Sendable, CustomStringConvertible {
    /// The file as the compiler knows it; empty for a line that was read.
    let file: StaticString
    /// The number of a file name that was read; 0 for none.
    ///
    /// Not the name itself: with a `String` here each copy of a line would be a call, and a program 16 kilobytes larger.
    private let readFile: UInt32
    /// The line, counted from 1.
    public let line: UInt

    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
        readFile = 0
    }

    /// A line that was read from somewhere; its file's name is kept for as long as the process runs, once.
    package init(fileID: String, line: UInt) {
        file = ""
        self.line = line
        readFile = UInt32(ReadFiles.number(of: fileID))
    }

    /// The file, as `#fileID` gives it.
    public var fileID: String {
        @inline(never) get { readFile == 0 ? "\(file)" : ReadFiles.name(Int(readFile)) }
    }

    /// The place, as `Module/File.swift:12`.
    public var description: String {
        @inline(never) get { fileID + ":" + String(line) }
    }
}

/// The names of files that were read, each once.
private enum ReadFiles {
    private static let known = Locked<(numbers: [String: Int], names: [String])>(([:], []))

    /// A number above 0.
    static func number(of name: String) -> Int {
        known.withLock { known in
            if let number = known.numbers[name] { return number }
            known.names.append(name)
            known.numbers[name] = known.names.count
            return known.names.count
        }
    }

    static func name(_ number: Int) -> String { known.withLock { $0.names[number - 1] } }
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
    @inline(never)  // A hash of what has a line is computed in many places.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}
