import Foundation

/// The built `popcorn`, run as a person would run it: one process for each command, all with one home.
struct PopcornProcess {
    let home: TemporaryHome

    /// What a run left behind.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    init() throws {
        home = try TemporaryHome()
    }

    /// Runs a command, with a line of standard input for the password.
    func run(_ arguments: String..., password: String = "two tickets, please") async throws -> Outcome {
        let process = Process()
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = Self.executable
        process.arguments = arguments
        process.environment = ["POPCORN_HOME": home.url.path, "PATH": "/usr/bin:/bin", "HOME": home.url.path]
        process.standardInput = input
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

    private static func text(from pipe: Pipe) throws -> String {
        String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// It stands beside the test bundle.
    private static var executable: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
        return (bundle ?? Bundle.main.bundleURL).appending(path: "popcorn")
    }
}
