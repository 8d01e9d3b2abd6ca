import Depot
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
        do throws(Problem) {
            let invocation = try Invocation(
                arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
            Bootstrap.assemble(.shared, for: invocation.configuration)
            try await invocation.command.run()
        } catch {
            FileHandle.standardError.write(Data("popcorn: \(error)\n".utf8))
            exit(error.exitCode)
        }
    }
}
