/// `popcorn help`.
struct HelpCommand: Command {
    var usesHome: Bool { false }

    func run() async throws(Problem) {
        try StandardOutput.say(Self.text)
    }

    /// How a command is written, or nil where there is none of that name.
    static func usage(of command: String) -> String? {
        let usages = text.split(separator: "\n").filter { $0.hasPrefix("  popcorn ") }.map { $0.dropFirst(2) }
        let usage = usages.first { $0.split(separator: " ")[1] == command }
        // A usage and what it does stand two spaces apart, or on two lines.
        return usage.map { String($0[..<($0.firstRange(of: "  ")?.lowerBound ?? $0.endIndex)]) }
    }

    static let text = """
        popcorn: log in to a film app. The sample app of Depot, which really runs.

        COMMANDS
          popcorn sign-up [NAME]               make an account; asks for a password
          popcorn login [NAME]                 log in; asks for the password; without NAME, as who did last
          popcorn social-login PROVIDER NAME   log in without one: PROVIDER is cinepass or reel-id
          popcorn whoami                       who is logged in; refreshes an expired access token by itself
          popcorn refresh                      get new tokens now
          popcorn log-out                      end the login
          popcorn accounts                     who has signed up or logged in here
          popcorn watch [--for SECONDS]        the same, and each change that another popcorn makes, until standard
                                               input ends, or for a time
          popcorn settings [SETTING VALUE]     what is chosen, or one choice more: name NAME is who a login without
                                               NAME is for ("" for nobody), verbose on|off shows each request
          popcorn graph [--format FORMAT] [--compare FILE] [--open]
                                               what the app is made of: FORMAT is tree, mermaid, dot, json or
                                               html; --open shows the page; --compare says what has changed
                                               since the graph that FILE has as JSON, as text, markdown, json
                                               or html
          popcorn demo                         a tour of the app and the container; leaves nothing behind
          popcorn help                         this text
          popcorn --version                    which popcorn this is

        OPTIONS
          --home DIR     keep everything in DIR             (else POPCORN_HOME, else ~/.popcorn)
          --server URL   talk to a popcorn server           (else POPCORN_SERVER, else the embedded backend)

        PASSWORDS
          are never on the command line, where others could read them, and never shown. popcorn asks for
          them; in a script, pipe one in as a line of standard input, or set POPCORN_PASSWORD.
          A sign-up that was interrupted goes on with `popcorn sign-up`: the name is still known.

        FILES, readable by you alone
          keychain.json            the login that is open, one such file for each server
          known-accounts.json      who has signed up or logged in here, one such file for each server
          graph.html               what `popcorn graph --open` shows
          settings.plist           what `popcorn settings` shows
          backend/accounts.json    the embedded backend's accounts; passwords are hashed
          backend/sessions.json    its logins: access tokens live 15 minutes, refresh tokens 30 days

        EXIT STATUS
          0 done;  1 refused, and standard error says what, where, and how to fix it;  2 command line not understood

        TRY
          popcorn demo
          popcorn sign-up ada && popcorn login ada && popcorn whoami && popcorn log-out
        """
}
