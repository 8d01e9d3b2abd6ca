import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What differs from one run to the next: where the state is, and who answers.
struct Configuration: Equatable, Sendable {
    /// Who answers the app's requests.
    enum Backend: Equatable, Sendable {
        /// A backend in this process, with its files in a directory.
        case embedded(URL)
        /// A server.
        case server(URL)
    }

    /// The directory for everything that popcorn keeps.
    let home: URL
    let backend: Backend
    /// The password, where it is not asked for.
    let password: Password?

    /// - Parameters:
    ///   - home: The directory for everything that popcorn keeps.
    ///   - server: The server's address; nil for the embedded backend.
    ///   - password: The password, where it is not asked for.
    init(home: URL, server: URL? = nil, password: Password? = nil) {
        self.home = home
        self.backend = server.map { .server($0) } ?? .embedded(home.appending(path: "backend"))
        self.password = password
    }

    /// The keychain.
    ///
    /// Each backend has its own, so that no server is ever shown a token of another.
    var keychainFile: URL { file("keychain") }

    /// The list of accounts that are known on this device, of one backend as well.
    var knownAccountsFile: URL { file("known-accounts") }

    /// What the person has chosen about the app.
    var settingsFile: URL { home.appending(path: "settings.plist") }

    /// The directory where no other is chosen.
    static var usualHome: URL { FileManager.default.homeDirectoryForCurrentUser.appending(path: ".popcorn") }

    /// A file of which each backend has its own.
    private func file(_ name: String) -> URL {
        switch backend {
        case .embedded: return home.appending(path: "\(name).json")
        case .server(let url):
            let parts = [url.scheme, url.host(), url.port.map(String.init)].compactMap(\.self) + url.pathComponents.filter { $0 != "/" }
            return home.appending(path: "\(name)-\(parts.joined(separator: "-")).json")
        }
    }
}

extension Configuration {
    /// Throws where the home directory is something else; one that is not there yet is made when something is kept.
    func checkHome() throws(Problem) {
        var status = stat()
        if stat(home.path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { return }
            errno = ENOTDIR
        } else if errno == ENOENT {
            return
        }
        throw Problem(
            .fileAccess, "The home directory cannot be used: \(String(cString: strerror(errno)).lowercased()).", at: home.path,
            fix: "choose a directory of yours with --home DIR or POPCORN_HOME.")
    }

    /// The configuration from the options, then the environment, then the defaults.
    init(options: [String: String], environment: [String: String]) throws(Problem) {
        let home = options["--home"] ?? environment["POPCORN_HOME"].nonEmpty
        let server = options["--server"] ?? environment["POPCORN_SERVER"].nonEmpty
        self.init(
            home: home.map { URL(filePath: $0).absoluteURL } ?? Self.usualHome,
            server: try server.map { (text) throws(Problem) in try Self.server(text) },
            password: environment["POPCORN_PASSWORD"].nonEmpty.map(Password.init(rawValue:)))
    }

    private static func server(_ text: String) throws(Problem) -> URL {
        let url = URL(string: text)
        if let url, ["http", "https"].contains(url.scheme), url.host()?.isEmpty == false, url.user() == nil { return url }
        throw Problem(
            .usage, "\"\(text)\" is not the address of a server.", at: "--server or POPCORN_SERVER",
            fix: "write it like http://127.0.0.1:8080")
    }
}

extension String? {
    /// The text, or nil where there is none in it.
    fileprivate var nonEmpty: String? { flatMap { $0.isEmpty ? nil : $0 } }
}
