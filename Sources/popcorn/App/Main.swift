import Depot
import DepotSharing
import DepotValues
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Starts the app: reads the command line, fills the container, runs the command.
@main @MainActor
struct Popcorn {
    static func main() async {
        // Whoever writes a file of the home directory, only the user can read it.
        umask(0o077)
        keepDescriptorsTaken()
        do {
            let invocation = try Invocation(
                arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
            try await run(invocation.command, with: invocation.configuration)
        } catch {
            StandardError.say("\(error)")
            exit((error as? Problem)?.exitCode ?? EXIT_FAILURE)
        }
    }

    private static func run(_ command: any Command, with configuration: Configuration) async throws {
        prepareDependencies { Bootstrap.prepare(&$0, for: configuration) }
        Bootstrap.assemble(.shared, for: configuration)
        if command.usesHome {
            try configuration.checkHome()
            // What shows or changes the settings says itself what is wrong with them.
            if !(command is SettingsCommand) { Shared(.settings).report() }
        }
        let log = command.usesHome ? SessionLog(of: .shared) : nil
        defer { log?.end() }
        try await Container.shared.withScope(.request, id: "\(type(of: command))") {
            try await command.run()
        }
    }

    /// Takes the descriptors of standard input, output and error where the caller has closed them.
    ///
    /// Else the first files that are opened would get them, and what is said would be written into these. Opened the wrong way round, so
    /// that using them fails as it should.
    private static func keepDescriptorsTaken() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
