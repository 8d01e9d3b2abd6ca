import Foundation
import Testing

@testable import popcorn

struct InvocationTests {
    @Test(arguments: [
        ["--home", "/h", "login", "ada"], ["login", "--home=/h", "ada"], ["login", "ada", "--home", "/h"],
    ])
    func `options may stand anywhere, with a space or an equals sign`(arguments: [String]) throws {
        let invocation = try Invocation(arguments: arguments, environment: [:])
        #expect(invocation.configuration == Configuration(home: URL(filePath: "/h")))
        #expect((invocation.command as? LoginCommand)?.name == "ada")
    }

    @Test func `an option stands before the environment`() throws {
        let environment = ["POPCORN_HOME": "/e", "POPCORN_SERVER": "http://e", "POPCORN_PASSWORD": "secret"]
        let server = try #require(URL(string: "http://o"))
        let expected = Configuration(home: URL(filePath: "/o"), server: server, password: Password(rawValue: "secret"))
        let arguments = ["--home", "/o", "--server", "http://o", "whoami"]
        #expect(try Invocation(arguments: arguments, environment: environment).configuration == expected)
    }

    @Test(arguments: [[], ["help"], ["-h"], ["login", "--help"], ["help", "login"]])
    func `nothing, help, -h and --help all help`(arguments: [String]) throws {
        #expect(try Invocation(arguments: arguments, environment: [:]).command is HelpCommand)
    }

    @Test(arguments: [["--version"], ["version"], ["login", "--version"]])
    func `the version is asked for by --version and by version`(arguments: [String]) throws {
        #expect(try Invocation(arguments: arguments, environment: [:]).command is VersionCommand)
    }

    @Test func `a login without a name is for the name that is offered`() throws {
        let command = try #require(try Invocation(arguments: ["login"], environment: [:]).command as? LoginCommand)
        #expect(command.name == nil)
    }

    @Test(arguments: [(["watch"], nil), (["watch", "--for", "1.5"], Duration.milliseconds(1500))])
    func `a watch is for a time, or without end`(arguments: [String], time: Duration?) throws {
        let command = try #require(try Invocation(arguments: arguments, environment: [:]).command as? WatchCommand)
        #expect(command.time == time)
    }

    @Test func `what comes after two dashes is no option`() throws {
        let invocation = try Invocation(arguments: ["login", "--", "--home"], environment: [:])
        #expect((invocation.command as? LoginCommand)?.name == "--home")
    }

    @Test(arguments: [
        (nil, ""), ("http://127.0.0.1:8080", "-http-127.0.0.1-8080"),
        ("https://popcorn.example/v1", "-https-popcorn.example-v1"),
    ])
    func `each server has a keychain and a list of accounts of its own`(server: String?, suffix: String) {
        let configuration = Configuration(home: URL(filePath: "/h"), server: server.flatMap { URL(string: $0) })
        #expect(configuration.keychainFile.path == "/h/keychain\(suffix).json")
        #expect(configuration.knownAccountsFile.path == "/h/known-accounts\(suffix).json")
    }

    @Test(arguments: [
        (["dance"], "popcorn has no command \"dance\".", "the command line", "see: popcorn --help"),
        (["login", "ada", "bob"], "popcorn login is not written like that.", "the command line", "write: popcorn login [NAME]"),
        (
            ["social-login", "ada"], "popcorn social-login is not written like that.", "the command line",
            "write: popcorn social-login PROVIDER NAME"
        ),
        (["whoami", "me"], "popcorn whoami is not written like that.", "the command line", "write: popcorn whoami"),
        (
            ["settings", "name"], "popcorn settings is not written like that.", "the command line",
            "write: popcorn settings [SETTING VALUE]"
        ),
        (["settings", "sound", "on"], "popcorn has no setting \"sound\".", "the command line", "choose one of: name, verbose"),
        (
            ["settings", "verbose", "loud"], "verbose cannot be \"loud\".", "the command line",
            "write: popcorn settings verbose on|off"
        ),
        (["watch", "--for", "ever"], "\"ever\" is not a time in seconds.", "--for", "write it like --for 10"),
        (["accounts", "--for", "1"], "Only popcorn watch has the option --for.", "the command line", "see: popcorn --help"),
        (["whoami", "--open"], "Only popcorn graph has the option --open.", "the command line", "see: popcorn --help"),
        (
            ["graph", "--open", "--format", "dot"], "popcorn graph --open shows a page: --format html.", "the command line",
            "see: popcorn --help"
        ),
        (["whoami", "--format", "dot"], "Only popcorn graph has the option --format.", "the command line", "see: popcorn --help"),
        (
            ["graph", "--format", "png"], "popcorn graph has no format \"png\".", "--format",
            "choose one of: tree, mermaid, dot, json, html"
        ),
        (
            ["graph", "--compare", "graph.json", "--format", "dot"], "popcorn graph --compare has no format \"dot\".", "--format",
            "choose one of: text, markdown, json, html"
        ),
        (["whoami", "--compare", "graph.json"], "Only popcorn graph has the option --compare.", "the command line", "see: popcorn --help"),
        (["watch", "ada"], "popcorn watch is not written like that.", "the command line", "write: popcorn watch [--for SECONDS]"),
        (
            ["graph", "dot"], "popcorn graph is not written like that.", "the command line",
            "write: popcorn graph [--format FORMAT] [--compare FILE] [--open]"
        ),
        (["--loud"], "popcorn has no option \"--loud\".", "the command line", "see: popcorn --help"),
        (["whoami", "--home"], "The option --home has no value.", "the command line", "see: popcorn --help"),
        (
            ["whoami", "--server", "localhost"], "\"localhost\" is not the address of a server.", "--server or POPCORN_SERVER",
            "write it like http://127.0.0.1:8080"
        ),
    ])
    func `a command line that is not understood says how it is written`(arguments: [String], what: String, place: String, fix: String) {
        let problem = #expect(throws: Problem.self) { try Invocation(arguments: arguments, environment: [:]) }
        #expect(problem == Problem(.usage, what, at: place, fix: fix))
        #expect(problem?.exitCode == 2)
    }
}
