import Foundation

/// The built `popcorn`, run as a person would run it: one process for each command, all with one home.
struct PopcornProcess {
    let home: TemporaryHome
    /// The user's home directory, in which popcorn has nothing to write.
    let userHome: TemporaryHome
    /// Where the programs are that it may run.
    var path = "/usr/bin:/bin"

    /// What a run left behind.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    init() throws {
        home = try TemporaryHome()
        userHome = try TemporaryHome()
    }

    /// Runs a command, with a line of standard input for the password.
    func run(_ arguments: String..., password: String = "two tickets, please") async throws -> Outcome {
        try await run(arguments, password: password)
    }

    func run(_ arguments: [String], password: String = "two tickets, please", script: String? = nil) async throws -> Outcome {
        let (output, errors) = (Pipe(), Pipe())
        let (process, input) = made(arguments)
        if let script {
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", script, "sh", Self.executable.path] + arguments
        }
        process.standardOutput = output
        process.standardError = errors
        try input.fileHandleForWriting.write(contentsOf: Data("\(password)\n".utf8))
        try input.fileHandleForWriting.close()
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do {
                try process.run()
            } catch {
                done.resume(throwing: error)
            }
        }
        return Outcome(
            status: process.terminationStatus, output: try Self.text(from: output), errors: try Self.text(from: errors))
    }

    /// Runs a command by a shell, which the script hands it to as `"$@"`.
    func run(_ arguments: [String], script: String) async throws -> Outcome {
        try await run(arguments, password: "two tickets, please", script: script)
    }

    /// Starts a command at a terminal of its own.
    func startAtTerminal(_ arguments: String...) throws -> TerminalPopcorn {
        try TerminalPopcorn([Self.executable.path] + arguments, environment: environment)
    }

    /// Starts a command that goes on until its standard input ends.
    func start(_ arguments: String...) throws -> RunningPopcorn {
        let (process, input) = made(arguments)
        return try RunningPopcorn(process, input: input)
    }

    private func made(_ arguments: [String]) -> (Process, input: Pipe) {
        let process = Process()
        let input = Pipe()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        return (process, input)
    }

    private var environment: [String: String] {
        ["POPCORN_HOME": home.url.path, "PATH": path, "HOME": userHome.url.path]
    }

    private static func text(from pipe: Pipe) throws -> String {
        String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// It stands beside the test bundle.
    private static var executable: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
        return (bundle ?? Bundle.main.bundleURL).appending(path: "popcorn")
    }
}
