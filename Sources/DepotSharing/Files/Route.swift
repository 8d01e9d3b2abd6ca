internal import Foundation

/// The way from a path to its file: which file it is, and every name on the way that decides it.
///
/// Links are followed as the system follows them, also one whose target is missing: the file would be made there. One to a name that is not
/// UTF-8 is no text, and taken for a name like any other.
struct Route: Equatable, Sendable {
    /// The file, by a path without links.
    private(set) var target: String
    /// The names that were looked up, the file's own last; what lies below a missing name cannot be looked up.
    private(set) var steps: [Step] = []

    /// One name in one directory.
    struct Step: Equatable, Sendable {
        let directory: String
        let name: String
        /// Whether a change of this name is all that tells of another file: it is a link, or the last one there is.
        let isDecisive: Bool
    }

    /// The most links that a path may lead through, as in the kernel of Linux.
    private static let mostLinks = 40

    /// Looks each name of a path up: one system call for each.
    ///
    /// - Parameter path: An absolute path.
    init(_ path: String) {
        var rest = Self.names(of: path)
        var links = 0
        /// How many names of the target so far are not there.
        var missing = 0
        target = ""
        while let name = rest.popLast() {
            if name == ".." {
                target = Self.parent(of: target)
                missing = max(missing - 1, 0)
                continue
            }
            let full = target + "/" + name
            if missing > 0 {
                target = full
                missing += 1
                continue
            }
            let (link, error) = Self.link(full)
            if error == ENOENT || error == ENOTDIR { missing = 1 }
            let isLast = missing > 0 || rest.isEmpty
            steps.append(Step(directory: target.isEmpty ? "/" : target, name: name, isDecisive: link != nil || isLast))
            guard let link, links < Self.mostLinks else {
                target = full
                continue
            }
            links += 1
            if link.utf8.first == FileName.slash { target = "" }
            rest += Self.names(of: link)
        }
        if target.isEmpty { target = "/" }
    }

    /// The names of a path, the first one last.
    private static func names(of path: String) -> [String] {
        path.utf8.split(separator: FileName.slash).map { String(Substring($0)) }.filter { $0 != "." }.reversed()
    }

    private static func parent(of path: String) -> String {
        String(path[..<(path.utf8.lastIndex(of: FileName.slash) ?? path.startIndex)])
    }

    /// Whether there is a link at a path.
    static func isLink(_ path: String) -> Bool { link(path).error == 0 }

    /// What a link says; nil with the system's error if it is none, and without one if that is no text.
    private static func link(_ path: String) -> (text: String?, error: Int32) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return (nil, ENOMEM) }
            let count = readlink(path, start, buffer.count)
            return count < 0 ? (nil, errno) : (String(validating: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self), 0)
        }
    }
}
