import Foundation
import Testing

/// A scene that runs in a process of its own.
final class Probe {
    let process = Process()
    private let input = Pipe()
    private let pipe = Pipe()
    private var rest = Data()

    /// - Parameter arguments: The scene and what it needs.
    /// - Throws: Why it cannot be started.
    convenience init(_ arguments: String...) throws { try self.init(Self.executable, arguments) }

    /// A scene with a home directory of its own, where its user defaults are.
    ///
    /// - Throws: Why it cannot be started.
    convenience init(home: URL, _ arguments: String...) throws {
        try self.init(Self.executable, arguments, ["CFFIXED_USER_HOME": home.path, "HOME": home.path])
    }

    #if os(Linux)
        /// A scene with a small disk of its own, which nobody else sees and which goes with it; nil where a process may mount none.
        ///
        /// - Throws: Why it cannot be started.
        convenience init?(onDiskOf size: String, at directory: URL, _ arguments: String...) throws {
            let mount = ["-rm", "sh", "-c", "mount -t tmpfs -o size=\(size) tmpfs \"$0\" && exec \"$@\"", directory.path]
            let unshare = URL(fileURLWithPath: "/usr/bin/unshare")
            guard FileManager.default.isExecutableFile(atPath: unshare.path) else { return nil }
            let trial = try Process.run(unshare, arguments: mount + ["true"])
            trial.waitUntilExit()
            guard trial.terminationStatus == 0 else { return nil }
            try self.init(unshare, mount + [Self.executable.path] + arguments)
        }
    #endif

    private static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "sharing-probe")

    private init(_ executable: URL, _ arguments: [String], _ variables: [String: String] = [:]) throws {
        process.executableURL = executable
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        if isSanitized {
            // What is freed is not kept for long, so that the memory of the process is what is in use.
            let options = ProcessInfo.processInfo.environment["ASAN_OPTIONS"].map { "\($0):" } ?? ""
            environment["ASAN_OPTIONS"] = options + "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"
        }
        process.environment = environment
        process.standardInput = input
        process.standardOutput = pipe
        try process.run()
    }

    deinit { if process.isRunning { kill() } }

    func send(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    /// The next line that it says, nil at its end.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                rest = Data(rest[(end + 1)...])
                return line
            }
            // Whoever says nothing for a minute never will.
            var descriptor = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 60_000) > 0 else { return nil }
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest.append(more)
        }
    }

    /// All that it says until it ends.
    func output() -> String {
        try? input.fileHandleForWriting.close()
        let data = rest + pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

#if canImport(Glibc)
    import Glibc
    private enum Foundation {
        static func kill(_ id: Int32, _ signal: Int32) { _ = Glibc.kill(id, signal) }
    }
#elseif canImport(Darwin)
    import Darwin
    private enum Foundation {
        static func kill(_ id: Int32, _ signal: Int32) { _ = Darwin.kill(id, signal) }
    }
#endif
