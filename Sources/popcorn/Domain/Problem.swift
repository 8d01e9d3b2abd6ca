/// What went wrong, where, and how to fix it: the one error of the app, made to be read.
///
/// ```text
/// The name or the password is wrong.
///   where: POST /login, the embedded backend in /home/ada/.popcorn/backend
///   fix:   check the spelling and type it again, or make another account with: popcorn sign-up NAME
/// ```
struct Problem: Error, Equatable, Sendable {
    /// What the app can tell apart.
    enum Kind: Equatable, Sendable {
        /// A backend said no.
        case refused(API.ErrorCode)
        /// The backend could not be reached.
        case unreachable
        /// The backend's answer makes no sense.
        case badAnswer
        /// Nobody is logged in.
        case notLoggedIn
        /// What the user gave cannot be used.
        case badInput
        /// The command line is not understood.
        case usage
        /// A file does not hold what it should.
        case damagedFile
        /// A file cannot be read or written.
        case fileAccess
    }

    let kind: Kind
    let what: String
    let place: String
    let fix: String

    init(_ kind: Kind, _ what: String, at place: String, fix: String) {
        self.kind = kind
        self.what = what
        self.place = place
        self.fix = fix
    }

    /// What the process exits with: 2 for a command line that is not understood, 1 for everything else.
    var exitCode: Int32 { kind == .usage ? 2 : 1 }
}

extension Problem: CustomStringConvertible {
    var description: String { "\(what)\n  where: \(place)\n  fix:   \(fix)" }
}
