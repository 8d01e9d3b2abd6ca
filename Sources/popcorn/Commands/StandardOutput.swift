import Foundation

/// What the app writes for people and for other programs.
///
/// Not by `print`, which keeps lines back where a pipe or a file reads them, and tells nobody when they could not be written.
enum StandardOutput {
    /// Writes a line, at once.
    static func say(_ line: String) throws(Problem) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
        } catch {
            throw Problem(
                .fileAccess, "The output cannot be written: \(error.reason).", at: "standard output",
                fix: "make room or choose another place for it; what the command does besides is done.")
        }
    }
}

/// What the app writes when something is wrong, or when it is verbose.
enum StandardError {
    /// Writes a line, at once; where that fails, there is nobody left to tell.
    static func say(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data("popcorn: \(line)\n".utf8)) }
}

extension Error {
    /// What the system says, without what Foundation wraps it in.
    fileprivate var reason: String {
        let error = self as NSError
        let cause = error.domain == NSPOSIXErrorDomain ? error : (error.userInfo[NSUnderlyingErrorKey] as? NSError) ?? error
        return cause.domain == NSPOSIXErrorDomain ? String(cString: strerror(Int32(cause.code))).lowercased() : "\(self)"
    }
}
