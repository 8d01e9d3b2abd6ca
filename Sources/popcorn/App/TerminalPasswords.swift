#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Takes the password from the environment, else from a person who does not see it typed, else from standard input.
struct TerminalPasswords: PasswordSource {
    /// What POPCORN_PASSWORD says.
    let preset: Password?

    func password(for purpose: String, confirming: Bool) throws(Problem) -> Password {
        if let preset { return preset }
        guard isatty(STDIN_FILENO) == 1 else { return try fromStandardInput() }
        let password = try fromTerminal("\(purpose): ")
        if confirming, try fromTerminal("Once more: ") != password {
            throw Problem(.badInput, "The two passwords differ.", at: "the terminal", fix: "try again.")
        }
        return password
    }

    private func fromTerminal(_ prompt: String) throws(Problem) -> Password {
        guard let typed = HiddenLine.ask(prompt), !typed.isEmpty else { throw .noPassword("the terminal") }
        return Password(rawValue: typed)
    }

    private func fromStandardInput() throws(Problem) -> Password {
        guard let line = readLine(), !line.isEmpty else { throw .noPassword("standard input") }
        return Password(rawValue: line)
    }
}

extension Problem {
    fileprivate static func noPassword(_ place: String) -> Problem {
        Problem(
            .badInput, "There is no password.", at: place,
            fix: "type it, pipe it in as one line, or set POPCORN_PASSWORD.")
    }
}
