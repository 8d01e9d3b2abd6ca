import Depot
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
        do {
            let invocation = try Invocation(
                arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
            prepareDependencies { Bootstrap.prepare(&$0, for: invocation.configuration) }
            Bootstrap.assemble(.shared, for: invocation.configuration)
            try await Container.shared.withScope(.request, id: "\(type(of: invocation.command))") {
                try await invocation.command.run()
            }
        } catch {
            FileHandle.standardError.write(Data("popcorn: \(error)\n".utf8))
            exit((error as? Problem)?.exitCode ?? EXIT_FAILURE)
        }
    }
}
