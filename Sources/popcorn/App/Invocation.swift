import Foundation

/// A command line, understood: what to do, and with which configuration.
struct Invocation {
    let configuration: Configuration
    let command: any Command

    /// Reads a command line.
    ///
    /// Options may stand anywhere, as `--home DIR` or `--home=DIR`; `--` ends them.
    init(arguments: [String], environment: [String: String]) throws(Problem) {
        var words: [String] = []
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch parts[0] {
            case "-h", "--help": words.insert("help", at: 0)
            case "--version": words.insert("version", at: 0)
            case "--open": options["--open"] = ""
            case "--home", "--server", "--format", "--compare", "--for":
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw .usage("The option \(parts[0]) has no value.")
                }
                options[parts[0]] = value
            default: throw .usage("popcorn has no option \"\(parts[0])\".")
            }
        }
        configuration = try Configuration(options: options, environment: environment)
        try Self.check(options, for: words.first)
        command = try Self.command(words, options, home: configuration.home)
    }

    /// Options that only one command has.
    private static func check(_ options: [String: String], for command: String?) throws(Problem) {
        for (option, owner) in [("--format", "graph"), ("--open", "graph"), ("--compare", "graph"), ("--for", "watch")]
        where options[option] != nil && command != owner {
            throw .usage("Only popcorn \(owner) has the option \(option).")
        }
    }

    private static func command(_ words: [String], _ options: [String: String], home: URL) throws(Problem) -> any Command {
        let operands = Array(words.dropFirst())
        switch (words.first ?? "help", operands.count) {
        case ("help", _): return HelpCommand()
        case ("version", _): return VersionCommand()
        case ("demo", 0): return DemoCommand()
        case ("sign-up", 0): return SignUpCommand(name: nil)
        case ("sign-up", 1): return SignUpCommand(name: operands[0])
        case ("login", 0): return LoginCommand(name: nil)
        case ("login", 1): return LoginCommand(name: operands[0])
        case ("social-login", 2):
            return SocialLoginCommand(provider: IdentityProvider(rawValue: operands[0]), name: operands[1])
        case ("graph", 0): return GraphCommand(output: try graphOutput(options, home: home))
        case ("accounts", 0): return AccountsCommand()
        case ("watch", 0): return WatchCommand(time: try options["--for"].map { (text) throws(Problem) in try seconds(text) })
        case ("settings", 0): return SettingsCommand(choice: nil)
        case ("settings", 2): return SettingsCommand(choice: try SettingsCommand.Choice(operands[0], operands[1]))
        case ("whoami", 0): return WhoAmICommand()
        case ("refresh", 0): return RefreshCommand()
        case ("log-out", 0): return LogOutCommand()
        case (let name, _):
            guard let usage = HelpCommand.usage(of: name) else { throw .usage("popcorn has no command \"\(name)\".") }
            throw Problem(.usage, "popcorn \(name) is not written like that.", at: "the command line", fix: "write: \(usage)")
        }
    }

    private static func graphOutput(_ options: [String: String], home: URL) throws(Problem) -> GraphCommand.Output {
        let earlier = options["--compare"].map { URL(filePath: $0) }
        if options["--open"] != nil {
            guard options["--format"].map({ $0 == "html" }) ?? true else {
                throw .usage("popcorn graph --open shows a page: --format html.")
            }
            return .page(directory: home, comparedWith: earlier)
        }
        if let earlier { return .text(.comparison(with: earlier, try format(options, else: .text, "popcorn graph --compare"))) }
        return .text(.graph(try format(options, else: .tree, "popcorn graph")))
    }

    private static func format<Format: RawRepresentable<String> & CaseIterable>(
        _ options: [String: String], else usual: Format, _ command: String
    ) throws(Problem) -> Format {
        guard let written = options["--format"] else { return usual }
        guard let format = Format(rawValue: written) else {
            throw Problem(
                .usage, "\(command) has no format \"\(written)\".", at: "--format",
                fix: "choose one of: \(Format.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return format
    }

    private static func seconds(_ text: String) throws(Problem) -> Duration {
        guard let seconds = Double(text), (0...1_000_000).contains(seconds) else {
            throw Problem(.usage, "\"\(text)\" is not a time in seconds.", at: "--for", fix: "write it like --for 10")
        }
        return .seconds(seconds)
    }
}

extension Problem {
    /// A command line that is not understood.
    fileprivate static func usage(_ what: String) -> Problem {
        Problem(.usage, what, at: "the command line", fix: "see: popcorn --help")
    }
}
