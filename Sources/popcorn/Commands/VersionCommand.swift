/// `popcorn --version`.
struct VersionCommand: Command {
    /// The version that is being made; none has been published.
    static let version = "0.1.0-dev"

    var usesHome: Bool { false }

    func run() async throws(Problem) {
        try StandardOutput.say("popcorn \(Self.version)")
    }
}
