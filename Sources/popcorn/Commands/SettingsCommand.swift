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
        @Shared(.settings) var settings
        if let choice {
            $settings.report()
            try await $settings.choose { settings in
                switch choice {
                case .name(let chosen): settings.name = chosen?.rawValue
                case .verbose(let chosen): settings.isVerbose = chosen
                }
            }
        } else {
            try $settings.check()
        }
        try StandardOutput.say("name: \(settings.name ?? "(none)")")
        try StandardOutput.say("verbose: \(settings.isVerbose ? "on" : "off")")
    }
}

extension SettingsCommand.Choice {
    /// Takes what a person typed, and says what can be chosen.
    init(_ setting: String, _ value: String) throws(Problem) {
        switch (Settings.CodingKeys(rawValue: setting), value) {
        case (.name, ""): self = .name(nil)
        case (.name, _): self = .name(try AccountName(value))
        case (.isVerbose, "on"): self = .verbose(true)
        case (.isVerbose, "off"): self = .verbose(false)
        case (.isVerbose, _):
            throw Problem(.usage, "verbose cannot be \"\(value)\".", at: "the command line", fix: "write: popcorn settings verbose on|off")
        case (nil, _):
            throw Problem(
                .usage, "popcorn has no setting \"\(setting)\".", at: "the command line",
                fix: "choose one of: \(Settings.CodingKeys.allCases.map(\.rawValue).joined(separator: ", "))")
        }
    }
}
