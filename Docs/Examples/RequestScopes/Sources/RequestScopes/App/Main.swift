import ArgumentParser
import Depot
import Foundation
import Hummingbird
import Logging
import NIOCore

/// Serves popcorn's API until it is told to stop, by SIGTERM or SIGINT.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "RequestScopes", abstract: "Serves popcorn's API on the loopback.")

    @Option(help: "The port; 0 for any that is free.")
    var port = 8080
    @Option(help: "The database's file; it is made where it is not there.")
    var database = "popcorn.sqlite"
    @Option(help: "What goes into the log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"
    @Flag(help: "Adds paths that go wrong on purpose, for tests.")
    var rehearsal = false

    func run() async throws {
        var logger = Logger(label: "RequestScopes") { StreamLogHandler.standardError(label: $0) }
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        guard let level = Logger.Level(rawValue: logLevel) else {
            throw ValidationError("There is no log level \"\(logLevel)\"; there are: \(levels).")
        }
        logger.logLevel = level

        let container = try Bootstrap.container(ServerOptions(database: database, port: port, isRehearsal: rehearsal), logger: logger)
        try await container.start()
        let sessions = SessionLog.begin(on: container, logger)
        defer { sessions?.end() }
        let application = try Server.application(container) { channel in
            say("RequestScopes listens on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        }
        try await application.runService()

        let tally = try container.tryResolve(Tally.self)
        for failure in await container.close() { logger.error("\(failure)") }
        let health = Health(of: container, tally)
        say("Closed; \(health)")
        if !health.isClean { throw ExitCode.failure }
    }
}

/// Prints a line at once, also into a pipe.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
