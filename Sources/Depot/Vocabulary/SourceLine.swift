/// A line of source code, written `Module/File.swift:12`: where something was registered, for one.
public struct SourceLine: Sendable, CustomStringConvertible {
    /// The file as the compiler knows it; empty for a line that was read.
    let file: StaticString
    private let isRead: Bool
    /// The line, or the number of one that was read.
    ///
    /// Half a word beside the flags, because each registration has one. And not what was read itself: with a `String` here each copy would be
    /// a call, and a program 16 kilobytes larger.
    private let number: UInt32

    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        isRead = false
        number = UInt32(clamping: line)
    }

    /// A line that was read from somewhere; it is kept for as long as the process runs, once.
    package init(fileID: String, line: UInt) {
        file = ""
        isRead = true
        number = UInt32(ReadLines.number(of: (fileID, line)))
    }

    /// The line, counted from 1.
    public var line: UInt {
        @inline(never) get { isRead ? ReadLines.line(Int(number)).line : UInt(number) }
    }

    /// The file, as `#fileID` gives it.
    public var fileID: String {
        @inline(never) get { isRead ? ReadLines.line(Int(number)).fileID : "\(file)" }
    }

    /// The place, as `Module/File.swift:12`.
    public var description: String {
        @inline(never) get { fileID + ":" + String(line) }
    }
}

/// The lines that were read, each once.
private enum ReadLines {
    typealias Line = (fileID: String, line: UInt)

    private static let known = Locked<(numbers: [String: Int], lines: [Line])>(([:], []))

    static func number(of line: Line) -> Int {
        let text = line.fileID + ":" + String(line.line)
        return known.withLock { known in
            if let number = known.numbers[text] { return number }
            known.numbers[text] = known.lines.count
            known.lines.append(line)
            return known.lines.count - 1
        }
    }

    static func line(_ number: Int) -> Line { known.withLock { $0.lines[number] } }
}

extension SourceLine: Hashable {
    /// Compares the places, not the addresses of their file names.
    @inline(never)
    public static func == (lhs: SourceLine, rhs: SourceLine) -> Bool {
        lhs.line == rhs.line && lhs.fileID == rhs.fileID
    }

    /// Feeds the file and the line to a hasher.
    @inline(never)  // A hash of what has a line is computed in many places.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}
