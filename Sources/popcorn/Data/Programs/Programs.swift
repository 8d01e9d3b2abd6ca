import Foundation

/// The programs that can be run by their name.
struct Programs: Sendable {
    /// The directories they are in, the first that has one counts.
    let directories: [String]

    /// Those of PATH.
    static var ofTheEnvironment: Programs {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return Programs(directories: path.split(separator: ":").map(String.init))
    }

    /// Where a program is; nil where there is none.
    func find(_ name: String) -> URL? {
        directories.map { URL(filePath: $0).appending(path: name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs a program, waits for its end, and says whether it succeeded.
    static func run(_ program: URL, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
