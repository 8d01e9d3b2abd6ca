/// Names of files that belong to another file and stand next to it.
enum FileName {
    /// The longest name that a directory takes, in bytes.
    private static let longest = 255

    /// What parts names: a byte, since to Swift a slash and an accent that begins a name are one character.
    static let slash = UInt8(ascii: "/")

    /// The directory of a file.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path of a name in a directory.
    static func path(_ name: some StringProtocol, in directory: String) -> String {
        directory.hasSuffix("/") ? directory + name : directory + "/" + name
    }

    /// A file's path with something before and after its name.
    ///
    /// Of a name that would be too long the end is replaced by a number made of the whole name, always the same one.
    @inline(never)
    static func beside(_ path: String, prefix: String, suffix: String) -> String {
        let name = path.utf8.lastIndex(of: slash).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        let directory = directory(of: path)
        let room = longest - prefix.utf8.count - suffix.utf8.count
        if name.utf8.count <= room { return Self.path(prefix + name + suffix, in: directory) }
        let number = "-" + hexadecimal(of: name)
        var start = name
        while start.utf8.count > room - number.utf8.count { start.removeLast() }
        return Self.path(prefix + start + number + suffix, in: directory)
    }

    /// FNV-1a, as text of 16 digits.
    private static func hexadecimal(of name: Substring) -> String {
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
