import DepotSharing

/// `popcorn settings [SETTING VALUE]`: what the person has chosen about the app, or one choice more.
struct SettingsCommand: Command {
    /// What is chosen.
    enum Choice: Equatable, Sendable {
        /// The name that a login offers; nil for none.
        case name(AccountName?)
        /// Whether each request is shown.
        case verbose(Bool)
    }

    let choice: Choice?

    func run() async throws(Problem) {
        @Shared(.offeredName) var name
        @Shared(.isVerbose) var isVerbose
        switch choice {
        case .name(let chosen): $name.withLock { $0 = chosen?.rawValue }
        case .verbose(let chosen): $isVerbose.withLock { $0 = chosen }
        case nil: break
        }
        print("name: \(name ?? "(none)")")
        print("verbose: \(isVerbose ? "on" : "off")")
    }
}

extension SettingsCommand.Choice {
    /// Takes what a person typed, and says what can be chosen.
    init(_ setting: String, _ value: String) throws(Problem) {
        switch (Settings.Name(rawValue: setting), value) {
        case (.name, ""): self = .name(nil)
        case (.name, _): self = .name(try AccountName(value))
        case (.verbose, "on"): self = .verbose(true)
        case (.verbose, "off"): self = .verbose(false)
        case (.verbose, _):
            throw Problem(.usage, "verbose cannot be \"\(value)\".", at: "the command line", fix: "write: popcorn settings verbose on|off")
        case (nil, _):
            throw Problem(
                .usage, "popcorn has no setting \"\(setting)\".", at: "the command line",
                fix: "choose one of: \(Settings.Name.allCases.map(\.rawValue).joined(separator: ", "))")
        }
    }
}
